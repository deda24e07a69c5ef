"""Driver of the npm package js-rouge, which scores a text and its reference; a corpus has the mean of its segments.

By default the package splits texts into sentences by rules that are not modelled. It does not if a tokenizer is passed
(which may be its own, in a function), and it uses a segmenter that is passed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one
from tools.originals.node import answers, is_text, mean, version

_TOKENIZER = "tokenizer: (text) => rouge.treeBankTokenize(text)"
#: For each entry point, the function and its options besides the knobs.
_CALLS = {
    "n": ("n", _TOKENIZER),
    "l": ("l", "segmenter: (text) => [text]"),
    "l-lines": ("l", 'segmenter: (text) => text.split("\\n")'),
    "s": ("s", _TOKENIZER),
}
#: Pieces of text that Treebank tokenizers treat differently.
_PIECES = (
    *"\"'`.,:;!?()[]{}<>-*@#$%&/_«»“”‘’—。，€²½ʰª\n\t\x1c\x85\u00a0\u3000\ufeff\u200d\u0301",
    *("''", "``", "...", "....", "--", "---", '"A."1ʰ"', " ''b'' ", "😀", "\U00010100", "1,000", "12:30", "x:٣", "a.b"),
    *("I", "the", "cat", "é", "我", "U.S.", "e.g.", "cannot", "CANNOT", "d'ye", "gimme", "gonna", "gotta", "lemme"),
    *("more'n", "wanna", "'tis", "'twas", "'ti\u017f", "it's", "don't", "DON'T", "we'll", "I've", "he'D", "dogs'"),
)


def _hostile(count: int, seed: int) -> Iterator[Corpus]:
    """Yield `count` corpora of texts of pieces, with references of mostly the same pieces."""
    rng = random.Random(seed)
    for _ in range(count):
        segments = []
        for _ in range(rng.choice((1, 1, 2))):
            pieces = rng.choices(_PIECES, k=rng.randint(2, 14))
            others = [piece if rng.random() < 0.8 else rng.choice(_PIECES) for piece in pieces]
            left, right = rng.choice(("", " ")), rng.choice(("", " ", " "))
            segments.append((left.join(pieces), [right.join(others)]))
        hypotheses, references = zip(*segments, strict=True)
        yield Corpus.from_segments(list(hypotheses), list(references))


def _inputs(count: int, seed: int) -> Iterator[Data]:
    for some in zip(
        corpora("rouge-lsum", count, seed, 1), corpora("rouge-n", count, seed, 1), _hostile(count, seed), strict=False
    ):
        yield from filter(is_text, some)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    def shared() -> dict[str, Any]:
        return {"beta": rng.choice([1.0, 1.0, 1.2, 0.3, 2.0, 7.0, 0.0]), "case": rng.choice(["keep", "lower"])}

    return [
        ("n", {**shared(), "order": rng.choice([1, 1, 2, 3])}),
        ("l", shared()),
        ("l-lines", shared()),
        ("s", {**shared(), "skip": rng.choice([-1, 0, 1, 4])}),
    ]


def _options(knobs: dict[str, Any]) -> dict[str, Any]:
    options = {"beta": knobs["beta"], "caseSensitive": knobs["case"] == "keep"}
    if "order" in knobs:
        options["n"] = knobs["order"]
    if knobs.get("skip", -1) >= 0:
        options["maxSkip"] = knobs["skip"] + 1
    return options


def _load(paths: list[Path]) -> Ask:
    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        function, more = _CALLS[entry_point]
        called = f"(rouge, name) => (hypothesis, reference, options) => rouge[name](hypothesis, reference, {{...options, {more}}})"
        calls = [[str(line.hypothesis), str(line.references[0]), _options(knobs)] for line in data]
        return mean(answers(paths[0], function, calls, called))

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://www.npmjs.com/package/js-rouge",
            path="dist/rouge.js",
            version="3.2.3",
            sha256="7526fd4d0cf4a8e12531f57d630892a9e4eac534117fdaa7da551bf779549301",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=version,
)
