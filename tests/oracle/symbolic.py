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
            tokens = _tokens(text.strip())
            return [_whole(tokens, Decimal(place)) for place in (3, 7, 11)]
        except UnreadableError:
            return "unreadable"
        except (UnknownError, decimal.DecimalException):
            return "unknown"


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    while text:
        if text[0] == "\\":
            size = 1 + next((at for at, letter in enumerate(text[1:]) if letter not in LETTERS), len(text) - 1)
            size = max(size, 2)
        else:
            size = 2 if text[0] == "d" and text[1:2] in [*LETTERS] else 1
        token, text = text[:size], text[size:]
        if token in SPACES or token.isspace():
            continue
        if not (token in DIGITS or token[0] in LETTERS or token in "+-*/()[]{}^:,.!|_'=<>" or token[:1] == "\\"):
            raise UnreadableError
        if token in ("\\\\", "\\%", "\\$", "\\ "):
            raise UnreadableError
        tokens.append(SIGNS.get(token, token))
    for before, sign, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if sign == "x" and before in DIGITS and after in DIGITS:
            raise UnknownError
    return tokens


def _whole(tokens: list[str], place: Decimal) -> Decimal:
    if not tokens or tokens[0] in ")]}*/^,.=<>!" or tokens[0] in ("\\le", "\\leq", "\\}"):
        raise UnreadableError
    value, rest = _sum(tokens, place)
    if rest:
        raise UnknownError
    return value


Step = tuple[Decimal, list[str]]


def _left_to_right(tokens: list[str], place: Decimal, signs: str, read: Callable[[list[str], Decimal], Step]) -> Step:
    value, tokens = read(tokens, place)
    while tokens and tokens[0] in signs:
        other, rest = read(tokens[1:], place)
        value = {
            "+": lambda one, two: one + two,
            "-": lambda one, two: one - two,
            "*": lambda one, two: one * two,
            "/": lambda one, two: one / two,
        }[tokens[0]](value, other)
        tokens = rest
    return value, tokens


def _sum(tokens: list[str], place: Decimal) -> Step:
    return _left_to_right(tokens, place, "+-", _product)


def _product(tokens: list[str], place: Decimal) -> Step:
    return _left_to_right(tokens, place, "*/", _signed)


def _signed(tokens: list[str], place: Decimal) -> Step:
    if tokens and tokens[0] in "+-":
        value, rest = _signed(tokens[1:], place)
        return (-value if tokens[0] == "-" else value), rest
    value, rest = _power(tokens, place)
    while rest and (rest[0] in CLOSING or rest[0] in DIGITS or rest[0][0] in LETTERS or len(rest[0]) > 1):
        other, rest = _power(rest, place)
        value *= other
    return value, rest


def _power(tokens: list[str], place: Decimal) -> Step:
    value, rest = _atom(tokens, place)
    if rest[:1] == ["^"]:
        exponent, rest = _atom(rest[1:], place)
        value **= exponent
    return value, rest


def _atom(tokens: list[str], place: Decimal) -> Step:
    if not tokens:
        raise UnknownError
    token, rest = tokens[0], tokens[1:]
    if token in CLOSING:
        value, rest = _sum(rest, place)
        if rest[:1] != [CLOSING[token]]:
            raise UnreadableError if rest[:1] == [","] else UnknownError
        return value, rest[1:]
    if token in DIGITS:
        return _number(tokens)
    if token in ("\\frac", "\\dfrac"):
        above, rest = (Decimal(rest[0]), rest[1:]) if rest[0] in DIGITS else _atom(rest, place)
        below, rest = (Decimal(rest[0]), rest[1:]) if rest[0] in DIGITS else _atom(rest, place)
        return above / below, rest
    if token == "\\sqrt":
        if rest[:1] != ["{"]:
            raise UnknownError if rest[:1] == ["["] else UnreadableError
        value, rest = _atom(rest, place)
        return value.sqrt(), rest
    if (token[0] in LETTERS or token in SYMBOLS) and rest[:1] not in (["("], ["_"], ["'"]):
        return place + sum(map(ord, token)), rest
    raise UnknownError


def _number(tokens: list[str]) -> Step:
    size = next((at for at, token in enumerate(tokens) if token not in DIGITS), len(tokens))
    if tokens[size : size + 1] == ["."]:
        after = tokens[size + 1 :]
        size += 1 + next((at for at, token in enumerate(after) if token not in DIGITS), len(after))
    written = "".join(tokens[:size])
    if tokens[size : size + 1] == [","] and len(tokens) >= size + 4:
        group = tokens[size + 1 : size + 4]
        if all(digit in DIGITS for digit in group):
            written, size = written + "".join(group), size + 4
    if written[0] == "0" and written.isdigit() and int(written):
        raise UnreadableError
    if written[-1] == ".":
        raise UnreadableError if tokens == [*written] and size == 2 else UnknownError
    return Decimal(written), tokens[size:]
