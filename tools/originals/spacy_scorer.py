"""Driver of spaCy's Scorer.score_spans, for entities that its readers find in tags, in a blank pipeline; it needs spaCy."""

from __future__ import annotations

import platform
import random
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from samescore.data.tagged import Tagged
from samescore.generators.inputs import inputs_for
from tools.originals.driver import Ask, Driver, Request, one_by_one

_MEASURES = {"f1": "ents_f", "precision": "ents_p", "recall": "ents_r"}
#: Tags that start or continue entities in unusual ways.
_RARE = ("B-PER", "I-PER", "L-PER", "O-PER", "E-PER", "PER", "B-LOC", "I-LOC", "I--PER", "--PER", "B", "I", "B-", "I-")


def _inputs(count: int, seed: int) -> Iterator[Data]:
    rng = random.Random(seed)
    for data in inputs_for("entity-f1", count, seed=seed):
        yield data
        if rng.random() < 0.5:
            yield _rare(rng)


def _rare(rng: random.Random) -> Tagged:
    tags = [*rng.sample(_RARE[:10] if rng.random() < 0.7 else _RARE, 3), "O"]
    gold = [rng.choices(tags, k=rng.randint(0, 6)) for _ in range(rng.randint(1, 3))]
    predicted = [[tag if rng.random() < 0.8 else rng.choice(tags) for tag in row] for row in gold]
    return Tagged(gold, predicted)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    return [("score_spans", {"measure": measure}) for measure in ("f1", rng.choice(["precision", "recall"]))]


def _load(_: list[Path]) -> Ask:
    scorer, training, tokens = (import_module(f"spacy.{name}") for name in ("scorer", "training", "tokens"))
    vocabulary = import_module("spacy").blank("xx").vocab

    def document(tags: list[str]) -> Any:
        made = tokens.Doc(vocabulary, words=["w"] * len(tags))
        made.ents = training.biluo_tags_to_spans(made, training.iob_to_biluo(tags))
        return made

    def ask(_: str, data: Any, knobs: dict[str, Any]) -> float | None:
        sides = zip(data.predicted_tags, data.gold_tags, strict=True)
        examples = [training.Example(document(list(said)), document(list(gold))) for said, gold in sides]
        value = scorer.Scorer.score_spans(examples, "ents")[_MEASURES[knobs["measure"]]]
        return value if value is None else float(value)

    return one_by_one(ask)


def _source(path: str, sha256: str) -> Source:
    return Source(repository="https://pypi.org/project/spacy", path=path, version="3.8.18", sha256=sha256)


DRIVER = Driver(
    sources=[
        _source("spacy/scorer.py", "3abe9d83dda38c38bb522b6a8ad743c0d1ad6ec6d1c23e20177f50c0a428ae90"),
        _source("spacy/training/iob_utils.py", "1a5627fff80a663c3403c26448f348818e8fdb1ae0b06fd0ee33c877394a4611"),
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=lambda: f"CPython {platform.python_version()} with spaCy {version('spacy')}",
)
