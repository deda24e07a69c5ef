"""Inputs that are described by a rule: equal to those of the code in docs/vectors.md, and bounded."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from samescore.base.errors import InputError
from samescore.catalogue.vectors import vectors
from samescore.data.kinds import from_plain
from samescore.data.rules import expand_rule

_EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "rules.py"


def test_the_vectors_have_the_inputs_of_the_documented_code() -> None:
    documented = runpy.run_path(str(_EXAMPLE))
    rules = {str(v.input): v.input["rule"] for v in vectors().values() if "rule" in v.input}
    assert len(rules) >= 8
    for rule in rules.values():
        kind, *rest = rule.values()
        assert expand_rule({"rule": rule}) == documented[kind](**dict(zip(list(rule)[1:], rest, strict=True)))


def test_the_first_words_are_those_that_the_arithmetic_gives() -> None:
    # 1 -> 1103527590, 2524885223, 662824084: divided by 65536, 16838, 38526 - 32768, 10113; modulo 10.
    rule = {"kind": "texts", "seed": 1, "segments": 1, "words": 3, "references": 1, "vocabulary": 10}
    (segment,) = expand_rule({"rule": rule})["segments"]
    assert segment["hypothesis"] == "w8 w8 w3"


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ({"kind": "texts", "seed": 1}, "missing required field `segments`"),
        ({"kind": "numbers", "seed": 1}, "Invalid value 'numbers'"),
        ({"kind": "labels", "seed": -1, "items": 2, "classes": 2}, ">= 0"),
        ({"kind": "labels", "seed": 1, "items": 10**9, "classes": 2}, "<= 5000000"),
        ({"kind": "texts", "seed": 1, "segments": 10**4, "words": 10**4, "references": 9, "vocabulary": 9}, "1,900,000,000"),
        ({"kind": "scores", "seed": 1, "items": 2, "other": 2}, "unknown field `other`"),
        ("texts", "Expected `object`"),
    ],
)  # fmt: skip
def test_a_malformed_rule_and_one_that_makes_too_much_are_refused(rule: object, problem: str) -> None:
    with pytest.raises(InputError, match=re.escape(problem)):
        from_plain({"rule": rule})
