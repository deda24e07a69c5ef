"""Compare answers of language models with gold answers, as evaluation harnesses do."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from samescore.text.inspect_numbers import PLACES, matches, matches_in_0_3_180
from samescore.text.math_verify_equality import same_answers
from samescore.text.symbolic_equality import text_or_zero_difference, zero_difference

#: Whether an answer is right, or None if that is undecided: a function of the answer, the gold answer and a tolerance.
Comparison = Callable[[str, str, float], bool | None]


def any_true(results: Iterable[bool | None]) -> bool | None:
    """Return True if any result is, or else None if any is undecided, or else False."""
    undecided = False
    for result in results:
        if result:
            return True
        undecided = undecided or result is None
    return None if undecided else False


def _number(text: str, parse: Callable[[str], float]) -> float | None:
    try:
        return parse(text)
    except (ValueError, OverflowError):
        return None


def _within(answer: float | None, gold: float | None, tolerance: float) -> bool:
    if answer is None or gold is None:
        return False
    try:
        return abs(answer - gold) < tolerance
    except OverflowError:
        return False


def _at(place: str, same: Callable[[str, str, str], bool]) -> Comparison:
    return lambda answer, gold, _: same(answer, gold, place)


#: The comparisons by name. Those of inspect-ai 0.3.180 raise `ValueError` or `OverflowError` if it cannot parse a number.
COMPARISONS: dict[str, Comparison] = {
    "text": lambda answer, gold, _: answer == gold,
    "prefix": lambda answer, gold, _: answer.startswith(gold),
    "suffix": lambda answer, gold, _: answer.endswith(gold),
    "substring": lambda answer, gold, _: gold in answer,
    "either": lambda answer, gold, _: (gold in answer or answer in gold) if answer and gold else answer == gold,
    "integer": lambda answer, gold, within: (
        answer == gold or _within(_number(answer, float), _number(gold, int), within)
    ),
    "number": lambda answer, gold, within: _within(_number(answer, float), _number(gold, float), within),
    "zero-difference": lambda answer, gold, _: zero_difference(answer, gold),
    "text-or-zero-difference": lambda answer, gold, _: text_or_zero_difference(answer, gold),
    "math-verify": lambda answer, gold, _: same_answers(answer, gold),
    **{f"inspect-{place}": _at(place, matches) for place in PLACES},
    **{f"inspect-0.3.180-{place}": _at(place, matches_in_0_3_180) for place in PLACES},
}
