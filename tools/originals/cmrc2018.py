"""Driver of cmrc2018_evaluate.py: the results of its function `evaluate`.

The script splits English text into sentences with NLTK's trained Punkt data (`nltk.download("punkt_tab")`). The model has
no such data: it treats the text as one sentence, or splits it with untrained Punkt. If a text may have two sentences,
`nltk.word_tokenize` is therefore replaced by one of these two ways.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.generators.inputs import inputs_for
from tools.originals.driver import Ask, Driver, Request, module_at, one_by_one
from tools.originals.squad_v1 import questions

#: A mark that may end a sentence, followed by more text.
_WITHIN = re.compile(r"[.!?]\s*[^\s.!?]")


def _inputs(count: int, seed: int) -> Iterator[Data]:
    yield Corpus.from_segments([], [])
    yield from inputs_for("answer-f1", count, seed=seed)


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [("em", {}), ("f1", {"sentences": "one"}), ("f1", {"sentences": "punkt-untrained"})]


def _one_sentence(data: Corpus) -> bool:
    texts = [str(text) for segment in data for text in (segment.hypothesis, *segment.references)]
    return not any(_WITHIN.search(text) for text in texts)


def _load(paths: list[Path]) -> Ask:
    from nltk import word_tokenize
    from nltk.tokenize.punkt import PunktSentenceTokenizer

    script = module_at(paths[0])
    f1_of_question = script.calc_f1_score

    def one_sentence(text: str) -> list[str]:
        words: list[str] = word_tokenize(text, preserve_line=True)
        return words

    def untrained(text: str) -> list[str]:
        return [word for sentence in PunktSentenceTokenizer().tokenize(text) for word in one_sentence(sentence)]

    def ask(entry_point: str, data: Corpus, knobs: dict[str, Any]) -> float:
        articles, predicted = questions(data)
        words = word_tokenize
        if not _one_sentence(data):
            words = untrained if knobs.get("sentences") == "punkt-untrained" else one_sentence
        script.nltk = SimpleNamespace(word_tokenize=words)
        script.calc_f1_score = f1_of_question if entry_point == "f1" else lambda *_: 0  # EM alone: F1 may raise
        f1, em, _, _ = script.evaluate({"data": articles}, predicted)
        return float(f1 if entry_point == "f1" else em)

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/ymcui/cmrc2018",
            path="baseline/cmrc2018_evaluate.py",
            version="c0eb1b6ba219847457e6af3180da722bbeb656af",
            sha256="c14090c77e22531e58b8170952b74d6ebe6e11f4a605e7feba6e56a7caa2735c",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
