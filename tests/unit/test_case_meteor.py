"""The case study of METEOR (docs/case-meteor.md): what the packages answered, in ``examples/meteor/packages.json``."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

from samescore import SettingsError, score
from samescore.data.kinds import from_plain

TOP = Path(__file__).parents[2]
ANSWERS = json.loads((TOP / "examples" / "meteor" / "packages.json").read_text(encoding="utf-8"))


_EQUAL_WEIGHTS = {"delta": 0.5, "stem_weight": 1.0}
_OF_2007 = {"alpha": 0.9, "beta": 3.0, "gamma": 0.5}
#: METEOR's paraphrases are read for every input, which takes seconds.
PARAMETERS = [
    pytest.param(answer, id=answer["number"], marks=pytest.mark.slow if "modules" in answer["set"] else ())
    for answer in ANSWERS
]


@pytest.mark.parametrize("answer", PARAMETERS)
def test_the_models_give_what_the_packages_answered(answer: dict[str, Any]) -> None:
    try:
        computed = score(answer["metric"], from_plain(answer["input"]), **answer["set"])
    except SettingsError as missing:
        pytest.skip(str(missing))
    assert repr(computed.value) == answer["value"]


def test_the_page_shows_the_numbers_that_are_recorded() -> None:
    page = (TOP / "docs" / "case-meteor.md").read_text(encoding="utf-8")
    table = page[page.index("| package |") : page.index("## ")]
    for answer in ANSWERS:
        if answer["called_by"] != "nobody" and "no dictionary" not in answer["number"]:
            assert f"{100 * float(answer['value']):.4f}" in table, answer["number"]


def _numbers(row: str) -> list[float]:
    """What the cells of a row hold that are numbers of points."""
    return [float(cell) for cell in re.findall(r"(?<=\| )[+-]?\d+\.\d{4}(?= \||,)", row)]


def test_the_shares_on_the_page_add_up_to_the_gaps() -> None:
    page = (TOP / "docs" / "case-meteor.md").read_text(encoding="utf-8")
    packages, shares, walk = (
        [
            numbers
            for row in re.findall(r"^\|.*\|$", page[page.index(head) :].split("\n\n")[0], re.MULTILINE)
            if (numbers := _numbers(row))
        ]
        for head in ("| package | what", "| package | mean", "| change |")
    )
    assert (len(packages), len(shares), len(walk)) == (6, 3, 7)
    for here, gap in ([*row[-2:]] for row in packages[1:]):
        assert here - packages[0][-1] - gap == pytest.approx(0, abs=2e-4)
    for *parts, gap in shares:
        assert sum(parts) == pytest.approx(gap, abs=2e-4)
    for (*_, before), (change, after) in itertools.pairwise(walk):
        assert before + change == pytest.approx(after, abs=2e-4)
    assert [walk[0][-1], walk[-1][-1]] == [packages[0][-1], packages[4][-2]]
    settings: dict[str, Any] = {"average": "sentences"}
    for (*_, after), changed in zip(walk[2:5], ({}, _EQUAL_WEIGHTS, _OF_2007), strict=True):
        settings |= changed
        computed = score("meteor15", from_plain(ANSWERS[0]["input"]), **settings)
        assert 100 * float(computed.value) == pytest.approx(after, abs=5e-5)
