r"""Decide whether two answers are equal as math-verify 0.9.0 compares them; None where that is not known here.

Answers are in the form of `samescore.text.math_verify_answers`. They are equal if their texts are, or their values.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from samescore.text.math_verify_answers import NOTHING, text_and_value
from samescore.text.math_verify_expressions import Number
from samescore.text.math_verify_values import Assigned, Infinity, Several, Span, Value, Word
from samescore.text.surds import OutsideError, Surd

#: SymPy rounds decimals to so many places before it compares them.
_PLACES = 6
#: Numbers that differ by less, and rounded digits that are so close to a tie, may be equal or not.
_UNCLEAR, _TIE = 1e-9, 1e-3
#: The largest number whose rounded decimals are certain.
_LARGEST = 1e7
_CONSTANTS = {"\\pi": math.pi, "e": math.e}


def same_answers(answer: str, gold: str) -> bool | None:
    r"""Return whether math-verify accepts an answer.

    >>> same_answers("0.333333", r"\frac{1}{3}"), same_answers(r"5\%", "0.05"), same_answers("1,2", "(2,1)")
    (True, True, False)
    >>> same_answers(r"\sin x", r"\cos x")
    """
    (text, value), (gold_text, gold_value) = text_and_value(answer), text_and_value(gold)
    if text is not None and gold_text is not None:
        if text.strip() == gold_text.strip() != "":
            return True
        if NOTHING in (value, gold_value):
            return False
    if value is None or gold_value is None or isinstance(value, str) or isinstance(gold_value, str):
        return None
    try:
        return _same(gold_value, value)
    except OutsideError:
        return None


def _same(gold: Value, answer: Value) -> bool | None:
    if isinstance(gold, Assigned) and isinstance(answer, Assigned):
        return _same_equations(gold, answer)
    gold, answer = (value.value if isinstance(value, Assigned) else value for value in (gold, answer))
    if isinstance(gold, Several | Span) or isinstance(answer, Several | Span):
        return _same_collections(gold, answer)
    if isinstance(gold, Infinity) or isinstance(answer, Infinity):
        return gold == answer
    if isinstance(gold, Word) or isinstance(answer, Word):
        names = [value.name if isinstance(value, Word) else value.letters for value in (gold, answer)]
        return names[0] == names[1]
    if isinstance(gold, Number) and isinstance(answer, Number):
        return _same_numbers(gold, answer)
    return None


def _same_equations(gold: Assigned, answer: Assigned) -> bool | None:
    if not isinstance(gold.value, Number) or not isinstance(answer.value, Number):
        return None
    one, other = gold.value, answer.value
    if one.percent or other.percent or one.value.decimal or other.value.decimal:
        return None
    if gold.name == answer.name:
        return one.value.terms == other.value.terms
    return None if _symbols(one.value) or _symbols(other.value) else False


def _symbols(value: Surd) -> set[str]:
    return {name for symbols, _ in value.terms for name, _ in symbols} - _CONSTANTS.keys()


def _all_true(results: Iterable[bool | None]) -> bool | None:
    found = list(results)
    return False if False in found else None if None in found else True


def _same_collections(gold: Value, answer: Value) -> bool | None:
    if isinstance(gold, Span) and isinstance(answer, Span):
        if (gold.left_open, gold.right_open) != (answer.left_open, answer.right_open):
            return False
        return _all_true([_same(gold.start, answer.start), _same(gold.end, answer.end)])
    one, other = _as_items(gold), _as_items(answer)
    if one is None or other is None:
        return False
    if one.is_ordered and other.is_ordered:
        return _pairwise(one.items, other.items)
    if one.is_ordered:
        # The answer is a set, whose items are compared in the order in which they are written.
        distinct = _distinct(other)
        if len(distinct) != len(one.items) or len(distinct) != len(other.items):
            return False
        return _pairwise(one.items, other.items)
    return _pairwise(_sorted(one), _sorted(other))


def _as_items(value: Value) -> Several | None:
    """Return a collection as items, of which an open interval has two; None for any other interval."""
    if isinstance(value, Span):
        return Several((value.start, value.end), is_ordered=True) if value.left_open and value.right_open else None
    return value if isinstance(value, Several) else Several((value,), is_ordered=False)


def _pairwise(gold: tuple[Value, ...], answer: tuple[Value, ...]) -> bool | None:
    if len(gold) != len(answer):
        return False
    return _all_true(map(_same, gold, answer))


def _distinct(given: Several) -> tuple[Value, ...]:
    """Return the items of a set. Raises `OutsideError` if two may be equal that are written in different ways."""
    found: list[Value] = []
    for item in given.items:
        if not isinstance(item, Number):
            if len(given.items) > 1:
                raise OutsideError("a set of other values")
        elif any(isinstance(other, Number) and _close(item.worth(), other.worth()) for other in found):
            if item in found and item.form in ("integer", "rational"):
                continue
            raise OutsideError("a set with equal values")
        found.append(item)
    return tuple(found)


def _close(one: Surd, other: Surd) -> bool:
    if _symbols(one) or _symbols(other):
        return one.terms == other.terms
    return abs(_float(one) - _float(other)) <= _UNCLEAR * max(1.0, abs(_float(one)))


def _sorted(given: Several) -> tuple[Value, ...]:
    """Return the items of a tuple or a set in SymPy's order. Raises `OutsideError` if that is not known."""
    items = given.items if given.is_ordered else _distinct(given)
    if len(items) < 2:
        return items
    numbers: list[Number] = [item for item in items if isinstance(item, Number) and not _symbols(item.value)]
    if len(numbers) != len(items):
        raise OutsideError("a set of other values")
    return tuple(sorted(numbers, key=lambda number: _float(number.worth())))


def _float(value: Surd) -> float:
    """Return a number without symbols, but perhaps with constants, as a float."""
    total = 0.0
    for symbols, (factor, _) in value.coefficients().items():
        for name, exponent in symbols:
            factor *= _CONSTANTS[name] ** exponent
        total += factor
    return total


def _same_numbers(gold: Number, answer: Number) -> bool | None:
    one, other = gold.worth(), answer.worth()
    equal = one.terms == other.terms
    if "symbol" in (gold.form, answer.form):
        if gold.form != answer.form and equal:
            return None
        return equal
    if gold.form == answer.form == "integer":
        return equal or gold.value.terms == answer.value.terms
    if "float" in (gold.form, answer.form):
        if _symbols(one) or _symbols(other):
            return None if equal else False
        return _same_rounded(gold, answer)
    computed = 2 in (one.decimal, other.decimal)
    if equal:
        return None if computed else True
    if not _symbols(one) and not _symbols(other):
        return None if _close(one, other) else False
    return None if one.decimal or other.decimal else False


def _same_rounded(gold: Number, answer: Number) -> bool | None:
    """Return whether numbers are equal of which one is a decimal: exactly if the other is whole, and else rounded."""
    numbers = gold.worth(), answer.worth()
    sizes = [_float(number) for number in numbers]
    if abs(sizes[0] - sizes[1]) > 2 * 10**-_PLACES + _UNCLEAR * max(map(abs, sizes)):
        return False
    equal = numbers[0].terms == numbers[1].terms
    if equal and 2 not in (numbers[0].decimal, numbers[1].decimal):
        return True
    for given, number, size in zip((gold, answer), numbers, sizes, strict=True):
        if not number.decimal and (given.form == "integer" or abs(size - round(size)) < _UNCLEAR):
            return False if given.form == "integer" and not equal and max(map(abs, sizes)) < _LARGEST else None
    if max(map(abs, sizes)) > _LARGEST:
        return None
    places = [size * 10**_PLACES for size in sizes]
    if any(abs(abs(place - math.floor(place)) - 0.5) < _TIE for place in places):
        return None
    return bool(round(places[0]) == round(places[1]))
