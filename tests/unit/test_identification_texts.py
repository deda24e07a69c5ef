"""The whole text of an identification, with every part that it can have."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from samescore.metrics import metric as find_metric
from samescore.records import Answer, Change, Identification, NamedMistake
from samescore.records.identification import (
    AnswerDigits,
    DifferentAnswer,
    KnownRegion,
    RepeatedError,
    StillPossible,
)
from samescore.verbs.identify.skeleton import skeleton
from tests.reports import text_of

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_REGION = KnownRegion("sacrebleu.corpus_bleu", ">=2")


def _identified(found: bool, **fields: Any) -> Identification:
    usual: dict[str, Any] = {
        "implementation": "py:m:f",
        "metric": "bleu",
        "found": found,
        "signature": "bleu|strip:none|case:keep",
        "short_signature": "bleu|case:lower",
        "like": [],
        "answers": 10,
        "departures": [],
        "undetermined": {},
        "refused": [],
        "nontrivial": 7,
        "explained": 7,
    }
    return Identification(**{**usual, **fields})


def _wrong(count: int) -> list[DifferentAnswer]:
    return [DifferentAnswer(f"v{number}", Answer("score", 0.5), Answer("score", 0.25)) for number in range(count)]


def _lines(identified: Identification) -> list[str]:
    return text_of("identification")(identified).splitlines()


_MISTAKE = NamedMistake("clipped", "counts are clipped")
_SCALE = [Change("scale", "presentation", "1", "100")]


@pytest.mark.parametrize(
    ("found", "fields", "sentence"),
    [
        (True, {"like": ["nltk.bleu (>=3)", "x.bleu"]}, " computes bleu as nltk.bleu (>=3)"),
        (True, {"nearest": _REGION, "departs": _SCALE}, " computes bleu like sacrebleu.corpus_bleu (>=2), on the scale 0-100"),
        (True, {"nearest": _REGION, "departs": _SCALE * 2}, " computes bleu unlike any known implementation, with these settings:"),
        (True, {}, " computes bleu unlike any known implementation, with these settings:"),
        (False, {"departures": _wrong(3)}, ": no settings reproduce all of its answers; the nearest reproduce 7 of 10:"),
        (False, {"departures": _wrong(3), "explained": 0}, ": no settings reproduce its nontrivial answers; the nearest reproduce 7 of 10, all of them trivial:"),
        (False, {"departures": _wrong(1), "nontrivial": 0, "explained": 0}, ": all of its answers are 0, 1, 100 or not numbers; many settings give these, for example:"),
        (False, {"errors": [RepeatedError("E", 4, "v", "{}"), RepeatedError("F", 2, "v", "{}")]}, " returns too few numbers to identify its settings: it fails on most golden inputs"),
        (False, {"errors": [RepeatedError("E", 5, "v", "{}")], "departures": _wrong(5)}, ": no settings reproduce all of its answers; the nearest reproduce 5 of 10:"),
        (True, {"mistakes": [_MISTAKE], "like": ["x"]}, " computes bleu with a mistake (clipped: counts are clipped) and these settings:"),
    ],
)  # fmt: skip
def test_the_first_sentence(found: bool, fields: dict[str, Any], sentence: str) -> None:
    assert _lines(_identified(found, **fields))[0] == f"py:m:f{sentence}"


def test_all_parts_of_settings_that_were_not_found() -> None:
    identified = _identified(
        False,
        departures=_wrong(7),
        undetermined={"strip": ["right"], "case": ["lower", "ascii"]},
        partly_determined=["case"],
        refused=["r1", "r2"],
        errors=[RepeatedError("ValueError: x", 2, "v2", "{1}"), RepeatedError("KeyError", 1, "v3", "{2}")],
        rounding=AnswerDigits(2, "decimals", "0-100", ["half-up"]),
        nearest=_REGION,
        departs=[Change("case", "text", "keep", "lower")],
        margin=3,
        next_best=Change("strip", "text", "none", "right"),
        still_possible=StillPossible(5, [NamedMistake(f"m{number}", "M") for number in range(7)], "text"),
    )
    assert _lines(identified) == [
        "py:m:f: no settings reproduce all of its answers; the nearest reproduce 3 of 10:",
        "  bleu|case:lower (the rest at its default)",
        *(f"  v{number}: answered 0.5, natively 0.25" for number in range(5)),
        "  and 2 more",
        "answers are rounded to 2 decimals (half-up) on the scale 0-100",
        "the nearest known implementation is sacrebleu.corpus_bleu (>=2), with case: keep -> lower",
        "5 known mistakes do not fit (each changes an answer that these settings give); still possible: m0, m1, m2, m3, "
        "m4 and 2 more, none of them before text",
        "no answer depends on strip",
        "case could also be lower, ascii, with the same answers",
        "it raises an error on 2 inputs where these settings do not, first on r1",
        "it fails on 2 inputs, the first is v2: ValueError: x",
        "  {1}",
        "it fails on an input, the first is v3: KeyError",
        "  {2}",
    ]


@pytest.mark.parametrize(
    ("fields", "lines"),
    [
        (
            {"like": ["a", "b"], "region": KnownRegion("a.f", ">=2"), "short_signature": "bleu|case:lower"},
            ["  or b: no answer distinguishes them", "natively: samescore score HYPOTHESES -r REFERENCES -m bleu --like a.f"],
        ),
        (
            {"margin": 1, "next_best": Change("strip", "text", "none", "right"), "short_signature": "bleu|case:a b"},
            [
                "one answer distinguishes these settings from the next-best, with strip: none -> right",
                "natively: samescore score HYPOTHESES -r REFERENCES --signature 'bleu|case:a b'",
            ],
        ),
        (
            {"margin": 2, "next_best": Change("strip", "text", "none", "right"), "arguments": "GOLD PREDICTED"},
            [
                "2 answers distinguish these settings from the next-best, with strip: none -> right",
                "natively: samescore score GOLD PREDICTED --signature 'bleu|case:lower'",
            ],
        ),
        ({"mistakes": [_MISTAKE], "departures": _wrong(0)}, ["10 golden inputs were run; these settings reproduce every answer"]),
    ],
)  # fmt: skip
def test_parts_of_settings_that_were_found(fields: dict[str, Any], lines: list[str]) -> None:
    shown = _lines(_identified(True, **fields))
    assert [line for line in shown if line in lines] == lines
    assert any("natively:" in line for line in shown) == ("mistakes" not in fields)
    assert sum(line.startswith("  or ") for line in shown) == len(fields.get("like", ["a"])) - 1


def test_known_mistakes_that_all_change_an_answer() -> None:
    shown = _lines(_identified(False, still_possible=StillPossible(5, [], ""), departures=_wrong(1)))
    assert "none of the 5 known mistakes fits: each changes an answer that these settings give" in shown
    few = _lines(_identified(False, still_possible=StillPossible(5, [_MISTAKE] * 5, ""), departures=_wrong(1)))
    assert few[-1].endswith("still possible: " + ", ".join(["clipped"] * 5))


def test_a_mistake_whose_other_answers_differ() -> None:
    shown = _lines(_identified(False, mistakes=[_MISTAKE], departures=_wrong(2)))
    assert shown[0] == "py:m:f computes bleu with a mistake (clipped: counts are clipped) and these settings:"
    assert "10 golden inputs were run; these settings reproduce 8 answers" in shown


@pytest.mark.parametrize(
    ("name", "metric", "plain", "entry_point", "unit"),
    [
        ("py:m:f", "bleu", "py_m_f", "bleu", "text"),
        ("cmd:node 'a.js'", "rouge-l", "cmd_node_a_js", "rouge_l", "text"),
        ("\u00e9", "accuracy", "implementation", "accuracy", "labels"),
        ("my-mcc", "mcc", "my_mcc", "mcc", "labels"),
    ],
)
def test_the_draft_of_a_profile(name: str, metric: str, plain: str, entry_point: str, unit: str) -> None:
    """It counts all answers that are reproduced, fixes every knob, and can be read again."""
    settings = find_metric(metric).settings()
    identified = _identified(
        False, implementation=name, metric=metric, signature=settings.signature, departures=_wrong(3), explained=4
    )
    text = skeleton(identified)
    assert text.startswith("# Found by samescore identify from 10 answers, 7 of which are reproduced.")
    draft = msgspec.toml.decode(text)
    (profile,) = draft["profile"]
    assert (draft["implementation"], draft["title"], profile["call"]) == (plain, name, name)
    assert (profile["metric"], profile["entry_point"], profile["unit"]) == (metric, entry_point, unit)
    assert profile["fixed"] == settings.as_dict()
