"""Equality of expressions in LaTeX as SymPy decides it: their values at several places, in decimals of fifty digits."""

from __future__ import annotations

import decimal
from collections.abc import Callable
from decimal import Decimal

DIGITS = "0123456789"
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#: Commands without a value of their own, and those that are symbols.
SPACES = ("\\left", "\\right", "\\quad", "\\,", "\\;", "\\!")
SYMBOLS = ("\\pi", "\\alpha", "\\text", "\\pm", "\\in", "\\iny")
SIGNS = {"\\cdot": "*", "\\times": "*", "\\div": "/", ":": "/"}
CLOSING = {"(": ")", "[": "]", "{": "}", "\\{": "\\}"}


class UnreadableError(Exception):
    """SymPy raises an exception."""


class UnknownError(Exception):
    """What SymPy does is not known."""


def zero_difference(answer: str, gold: str) -> bool | None:
    """Return whether the difference of two expressions is zero; None if that is not known."""
    values = [_values(text) for text in (answer, gold)]
    if "unreadable" in values:
        return False
    if "unknown" in values:
        return None
    if "infinite" in values:
        return False
    equal = all(abs(Decimal(one) - Decimal(other)) < Decimal("1e-30") for one, other in zip(*values, strict=True))
    computed = [text for text in (answer, gold) if "." in text and any(sign in text[1:] for sign in "+-*/^")]
    return None if equal and computed else equal


def _values(text: str) -> list[Decimal] | str:
    """Return the values of an expression for three choices of its symbols."""
    if not text:
        return "unreadable"
    if text in ("\\infty", "-\\infty", "+\\infty"):
        return "infinite"
    with decimal.localcontext(decimal.Context(prec=50)):
        try:
            signs = _tokens(text.strip())
            return [_whole(signs, Decimal(place)) for place in (3, 7, 11)]
        except UnreadableError:
            return "unreadable"
        except (UnknownError, decimal.DecimalException):
            return "unknown"


def _tokens(text: str) -> list[str]:
    signs: list[str] = []
    while text:
        if text[0] == "\\":
            size = 1 + next((at for at, letter in enumerate(text[1:]) if letter not in LETTERS), len(text) - 1)
            size = max(size, 2)
        else:
            size = 2 if text[0] == "d" and text[1:2] in [*LETTERS] else 1
        sign, text = text[:size], text[size:]
        if sign in SPACES or sign.isspace():
            continue
        if not (sign in DIGITS or sign[0] in LETTERS or sign in "+-*/()[]{}^:,.!|_'=<>" or sign[:1] == "\\"):
            raise _error_at(signs)
        if sign in ("\\\\", "\\%", "\\$", "\\ "):
            raise _error_at(signs)
        signs.append(SIGNS.get(sign, sign))
    for before, sign, after in zip(signs, signs[1:], signs[2:], strict=False):
        if sign == "x" and before in DIGITS and after in DIGITS:
            raise UnknownError
    return signs


def _error_at(before: list[str]) -> Exception:
    """Return the error for a character that is no sign, which SymPy only sees if it reads on up to there."""
    return UnknownError() if any(sign in "=<>!|_')]}" for sign in before) else UnreadableError()


def _whole(signs: list[str], place: Decimal) -> Decimal:
    if not signs or signs[0] in ")]}*/^,.=<>!" or signs[0] in ("\\le", "\\leq", "\\}"):
        raise UnreadableError
    value, rest = _sum(signs, place)
    if rest:
        raise UnknownError
    return value


Step = tuple[Decimal, list[str]]


def _left_to_right(
    given: list[str], place: Decimal, operators: str, read: Callable[[list[str], Decimal], Step]
) -> Step:
    value, signs = read(given, place)
    while signs and signs[0] in operators:
        other, rest = read(signs[1:], place)
        value = {
            "+": lambda one, two: one + two,
            "-": lambda one, two: one - two,
            "*": lambda one, two: one * two,
            "/": lambda one, two: one / two,
        }[signs[0]](value, other)
        signs = rest
    return value, signs


def _sum(signs: list[str], place: Decimal) -> Step:
    return _left_to_right(signs, place, "+-", _product)


def _product(signs: list[str], place: Decimal) -> Step:
    return _left_to_right(signs, place, "*/", _signed)


def _signed(signs: list[str], place: Decimal) -> Step:
    if signs and signs[0] in "+-":
        value, rest = _signed(signs[1:], place)
        return (-value if signs[0] == "-" else value), rest
    value, rest = _power(signs, place)
    while rest and (rest[0] in CLOSING or rest[0] in DIGITS or rest[0][0] in LETTERS or len(rest[0]) > 1):
        other, rest = _power(rest, place)
        value *= other
    return value, rest


def _power(signs: list[str], place: Decimal) -> Step:
    value, rest = _atom(signs, place)
    if rest[:1] == ["^"]:
        exponent, rest = _atom(rest[1:], place)
        value **= exponent
    return value, rest


def _atom(signs: list[str], place: Decimal) -> Step:
    if not signs:
        raise UnknownError
    sign, rest = signs[0], signs[1:]
    if sign in CLOSING:
        value, rest = _sum(rest, place)
        if rest[:1] != [CLOSING[sign]]:
            raise UnreadableError if rest[:1] == [","] else UnknownError
        return value, rest[1:]
    if sign in DIGITS:
        return _number(signs)
    if sign in ("\\frac", "\\dfrac"):
        above, rest = (Decimal(rest[0]), rest[1:]) if rest[0] in DIGITS else _atom(rest, place)
        below, rest = (Decimal(rest[0]), rest[1:]) if rest[0] in DIGITS else _atom(rest, place)
        return above / below, rest
    if sign == "\\sqrt":
        if rest[:1] != ["{"]:
            raise UnknownError if rest[:1] == ["["] else UnreadableError
        value, rest = _atom(rest, place)
        return value.sqrt(), rest
    if (sign[0] in LETTERS or sign in SYMBOLS) and rest[:1] not in (["("], ["_"], ["'"]):
        return place + sum(map(ord, sign)), rest
    raise UnknownError


def _number(signs: list[str]) -> Step:
    size = next((at for at, sign in enumerate(signs) if sign not in DIGITS), len(signs))
    if signs[size : size + 1] == ["."]:
        after = signs[size + 1 :]
        size += 1 + next((at for at, sign in enumerate(after) if sign not in DIGITS), len(after))
    written = "".join(signs[:size])
    if signs[size : size + 1] == [","] and len(signs) >= size + 4:
        group = signs[size + 1 : size + 4]
        if all(digit in DIGITS for digit in group):
            written, size = written + "".join(group), size + 4
    if written[0] == "0" and written.isdigit() and int(written):
        raise UnreadableError
    if written[-1] == ".":
        raise UnreadableError if signs == [*written] and size == 2 else UnknownError
    return Decimal(written), signs[size:]
