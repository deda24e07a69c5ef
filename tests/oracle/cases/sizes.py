"""Cases of large inputs, given by rules: many segments, long texts, many references, many items and many classes.

Some implementations fail on large inputs only: they drop the last incomplete batch, truncate long texts, or overflow 8-bit
or 16-bit counters.
"""

from __future__ import annotations

from typing import Any

from tests.oracle.cases import Case, cases_of

TOPIC = "sizes"


def _texts(segments: int, words: int, references: int, vocabulary: int) -> dict[str, Any]:
    shape = {"segments": segments, "words": words, "references": references, "vocabulary": vocabulary}
    return {"rule": {"kind": "texts", "seed": segments + words, **shape}}


def _labels(items: int, classes: int) -> dict[str, Any]:
    return {"rule": {"kind": "labels", "seed": items, "items": items, "classes": classes}}


_SEGMENTS = _texts(1025, 6, 1, 40)
_LONG = _texts(1, 5000, 1, 300)
_LONG_FOR_TABLES = _texts(1, 1025, 1, 300)
_FOR_RECURSION = _texts(1, 513, 1, 200)
_SHORT_FOR_SHIFTS = _texts(1, 129, 1, 60)
_REFERENCES = _texts(2, 24, 300, 120)
_ITEMS, _CLASSES = _labels(70_001, 5), _labels(3_001, 300)
_BINARY = _labels(70_001, 2)


#: The scores of so many segments are added up, and each addition rounds by up to half a unit.
_MEANS = ("answer-f1", "meteor", "rouge-l", "rouge-n")
_ULPS_OF_MEANS = {
    "ulps": 513,
    "ulps_why": "1,025 scores are added up, and each addition rounds by up to half a unit in the last place",
}


def _case(metric: str, name: str, comment: str, data: dict[str, Any], settings: dict[str, Any] | None = None) -> Case:
    tolerance = _ULPS_OF_MEANS if metric in _MEANS and name == "segments" else {}
    case = cases_of(metric, kind="exact", **tolerance)
    return case(f"size-{name}", comment, data, settings or {}, "the definition, in exact arithmetic")


def _of_texts(metric: str, long: dict[str, Any], *, references: bool = True, **settings: Any) -> list[Case]:
    cases = [
        _case(metric, "segments", "1,025 segments.", _SEGMENTS, settings),
        _case(metric, "words", f"A text of {long['rule']['words']:,} words.", long, settings),
    ]
    return [*cases, _case(metric, "references", "300 references.", _REFERENCES, settings)] if references else cases


CASES = [
    *_of_texts("bleu", _LONG),
    *_of_texts("chrf", _LONG),
    *_of_texts("gleu", _LONG),
    *_of_texts("nist", _LONG),
    *_of_texts("rouge-n", _LONG),
    *_of_texts("rouge-l", _FOR_RECURSION),
    *_of_texts("meteor", _LONG_FOR_TABLES),
    *_of_texts("ter", _SHORT_FOR_SHIFTS),
    *_of_texts("wer", _LONG_FOR_TABLES, references=False),
    _case("cer", "segments", "1,025 segments.", _SEGMENTS),
    *_of_texts("answer-f1", _LONG),
    *_of_texts("distinct", _LONG, references=False),
    _case("exact-match", "segments", "1,025 segments.", _SEGMENTS),
    _case("answer-match", "segments", "1,025 segments.", _SEGMENTS),
    *(
        _case(metric, "items", "70,001 items.", _ITEMS, settings)
        for metric, settings in (
            ("accuracy", {}),
            ("balanced-accuracy", {}),
            ("mcc", {}),
            ("kappa", {}),
            ("f1", {"average": "macro"}),
        )
    ),
    *(
        _case(metric, "classes", "300 classes.", _CLASSES, settings)
        for metric, settings in (
            ("accuracy", {}),
            ("mcc", {}),
            ("kappa", {"weighting": "quadratic"}),
            ("f1", {"average": "macro"}),
        )
    ),
    *(_case(metric, "two-classes", "70,001 items of two classes.", _BINARY) for metric in ("mcc", "kappa")),
    *(
        _case(metric, "items", "5,001 items.", {"rule": {"kind": "scores", "seed": 5001, "items": 5001}})
        for metric in ("roc-auc", "average-precision", "brier", "log-loss")
    ),
]
