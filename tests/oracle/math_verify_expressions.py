"""Expressions as math-verify reads them: their values in decimals of fifty digits for three choices of their symbols."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

DIGITS = "0123456789"
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
CONSTANTS = {
    "\\pi": Decimal("3.14159265358979323846264338327950288419716939937511"),
    "e": Decimal("2.71828182845904523536028747135266249775724709369996"),
}
# fmt: off
#: Names of constants and functions.
NAMES = (
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi",
    "omicron", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega", "sin", "cos", "tan", "cot", "sec",
    "csc", "exp", "log", "lg", "ln", "det", "rank", "tr", "max", "min", "gcd", "lcm", "mod", "lim", "floor", "ceil", "inf",
    "sqrt", "frac", "arc", "sgn", "eye", "ones", "zeros", "diag", "norm", "cols", "rows", "hstack", "vstack", "rref", "cup",
    "cap", "in",
)
# fmt: on


class UnknownError(Exception):
    """What math-verify does is not known."""


PLACES = (Decimal("3.1"), Decimal("7.3"), Decimal("11.9"))


def _made(
    values: list[Decimal], form: str, *operands: dict[str, Any], names: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """Return a number that is computed from others."""
    names = names.union(*(operand["names"] for operand in operands))
    if max(values) - min(values) < Decimal("1e-40"):
        names = names.intersection(CONSTANTS)
    rational = all(operand["rational"] for operand in operands) and not names
    computed = 2 if any(operand["decimals"] for operand in operands) else 0
    made = {"kind": "number", "values": values, "form": form, "names": names, "decimals": computed, "percent": False}
    return {**made, "rational": rational, "letters": "", "sum": any(operand["sum"] for operand in operands)}


def expression(text: str) -> dict[str, Any]:
    signs = _signs(text.rstrip(" "))
    letters = [sign for sign in signs if sign in LETTERS]
    together_written = text.replace(" ", "").lower()
    if len(letters) > 1 and "\\" not in text and any(name in together_written for name in NAMES):
        raise UnknownError
    number, rest = _sum(signs, 0)
    if rest:
        raise UnknownError
    word = "".join(letters).lower() if len(letters) == len(signs) > 1 else ""
    return {**number, "letters": word}


def _signs(text: str) -> list[str]:
    signs: list[str] = []
    at = 0
    while at < len(text):
        size = 1
        if text[at] in DIGITS:
            while at + size < len(text) and text[at + size] in DIGITS:
                size += 1
            if text[at + size : at + size + 1] == "." and text[at + size + 1 : at + size + 2] in [*DIGITS]:
                size += 2
                while at + size < len(text) and text[at + size] in DIGITS:
                    size += 1
        if text[at] == "\\":
            while at + size < len(text) and text[at + size] in LETTERS:
                size += 1
            if text[at : at + size] not in ("\\frac", "\\sqrt", "\\pi", "\\cdot", "\\times"):
                raise UnknownError
        elif text[at] not in DIGITS + LETTERS + "-+*/^(){}[] ":
            raise UnknownError
        if text[at] != " ":
            signs.append({"\\cdot": "*", "\\times": "*"}.get(text[at : at + size], text[at : at + size]))
        at += size
    return signs


Step = tuple[dict[str, Any], list[str]]


def _sum(signs: list[str], depth: int) -> Step:
    if depth > 19:
        raise UnknownError
    number, signs = _product(signs, depth)
    while signs[:1] in (["+"], ["-"]):
        factor = 1 if signs[0] == "+" else -1
        other, signs = _product(signs[1:], depth)
        total = [one + factor * two for one, two in zip(number["values"], other["values"], strict=True)]
        whole = number["rational"] and other["rational"]
        number = {**_made(total, "compound", number, other), "sum": not whole}
    return number, signs


def _product(signs: list[str], depth: int) -> Step:
    number, signs = _signed(signs, depth)
    while signs[:1] in (["*"], ["/"]):
        is_quotient = signs[0] == "/"
        other, signs = _signed(signs[1:], depth)
        number = _quotient(number, other) if is_quotient else _times(number, other)
    return number, signs


def _times(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    products = [a * b for a, b in zip(one["values"], other["values"], strict=True)]
    return _made(products, "compound", one, other)


def _quotient(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    if other["sum"] or not other["values"][0]:
        raise UnknownError
    quotients = [a / b for a, b in zip(one["values"], other["values"], strict=True)]
    form = _stored(quotients[0]) if one["form"] == other["form"] == "integer" else "compound"
    return _made(quotients, form, one, other)


def _stored(value: Decimal) -> str:
    return "integer" if value == value.to_integral_value() else "rational"


def _signed(signs: list[str], depth: int) -> Step:
    if signs[:1] not in (["+"], ["-"]):
        return _factors(signs, depth)
    number, rest = _signed(signs[1:], depth)
    if signs[0] == "+":
        return number, rest
    form = "compound" if number["form"] == "symbol" else number["form"]
    return {**number, "values": [-value for value in number["values"]], "form": form}, rest


def _factors(signs: list[str], depth: int) -> Step:
    number, rest = _power(signs, depth)
    if not rest or not (rest[0][0] in DIGITS + LETTERS or rest[0] in ("(", "{", "\\frac", "\\sqrt", "\\pi")):
        return number, rest
    other, rest = _factors(rest, depth)
    if number["form"] == "integer" and other["form"] in ("integer", "rational") and other["values"][0] > 0:
        if number["values"][0] < 0:
            raise UnknownError
        total = [one + two for one, two in zip(number["values"], other["values"], strict=True)]
        return _made(total, _stored(total[0]), number, other), rest
    return _times(number, other), rest


def _power(signs: list[str], depth: int) -> Step:
    base, rest = _atom(signs, depth)
    if rest[:1] != ["^"]:
        return base, rest
    if rest[1:2] != ["{"] and not (rest[1:2] and rest[1][0] in DIGITS + LETTERS):
        raise UnknownError
    exponent, rest = _atom(rest[1:], depth)
    power = exponent["values"][0]
    if not exponent["rational"] or exponent["decimals"] or power != power.to_integral_value() or abs(power) > 64:
        raise UnknownError
    if rest[:1] == ["^"] or (power <= 0 and not base["values"][0]) or (power < 0 and base["sum"]):
        raise UnknownError
    return _made([value**power for value in base["values"]], "compound", base), rest


def _atom(signs: list[str], depth: int) -> Step:
    if not signs:
        raise UnknownError
    sign, rest = signs[0], signs[1:]
    if sign in ("(", "{"):
        return _inside(signs, sign, depth)
    if sign[0] in DIGITS:
        return _literal(sign), rest
    if sign in LETTERS:
        if rest[:1] == ["("]:
            raise UnknownError
        return _symbol(sign.lower()), rest
    if sign == "\\pi":
        return _symbol(sign), rest
    if sign == "\\frac":
        above, rest = _inside(rest, "{", depth)
        below, rest = _inside(rest, "{", depth)
        return _quotient(above, below), rest
    if sign != "\\sqrt":
        raise UnknownError
    degree = 2
    if rest[:1] == ["["]:
        given, rest = _inside(rest, "[", depth)
        if not given["rational"]:
            raise UnknownError
        degree = int(given["values"][0])
    under, rest = _inside(rest, "{", depth)
    return _root(under, degree), rest


def _inside(signs: list[str], begin: str, depth: int) -> Step:
    if signs[:1] != [begin]:
        raise UnknownError
    number, rest = _sum(signs[1:], depth + 1)
    if rest[:1] != [{"(": ")", "{": "}", "[": "]"}[begin]]:
        raise UnknownError
    return number, rest[1:]


def _symbol(name: str) -> dict[str, Any]:
    values = [CONSTANTS[name]] * 3 if name in CONSTANTS else [(place + sum(map(ord, name))).ln() for place in PLACES]
    return _made(values, "compound" if name in CONSTANTS else "symbol", names=frozenset([name]))


def _literal(digits: str) -> dict[str, Any]:
    if len(digits.replace(".", "")) > 12:
        raise UnknownError
    form = "float" if "." in digits else "integer"
    return {**_made([Decimal(digits)] * 3, form), "decimals": int("." in digits)}


def _root(under: dict[str, Any], degree: int) -> dict[str, Any]:
    value = under["values"][0]
    if not under["rational"] or under["decimals"] or value < 0 or not 2 <= degree <= 64:
        raise UnknownError
    root = value.sqrt() if degree == 2 else value ** (1 / Decimal(degree)) if value else Decimal(0)
    near = Fraction(root).limit_denominator(10**6)
    exact = near**degree == Fraction(value).limit_denominator(10**9)
    if degree != 2 and not exact:
        raise UnknownError
    if exact:
        root = Decimal(near.numerator) / Decimal(near.denominator)
    return {**_made([root] * 3, "compound", under), "rational": exact, "sum": False}
