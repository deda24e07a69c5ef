r"""Read answers as math-verify 0.9.0 does with latex2sympy2_extended 1.11.0, as far as their values are certain.

Read are numbers, percentages, fractions, roots, powers, products and sums of these and of letters, words in ``\text{}``,
sets, tuples, intervals, and assignments such as ``x=5``. Everything else raises `OutsideError`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from samescore.text.math_verify_expressions import NAMES, Number, read_expression
from samescore.text.surds import OutsideError

#: The longest text that is read.
_LONGEST = 200


class UnreadableError(ValueError):
    """math-verify cannot read a text."""


class Infinity(NamedTuple):
    """Infinity or its negative."""

    positive: bool


class Word(NamedTuple):
    r"""A word in ``\text{}``, in lowercase and without spaces."""

    name: str


class Several(NamedTuple):
    """The items of a set or, if they are ordered, of a tuple, as written."""

    items: tuple[Value, ...]
    is_ordered: bool


class Span(NamedTuple):
    """An interval."""

    start: Number | Infinity
    end: Number | Infinity
    left_open: bool
    right_open: bool


class Assigned(NamedTuple):
    """An equation whose first side is a letter; the value is its last side."""

    name: str
    value: Number | Infinity


Value = Number | Infinity | Word | Several | Span | Assigned

_GROUPED = re.compile(r"\s*-?\d{1,3}(,\d{3})+(\.\d+)?\s*", re.ASCII)
_PERCENT = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?\\?%")
_WORD = re.compile(r"\\text ?\{ *([A-Za-z][A-Za-z ]*)\}")
_ASSIGNED = re.compile(r" *([a-zA-Z]) *=(?!=)(.*)")
#: Where numbers with commas are ambiguous, letters begin a number or a differential, or a parser sees complex numbers.
_AMBIGUOUS = re.compile(r"[0-9],[0-9]{3}|[0-9.] *[eE]|d *(?:[a-zA-Z]|\\)|I|E|\bi\b")
#: In plain expressions, what Python reads in another way than LaTeX is read, or not at all.
_UNCLEAR = tuple(
    map(
        re.compile,
        (
            r"[^-+*/^(). 0-9]",
            r"\*\*|[0-9)] *\(|[0-9)] +[0-9]|\) *[0-9]",
            r"(?<![0-9.])0[0-9]",
            r"\^ *[-+]|\^ *[0-9.]+ *\^|\) *\^[^^]*\^",
        ),
    )
)
_DEGREES = re.compile(r"(.*[0-9]) ?\^ ?(?:\\circ|\{\\circ\})")
_COMMAND = re.compile(r"\\[A-Za-z]+")
_OPENING, _CLOSING = ("(", "[", "\\{"), (")", "]", "\\}")


def read_value(source: str) -> Value:
    r"""Return the value of a source of `samescore.text.math_verify_answers`.

    Raises `UnreadableError` for one that math-verify cannot read, such as ``5.``, and `OutsideError` for one that is
    unknown here.

    >>> read_value(r"2\frac{1}{2}") == read_value(r"\frac{5}{2}"), read_value("(1,2]").right_open
    (True, False)
    """
    text = source.strip()
    if text.endswith(" plain"):
        return _plain(text.removesuffix(" plain").strip())
    if len(text) > _LONGEST or not text.isascii():
        raise OutsideError("a long text, or one with other characters")
    if text.endswith("."):
        read_value(text.removesuffix("."))
        raise UnreadableError("a full stop")
    if text.endswith(" percent"):
        number = read_value(text.removesuffix(" percent"))
        if not isinstance(number, Number) or number.percent or number.form in ("symbol", "compound"):
            raise OutsideError("a percentage")
        return number._replace(percent=True)
    if _GROUPED.fullmatch(text):
        return read_expression(text.replace(",", ""))
    if _AMBIGUOUS.search(_COMMAND.sub(r"\\", text)) and not _WORD.fullmatch(text):
        raise OutsideError("an ambiguous text")
    if assigned := _ASSIGNED.fullmatch(text):
        return _assigned(assigned[1], assigned[2])
    inside = _in_brackets(text)
    if inside is None:
        return _listed(text)
    opening, items, closing = inside
    if opening == "\\{" and closing == "\\}":
        return Several(items, is_ordered=False)
    return _span_or_tuple(opening, items, closing)


def joined(values: list[Value]) -> Several:
    """Return the set of several answers, with the items of sets. Raises `OutsideError` for answers that are not numbers."""
    items: list[Value] = []
    for value in values:
        items += value.items if isinstance(value, Several) and not value.is_ordered else [value]
    if not all(isinstance(item, Number) for item in items):
        raise OutsideError("a set of other values")
    return Several(tuple(items), is_ordered=False)


def _assigned(name: str, rest: str) -> Assigned:
    if name in "dei" or "," in rest or ";" in rest:
        raise OutsideError("an equation")
    sides = [_item(side) for side in rest.split("=")]
    last = sides[-1]
    if not all(isinstance(side, Number) for side in sides) or not isinstance(last, Number):
        raise OutsideError("an equation")
    return Assigned(name.lower(), last)


def _in_brackets(text: str) -> tuple[str, tuple[Value, ...], str] | None:
    """Return the brackets around a list of values, and the values; None for any other text."""
    opening = next((sign for sign in _OPENING if text.startswith(sign)), None)
    closing = next((sign for sign in _CLOSING if text.endswith(sign)), None)
    if opening is None or closing is None or (opening == "(" and closing == ")" and "," not in text):
        return None
    parts = _parts(text[len(opening) : -len(closing)])
    return None if parts is None else (opening, tuple(map(_item, parts)), closing)


def _parts(text: str) -> list[str] | None:
    """Return the parts of a text between commas outside brackets; None if a bracket closes that is not open."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if depth < 0:
            return None
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def _span_or_tuple(opening: str, items: tuple[Value, ...], closing: str) -> Value:
    if len(items) == 2 and opening in ("(", "[") and closing in (")", "]"):
        start, end = items
        if isinstance(start, Number | Infinity) and isinstance(end, Number | Infinity):
            return _span(start, end, left_open=opening == "(", right_open=closing == ")")
    if len(items) > 2 and opening == "(" and closing == ")":
        return Several(items, is_ordered=True)
    raise OutsideError("other brackets")


def _span(start: Number | Infinity, end: Number | Infinity, *, left_open: bool, right_open: bool) -> Value:
    """Return an interval, or a pair if its ends are in the wrong order."""
    ends = [(end.positive - 0.5) * float("inf") if isinstance(end, Infinity) else _size(end) for end in (start, end)]
    if isinstance(start, Number) and isinstance(end, Number) and (start.percent or end.percent):
        raise OutsideError("an interval of percentages")
    if None in ends:
        if isinstance(start, Infinity) or isinstance(end, Infinity) or start.value.terms == end.value.terms:
            raise OutsideError("an interval of symbols")
    elif ends[0] >= ends[1]:  # type: ignore[operator]
        if left_open != right_open or isinstance(start, Infinity) or isinstance(end, Infinity) or ends[0] == ends[1]:
            raise OutsideError("an empty interval")
        return Several((start, end), is_ordered=True)
    return Span(start, end, left_open or isinstance(start, Infinity), right_open or isinstance(end, Infinity))


def _size(number: Number) -> float | None:
    """Return the size of a number; None if it has symbols, or if that is not certain."""
    found = number.worth().coefficients()
    if found.keys() - {()}:
        return None
    return found.get((), (0.0, 0.0))[0]


def _listed(text: str) -> Value:
    parts = _parts(text)
    if parts is None:
        raise OutsideError("brackets")
    items = [_item(part) for part in parts]
    if len(items) == 1:
        return items[0]
    if any(isinstance(item, Word | Infinity) for item in items):
        raise OutsideError("a set of other values")
    return Several(tuple(items), is_ordered=False)


def _item(text: str) -> Number | Infinity | Word:
    text = text.strip()
    if text in ("\\infty", "-\\infty", "+\\infty"):
        return Infinity(not text.startswith("-"))
    if found := _PERCENT.fullmatch(text):
        return read_expression(found[1])._replace(percent=True)
    if found := _WORD.fullmatch(text):
        name = found[1].replace(" ", "").lower()
        if len(name) < 2 or NAMES.fullmatch(name):
            raise OutsideError("a name")
        return Word(name)
    degrees = _DEGREES.fullmatch(text)
    return read_expression(degrees[1] if degrees else text)


def _plain(text: str) -> Number:
    """Return the value of a plain expression, which SymPy reads as Python does, without evaluation."""
    if text.rstrip().endswith(("+", "-", "*", "/", "^", ").")) or "×" in text or "÷" in text:
        raise UnreadableError("no expression of Python")
    if any(unclear.search(text) for unclear in _UNCLEAR) or not re.search(r"[0-9)] *[-+*/^]", text):
        raise OutsideError("another expression")
    return read_expression(text)._replace(form="compound")
