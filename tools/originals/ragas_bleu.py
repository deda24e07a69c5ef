"""Driver of ragas' BleuScore and ChrfScore, which pass the sentences of a text, or the text, to sacreBLEU.

The files run alone, with stand-ins for their base classes; they need sacreBLEU.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora
from tools.originals.ragas import STAND_INS, score_of
from tools.originals.stand_ins import means, module_among

_ARGUMENTS = {
    "smoothing": "smooth_method",
    "floor_value": "smooth_value",
    "add_k": "smooth_value",
    "tokenizer": "tokenize",
    "effective_order": "use_effective_order",
    "char_order": "char_order",
    "word_order": "word_order",
    "beta": "beta",
}


def _sentences(rng: random.Random) -> Corpus:
    """Return a corpus of texts of up to four sentences, some of them blank, with frequent repetitions of words."""

    def sentence() -> str:
        return " ".join(rng.choices(["a", "A", "the", "b,", "c", "3.5"], k=rng.choice([0, 1, 2, 3, 4, 5, 6])))

    references = [". ".join(sentence() for _ in range(rng.choice([1, 2, 3, 4]))) for _ in range(rng.choice([1, 1, 2]))]
    hypotheses = []
    for reference in references:
        kept = reference.split(". ")
        rng.shuffle(kept)
        kept[0] += rng.choice(["", " c", ". a the", ".", " b, c a. ", "-\n"])
        hypotheses.append(". ".join(kept))
    return Corpus.from_segments(hypotheses, [[reference] for reference in references])


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield a corpus without segments; then corpora of BLEU, texts of sentences, and corpora of chrF, in turn."""
    rng = random.Random(seed)
    yield Corpus.from_segments([], [])
    for of_words, of_characters in zip(corpora("bleu", count, seed, 1), corpora("chrf", count, seed, 1), strict=False):
        yield from (of_words, _sentences(rng), of_characters)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    bleu: dict[str, Any] = {}
    if rng.random() < 0.5:
        bleu["smoothing"] = rng.choice(["none", "floor", "add-k"])
        if bleu["smoothing"] != "none" and rng.random() < 0.5:
            bleu["floor_value" if bleu["smoothing"] == "floor" else "add_k"] = rng.choice([0.01, 0.5, 2.0])
    if rng.random() < 0.4:
        bleu["tokenizer"] = rng.choice(["intl", "zh", "char", "none"])
    if rng.random() < 0.2:
        bleu["case"] = "lower"
    if rng.random() < 0.3:
        bleu["effective_order"] = True
    chrf: dict[str, Any] = {}
    if rng.random() < 0.5:
        chrf = {
            "char_order": rng.choice([1, 3, 6, 7]),
            "word_order": rng.choice([0, 1, 2]),
            "beta": rng.choice([1, 2, 3]),
        }
    return [("BleuScore", bleu), ("ChrfScore", chrf)]


def _load(paths: list[Path]) -> Ask:
    bleu = module_among(paths[0], "ragas.metrics._bleu_score", STAND_INS)
    chrf = module_among(paths[1], "ragas.metrics._chrf_score", STAND_INS)

    def ask(entry_point: str, response: str, reference: str, knobs: dict[str, Any]) -> float:
        arguments = {_ARGUMENTS[knob]: value for knob, value in knobs.items() if knob != "case"}
        if "case" in knobs:
            arguments["lowercase"] = True
        metric = (bleu.BleuScore if entry_point == "BleuScore" else chrf.ChrfScore)(kwargs=arguments)
        return score_of(metric, response, reference)

    return means(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/ragas",
            path="ragas/metrics/_bleu_score.py",
            version="0.4.3",
            sha256="4b9fcf84f9593e1386b4948724d8269bec9113e9fa6f9aef3a436c6dabe814aa",
        ),
        Source(
            repository="https://pypi.org/project/ragas",
            path="ragas/metrics/_chrf_score.py",
            version="0.4.3",
            sha256="61d4c4bc4b89a5971d19bf3589434f308eff63ca1bdba4e0e50d39e8d1f6dce0",
        ),
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
