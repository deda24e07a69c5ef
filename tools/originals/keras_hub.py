"""Driver of the metrics of keras-hub: RougeN, RougeL, EditDistance and Bleu.

The files run without the rest of the package; they need TensorFlow, Keras, NLTK and rouge-score. For BLEU, texts without
words on both sides are skipped, because their score is nan.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one
from tools.originals.stand_ins import module_among

_MEASURES = {"f": "f1_score", "precision": "precision", "recall": "recall"}
_SHA256 = {
    "utils/tensor_utils": "f5092d7c786078ae8e71c59a5a9d5210dfd07015117e10e7385ed968a0b0658e",
    "metrics/rouge_base": "11630d12a947ed18095a93beec1733ec788dcb2a27eac34eeb59af2e9840877f",
    "metrics/rouge_n": "26816d9a08c5e08736eb79f2e9b7c3eaf3072ab787f657b71e738ec5e9aea517",
    "metrics/rouge_l": "26566130157ac12ffaccc779ee991373acb11e41094fd7d540c94f64a7a44334",
    "metrics/edit_distance": "1b7c1f540c143b88348bd92f039513088299d3fa169071bb0ed530ecf146d5e4",
    "metrics/bleu": "455e0a7e61b6f8747a9989aaaf5f43115e6d16ee3d520f246428265e54dd9e65",
}


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield a corpus without segments; then texts for ROUGE, for the word error rate, and for BLEU, in turn."""
    yield Corpus.from_segments([], [])
    kinds = corpora("rouge-n", count, seed, 1), corpora("wer", count, seed, 1), corpora("bleu", count, seed, 3)
    for some in zip(*kinds, strict=False):
        yield from some


def _requests(data: Data, rng: random.Random) -> list[Request]:
    stemmed = {"stemmer": "porter-nltk"} if rng.random() < 0.3 else {}
    rouge = {**stemmed, "measure": rng.choice(["f", "f", "precision", "recall"])}
    edits: dict[str, Any] = {"case": "lower"} if rng.random() < 0.2 else {}
    asked: list[Request] = [
        ("RougeN", {**rouge, "order": rng.choice([1, 2, 2, 3, 9])}),
        ("RougeL", rouge),
        ("EditDistance", edits),
    ]
    texts = [[segment["hypothesis"], *segment["references"]] for segment in data.plain()["segments"]]
    if any(len(lines) > 2 for lines in texts):  # only BLEU takes several references
        asked = []
    lines = [line for lines in texts for line in lines]
    if lines and not "".join(lines).strip():
        return asked
    bleu: dict[str, Any] = {"max_order": rng.choice([1, 2, 3, 4, 4, 4])}
    if rng.random() < 0.3:
        bleu["tokenizer"] = "none-ascii"
    return [*asked, ("Bleu", bleu), ("Bleu-smooth", bleu)]


def _load(paths: list[Path]) -> Ask:
    os.environ.update(KERAS_BACKEND="tensorflow", TF_CPP_MIN_LOG_LEVEL="3")

    def unchanged(_: str) -> Any:
        return lambda kind: kind

    others: dict[str, dict[str, Any]] = {"keras_hub.src.api_export": {"keras_hub_export": unchanged}}
    modules = {}
    for name, path in zip(_SHA256, paths, strict=True):
        modules[name] = module_among(path, f"keras_hub.src.{name.replace('/', '.')}", others)
    tensorflow = import_module("tensorflow")

    def words(lines: list[Any]) -> Any:
        return tensorflow.ragged.constant([str(line).split() for line in lines], dtype="string", ragged_rank=1)

    def edit_distance(data: Any, lower: bool) -> float:
        metric = modules["metrics/edit_distance"].EditDistance()
        hypotheses = [str(line.hypothesis) for line in data]
        references = [str(line.references[0]) for line in data]
        if lower:
            hypotheses, references = [text.lower() for text in hypotheses], [text.lower() for text in references]
        if hypotheses:
            metric.update_state(words(references), words(hypotheses))
        return float(metric.result())

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        if entry_point == "EditDistance":
            return edit_distance(data, "case" in knobs)
        if entry_point.startswith("Bleu"):
            split = tensorflow.strings.split if "tokenizer" in knobs else None
            smooth = entry_point == "Bleu-smooth"
            bleu = modules["metrics/bleu"].Bleu(tokenizer=split, max_order=knobs["max_order"], smooth=smooth)
            for line in data:
                bleu.update_state([[str(text) for text in line.references]], [str(line.hypothesis)])
            return float(bleu.result())
        order = {"order": knobs["order"]} if entry_point == "RougeN" else {}
        kind = getattr(modules["metrics/rouge_n" if order else "metrics/rouge_l"], entry_point)
        rouge = kind(**order, use_stemmer="stemmer" in knobs)
        for line in data:
            rouge.update_state(str(line.references[0]), str(line.hypothesis))
        return float(rouge.result()[_MEASURES[knobs["measure"]]])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/keras-hub",
            path=f"keras_hub/src/{name}.py",
            version="0.32.0",
            sha256=sha256,
        )
        for name, sha256 in _SHA256.items()
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
