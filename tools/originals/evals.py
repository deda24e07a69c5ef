"""Driver of OpenAI's evals: the functions behind `Match`, `Includes` and `FuzzyMatch`, which run alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask
from tools.originals.harness import alone, driver, graders, several
from tools.originals.harness_letters import questions


def _load(paths: list[Path]) -> Ask:
    api = alone(paths[0], "record_and_check_match", record_match=lambda *_, **__: None)
    utils = alone(paths[1], "get_answer", "normalize", "fuzzy_match")

    def match(output: str, golds: list[str]) -> float:
        return float(api.record_and_check_match("", output, golds) is not None)

    def includes(output: str, golds: list[str]) -> float:
        return float(any(utils.get_answer(output, gold, False) is not None for gold in golds))

    def fuzzy(output: str, golds: list[str]) -> float:
        return float(any(utils.fuzzy_match(output, gold) for gold in golds))

    return graders({"match": match, "includes": includes, "fuzzy_match": fuzzy})


def _source(path: str, sha256: str) -> Source:
    return Source("https://pypi.org/project/evals", path, "3.0.1.post1", sha256)


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield outputs with several gold answers, and outputs that are much like the only one."""
    for first in _FIRST:
        yield Corpus.from_segments([first[0]], [[*first[1:]]])
    for some in zip(several(count, seed), questions(count, seed), strict=False):
        yield from some


_FIRST: tuple[tuple[str, ...], ...] = (
    ("Question: B", "Question: B"),
    ("Problem: B", "Problem: B"),
    ("B", "C", "B"),
    ("**B", "B"),
    (" B ", "B "),
)
_FIRST += (
    ("the B, an A", "B  A"),
    ("the", "B"),
    ("", ""),
    ("", "B"),
    ("B", ""),
    ("THE B", "the B"),
    ("B\0", "B"),
    ("#### B", "B"),
)
_FIRST += (
    ("18.0", "18 "),
    ("18.50", "18.5"),
    ("x18.5y", "18.50"),
    ("A B", "The A!"),
    ("$5", "5"),
    ("Stra\u00dfe", "STRASSE"),
)

DRIVER = driver(
    ["match", "includes", "fuzzy_match"],
    [
        _source("evals/api.py", "5809b234be35e14b70043da618176354c88aebbda4d1cc2280c629b59518876b"),
        _source("evals/elsuite/utils.py", "0d1c62333fcdab375010144ef0d75c0548a4053c6cb543494c8418ae42672e3c"),
    ],
    _load,
    _inputs,
)
