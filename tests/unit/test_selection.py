"""Expressions that select vectors: what each means, and what is said of a malformed one."""

from __future__ import annotations

import pytest

from samescore.base.errors import InputError
from samescore.catalogue.selection import selection
from samescore.catalogue.vectors import select, vector, vectors

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: Ids with their flags.
_VECTORS = {
    "bleu-empty": ("empty", "basic"),
    "bleu-empty-segment": ("empty",),
    "bleu-case": ("case",),
    "chrf-case-lower": ("case", "basic"),
    "chrf-unflagged": (),
}


def _meant(expression: str) -> list[str]:
    chosen = selection(expression)
    whole = set(_VECTORS).intersection(chosen.words)
    return [name for name, flags in _VECTORS.items() if chosen.matches(name, flags, whole)]


@pytest.mark.parametrize(
    ("expression", "meant"),
    [
        ("", list(_VECTORS)),
        ("  ", list(_VECTORS)),
        ("case", ["bleu-case", "chrf-case-lower"]),
        ("CASE", ["bleu-case", "chrf-case-lower"]),
        ("basic", ["bleu-empty", "chrf-case-lower"]),
        ("bas", []),  # a part of a flag is not enough
        ("bleu-empty", ["bleu-empty"]),  # a whole id stands for itself alone
        ("bleu-emp", ["bleu-empty", "bleu-empty-segment"]),
        ("bleu and empty", ["bleu-empty", "bleu-empty-segment"]),
        ("bleu and not empty", ["bleu-case"]),
        ("not bleu", ["chrf-case-lower", "chrf-unflagged"]),
        ("not not bleu-c", ["bleu-case"]),
        ("segment or unflagged", ["bleu-empty-segment", "chrf-unflagged"]),
        ("chrf or bleu and case", ["bleu-case", "chrf-case-lower", "chrf-unflagged"]),  # 'and' binds tighter
        ("(chrf or bleu) and case", ["bleu-case", "chrf-case-lower"]),
        ("not(chrf or case)and bleu", ["bleu-empty", "bleu-empty-segment"]),
        ("nothing", []),
    ],
)
def test_an_expression_means_what_it_says(expression: str, meant: list[str]) -> None:
    assert _meant(expression) == meant


@pytest.mark.parametrize(
    ("expression", "place"),
    [
        ("and", 1),
        ("bleu and", 9),
        ("bleu chrf", 6),
        ("(bleu", 6),
        ("bleu)", 5),
        ("()", 2),
        ("not", 4),
        ("bleu or or chrf", 9),
    ],
)
def test_a_malformed_expression_is_refused_with_its_place(expression: str, place: int) -> None:
    with pytest.raises(InputError, match=f"expected .+ at character {place}\\n"):
        selection(expression)


def test_an_expression_is_no_program() -> None:
    assert _meant("__import__") == []
    with pytest.raises(InputError, match="at character 11"):
        selection("__import__('os').system")
    long = " or ".join(["nothing"] * 20_000)
    assert _meant(f"{long} or bleu-case") == ["bleu-case"]
    assert _meant("not " * 10_000 + "bleu-case") == ["bleu-case"]
    assert _meant("(" * 50 + "bleu-case" + ")" * 50) == ["bleu-case"]
    for depth in (51, 10_000):
        with pytest.raises(InputError, match="-k nests parentheses more than 50 deep"):
            selection("(" * depth + "bleu" + ")" * depth)


def test_golden_vectors_are_selected_by_id_and_flag() -> None:
    whole = "accuracy-choices-bytes"
    assert [v.id for v in select([], whole)] == [whole]
    assert len(select([], "accuracy-choices-byte")) > 1
    flagged = select(["bleu"], "empty and not bleu-empty")
    assert flagged == [
        v for v in select(["bleu"]) if ("empty" in v.flags or "empty" in v.id) and "bleu-empty" not in v.id
    ]
    assert any("empty" not in v.id for v in flagged)
    assert select([], "basic") == [v for v in vectors().values() if "basic" in v.flags or "basic" in v.id]
    assert vector(whole) in select()


def test_vectors_of_several_metrics_are_in_the_order_of_their_files() -> None:
    """Whatever the order of the metrics, which the arguments of commands have at random."""
    names = ["wer", "mcc", "bleu", "f1", "anls", "f1-mult", "ter", "wer", "recall"]
    expected = [v for v in vectors().values() if v.metric in names]
    assert select(names) == select(names[::-1]) == expected
    assert select(names, "basic") == [v for v in expected if "basic" in v.flags or "basic" in v.id]
    assert select(["bleu", "no-such-metric"]) == select(["bleu"])
