"""Values of answers as math-verify compares them: numbers, sets, tuples, intervals, words and equations."""

from __future__ import annotations

import decimal
from decimal import Decimal
from typing import Any

from tests.oracle.math_verify_expressions import CONSTANTS, UnknownError

Reading = dict[str, Any] | str
CLOSE = Decimal("1e-9")


def same(answer: Reading, gold: Reading) -> bool | None:
    """Return whether a value equals a gold value; None if that is not known."""
    if "none" in (answer, gold):
        return False
    if isinstance(answer, str) or isinstance(gold, str):
        return None
    with decimal.localcontext(decimal.Context(prec=50)):
        try:
            return _same(answer, gold)
        except UnknownError:
            return None


def _same(answer: dict[str, Any], gold: dict[str, Any]) -> bool | None:
    if answer["kind"] == gold["kind"] == "equation":
        return _same_equations(answer, gold)
    answer, gold = (each["value"] if each["kind"] == "equation" else each for each in (answer, gold))
    kinds = (answer["kind"], gold["kind"])
    if kinds == ("interval", "interval"):
        return _each(answer["items"], gold["items"]) if answer["open"] == gold["open"] else False
    if {"set", "tuple", "interval"} & {*kinds}:
        return _same_items(answer, gold)
    if "infinity" in kinds:
        return answer == gold
    if "word" in kinds:
        names = [each["name"] if each["kind"] == "word" else each["letters"] for each in (answer, gold)]
        return bool(names[0] == names[1])
    return _same_numbers(answer, gold)


def _each(answers: list[Any], golds: list[Any]) -> bool | None:
    if len(answers) != len(golds):
        return False
    decided = [_same(answer, gold) for answer, gold in zip(answers, golds, strict=True)]
    return False if False in decided else None if None in decided else True


def _same_equations(answer: dict[str, Any], gold: dict[str, Any]) -> bool | None:
    one, other = answer["value"], gold["value"]
    if one["percent"] or other["percent"] or one["decimals"] or other["decimals"]:
        return None
    if answer["name"] == gold["name"]:
        return equal_values(one, other)
    return None if (one["names"] | other["names"]) - CONSTANTS.keys() else False


def _items(value: dict[str, Any]) -> tuple[list[Any], bool] | None:
    """Return the items of a value, and whether they are ordered; None for an interval that is not open."""
    if value["kind"] == "interval":
        return (value["items"], True) if value["open"] == (True, True) else None
    return (value["items"], value["kind"] == "tuple") if value["kind"] in ("set", "tuple") else ([value], False)


def _same_items(answer: dict[str, Any], gold: dict[str, Any]) -> bool | None:
    listed, listed_golds = _items(answer), _items(gold)
    if listed is None or listed_golds is None:
        return False
    (answers, ordered), (golds, gold_ordered) = listed, listed_golds
    if gold_ordered and ordered:
        return _each(answers, golds)
    if gold_ordered:
        distinct = _distinct(answers)
        return len(distinct) == len(answers) and _each(answers, golds)
    return _each(_sorted(answers, ordered), _sorted(golds, gold_ordered))


def _sorted(items: list[Any], ordered: bool) -> list[Any]:
    items = items if ordered else _distinct(items)
    if len(items) < 2:
        return items
    if any(item["kind"] != "number" or item["names"] - CONSTANTS.keys() for item in items):
        raise UnknownError
    return sorted(items, key=lambda item: worth(item)[0])


def _distinct(items: list[Any]) -> list[Any]:
    if len(items) > 1 and any(item["kind"] != "number" for item in items):
        raise UnknownError
    kept: list[Any] = []
    for item in items:
        if any(_similar(item, other) for other in kept):
            if item["form"] in ("integer", "rational") and item in kept:
                continue
            raise UnknownError
        kept.append(item)
    return kept


def _similar(one: dict[str, Any], other: dict[str, Any]) -> bool:
    if (one["names"] | other["names"]) - CONSTANTS.keys():
        return _equal_worths(one, other)
    sizes = worth(one)[0], worth(other)[0]
    return abs(sizes[0] - sizes[1]) <= CLOSE * max(Decimal(1), abs(sizes[0]))


def worth(number: dict[str, Any]) -> list[Decimal]:
    return [value / 100 if number["percent"] else value for value in number["values"]]


def _near(ones: list[Decimal], others: list[Decimal]) -> bool:
    return all(abs(one - other) < Decimal("1e-30") for one, other in zip(ones, others, strict=True))


def equal_values(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return _near(one["values"], other["values"])


def _equal_worths(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return _near(worth(one), worth(other))


def _same_numbers(answer: dict[str, Any], gold: dict[str, Any]) -> bool | None:
    equal = _equal_worths(answer, gold)
    forms = {answer["form"], gold["form"]}
    if "symbol" in forms:
        return equal if len(forms) == 1 or not equal else None
    if forms == {"integer"}:
        return equal or equal_values(answer, gold)
    symbols = (answer["names"] | gold["names"]) - CONSTANTS.keys()
    if "float" in forms:
        if symbols:
            return None if equal else False
        return _same_rounded(answer, gold, equal=equal)
    if equal:
        return None if 2 in (answer["decimals"], gold["decimals"]) else True
    if not symbols:
        return None if _similar(gold, answer) else False
    return None if answer["decimals"] or gold["decimals"] else False


def _same_rounded(answer: dict[str, Any], gold: dict[str, Any], *, equal: bool) -> bool | None:
    sizes = [worth(gold)[0], worth(answer)[0]]
    largest = max(map(abs, sizes))
    if abs(sizes[0] - sizes[1]) > Decimal("2e-6") + CLOSE * largest:
        return False
    decimals = [
        max(number["decimals"], 2 if number["percent"] and number["decimals"] else 0) for number in (gold, answer)
    ]
    if equal and 2 not in decimals:
        return True
    for number, size, has_decimals in zip((gold, answer), sizes, decimals, strict=True):
        if not has_decimals and (number["form"] == "integer" or abs(size - round(size)) < CLOSE):
            return False if number["form"] == "integer" and not equal and largest < Decimal(10**7) else None
    if largest > Decimal(10**7):
        return None
    places = [size * 10**6 for size in sizes]
    if any(
        abs(abs(place - place.to_integral_value(decimal.ROUND_FLOOR)) - Decimal("0.5")) < Decimal("1e-3")
        for place in places
    ):
        return None
    return round(places[0]) == round(places[1])
