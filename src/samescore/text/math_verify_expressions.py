"""Read expressions as math-verify 0.9.0 does: numbers, fractions, roots, powers, products and sums of these and letters."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from samescore.text.surds import OutsideError, Surd, fraction, symbol

#: The deepest nesting, and the most digits of a number.
_DEEPEST, _MOST_DIGITS = 20, 12
_TOKEN = re.compile(
    r" *(?:(?P<number>[0-9]+(?:\.[0-9]+)?)|(?P<letter>[A-Za-z])|(?P<command>\\(?:frac|sqrt|pi|cdot|times)(?![A-Za-z]))"
    r"|(?P<sign>[-+*/^(){}\[\]]))"
)
#: Names of constants and functions, which a word or letters must not spell.
NAMES = re.compile(
    r"alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|omicron|pi|rho|sigma|tau|upsilon|phi|chi|psi|omega"
    r"|sin|cos|tan|cot|sec|csc|exp|log|lg|ln|det|rank|tr|max|min|gcd|lcm|mod|lim|floor|ceil|inf|sqrt|frac|arc|sgn|eye|ones|zeros|diag"
    r"|norm|cols|rows|hstack|vstack|rref|cup|cap|in",
)


class Number(NamedTuple):
    """A number or an expression.

    `form` is ``integer``, ``rational`` or ``float`` for a number as SymPy stores it, ``symbol`` for a single symbol, and
    ``compound`` otherwise. A `percent` number is worth a hundredth of its value. `letters` has the letters of a product
    that is written as a word.
    """

    value: Surd
    form: str
    percent: bool = False
    letters: str = ""

    def worth(self) -> Surd:
        """Return the value, divided by 100 for a percentage."""
        return self.value.times(fraction(Fraction(1, 100))) if self.percent else self.value


def read_expression(text: str) -> Number:
    r"""Return the value of an expression. Raises `OutsideError` for one that is unknown here.

    >>> read_expression(r"2\frac{1}{2}") == read_expression(r"\frac{5}{2}"), read_expression("-x").form
    (True, 'compound')
    """
    return _Reader(text).whole()


class _Reader:
    """Reads one expression from left to right."""

    def __init__(self, text: str) -> None:
        self._depth = 0
        self._tokens: list[tuple[str, str]] = []
        at = 0
        text = text.rstrip(" ")
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise OutsideError("another sign")
            self._tokens.append((found.lastgroup or "", found[found.lastgroup or 0]))
            at = found.end()
        self._tokens.append(("end", ""))
        self._tokens.reverse()
        letters = [token for kind, token in self._tokens if kind == "letter"]
        if len(letters) > 1 and NAMES.search(text.replace(" ", "").replace("\\pi", "").lower()) and "\\" not in text:
            raise OutsideError("a name")
        self._is_word = len(letters) == len(self._tokens) - 1 > 1

    def whole(self) -> Number:
        """Return the value of the expression."""
        word = "".join(reversed([token for _, token in self._tokens])).lower() if self._is_word else ""
        number = self._sum()
        if self._kind != "end":
            raise OutsideError("more than an expression")
        return number._replace(letters=word)

    @property
    def _kind(self) -> str:
        return self._tokens[-1][0]

    @property
    def _lexeme(self) -> str:
        return self._tokens[-1][1]

    def _take(self, wanted: str = "") -> str:
        _, token = self._tokens.pop()
        if wanted and token != wanted:
            raise OutsideError("another sign")
        return token

    def _sum(self) -> Number:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise OutsideError("deep nesting")
        number = self._product()
        while self._lexeme in ("+", "-"):
            is_sum = self._take() == "+"
            other = self._product()
            number = Number(number.value.plus(other.value if is_sum else other.value.negative()), "compound")
        self._depth -= 1
        return number

    def _product(self) -> Number:
        number = self._signed()
        while self._lexeme in ("*", "/", "\\cdot", "\\times"):
            divided = self._take() == "/"
            other = self._signed()
            number = _quotient(number, other) if divided else Number(number.value.times(other.value), "compound")
        return number

    def _signed(self) -> Number:
        if self._lexeme not in ("+", "-"):
            return self._factors()
        negative = self._take() == "-"
        number = self._signed()
        if not negative:
            return number
        form = "compound" if number.form == "symbol" else number.form
        return Number(number.value.negative(), form)

    def _factors(self) -> Number:
        """Read factors without a sign between them; a whole number and a positive fraction after it are added."""
        number = self._power()
        if self._kind not in ("number", "letter") and self._lexeme not in ("(", "{", "\\frac", "\\sqrt", "\\pi"):
            return number
        other = self._factors()
        if number.form == "integer" and other.form in ("integer", "rational") and other.value.as_fraction() > 0:
            if number.value.as_fraction() < 0:
                raise OutsideError("a negative number before a fraction")
            total = number.value.plus(other.value)
            return Number(total, _form(total))
        return Number(number.value.times(other.value), "compound")

    def _power(self) -> Number:
        base = self._atom()
        if self._lexeme != "^":
            return base
        self._take()
        if self._lexeme == "{":
            exponent = self._bracketed("}")
        elif self._kind in ("number", "letter"):
            exponent = self._atom()
        else:
            raise OutsideError("an exponent")
        if self._lexeme == "^":
            raise OutsideError("a power of a power")
        return Number(base.value.to_power(exponent.value), "compound")

    def _atom(self) -> Number:
        kind, lexeme = self._tokens[-1]
        if lexeme in ("(", "{"):
            return self._bracketed(")" if lexeme == "(" else "}")
        self._take()
        if kind == "number":
            return _literal(lexeme)
        if kind == "letter":
            if self._lexeme == "(":
                raise OutsideError("a function")
            return Number(symbol(lexeme.lower()), "compound" if lexeme == "e" else "symbol")
        if lexeme == "\\pi":
            return Number(symbol("\\pi"), "compound")
        if lexeme == "\\frac":
            return _quotient(self._bracketed("}", "{"), self._bracketed("}", "{"))
        if lexeme == "\\sqrt":
            degree = 2
            if self._lexeme == "[":
                degree = int(self._bracketed("]").value.as_fraction())
            return Number(self._bracketed("}", "{").value.root(degree), "compound")
        raise OutsideError("another sign")

    def _bracketed(self, end: str, start: str = "") -> Number:
        self._take(start)
        number = self._sum()
        self._take(end)
        return number


def _form(value: Surd) -> str:
    return "integer" if value.as_fraction().denominator == 1 else "rational"


def _literal(digits: str) -> Number:
    if len(digits.replace(".", "")) > _MOST_DIGITS:
        raise OutsideError("many digits")
    if "." in digits:
        return Number(fraction(Fraction(digits), decimal=1), "float")
    return Number(fraction(Fraction(digits)), "integer")


def _quotient(number: Number, divisor: Number) -> Number:
    value = number.value.times(divisor.value.inverse())
    are_whole = number.form == divisor.form == "integer"
    return Number(value, _form(value) if are_whole else "compound")
