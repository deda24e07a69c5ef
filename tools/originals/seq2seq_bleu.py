"""Driver of moses_multi_bleu of google/seq2seq for one reference and one-line texts; it runs the multi-bleu.perl next to it.

It returns the two decimals that the script prints as a 32-bit number, which is converted back to two decimals here. It
needs NumPy and Perl; stand-ins replace six, and TensorFlow, which is only used for its log.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.perl import files_of_lines, version
from tools.originals.stand_ins import module_among

_REPOSITORY = "https://github.com/google/seq2seq"
_VERSION = "7f485894d412e8d81ce0e07977831865e44309ce"


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield corpora without segments, and without words on one side or both; then files of lines with one reference."""
    yield Corpus.from_segments([], [])
    for said, right in (("", "a b"), ("a b", ""), ("", "")):
        yield Corpus.from_segments([said], [[right]])
    for corpus in files_of_lines(count, seed):
        if all(segment.references for segment in corpus):
            references = [[str(segment.references[0])] for segment in corpus]
            yield Corpus.from_segments([str(segment.hypothesis) for segment in corpus], references)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    return [("moses_multi_bleu", {"case": "ascii-tokens"} if rng.random() < 0.4 else {})]


def _load(paths: list[Path]) -> Ask:
    import numpy

    module, script = (path.resolve() for path in paths)
    requested = SimpleNamespace(request=SimpleNamespace(urlretrieve=lambda _: (str(script), None)))
    log = SimpleNamespace(info=lambda _: None, warning=lambda _: None)
    others: dict[str, dict[str, Any]] = {"six.moves": {"urllib": requested}, "tensorflow": {"logging": log}}
    asked = module_among(module, "seq2seq.metrics.bleu", others).moses_multi_bleu

    def ask(_: str, data: Any, knobs: dict[str, Any]) -> str:
        said = [str(line.hypothesis) for line in data]
        right = [str(line.references[0]) for line in data]
        score = asked(numpy.array(said), numpy.array(right), lowercase=bool(knobs))
        if not isinstance(score, numpy.float32):
            raise TypeError("the score is no number of 32 bits")
        return f"{score:.2f}"

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository=_REPOSITORY,
            path="seq2seq/metrics/bleu.py",
            version=_VERSION,
            sha256="21cd04c388dfd5886b3eee9380575a36010621512af6af8d1c2f7f27461db548",
        ),
        Source(
            repository=_REPOSITORY,
            path="bin/tools/multi-bleu.perl",
            version=_VERSION,
            sha256="a94489593499db1b7670fd41388b620020ac7876417315a92f2586d21f5d02f5",
        ),
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    digits=2,
    interpreter=version,
)
