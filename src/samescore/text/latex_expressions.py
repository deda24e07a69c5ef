r"""Read expressions in LaTeX as SymPy's `parse_latex` does, as far as they are numbers, roots and products of symbols.

Source: `sympy.parsing.latex.parse_latex` with its ANTLR grammar. In this grammar letters that follow each other are a
product, ``5 6`` is 56, and what follows a complete expression is ignored.
"""

from __future__ import annotations

import re
from fractions import Fraction

from samescore.text.surds import OutsideError, Surd, fraction, symbol

#: The longest text that is read.
_LONGEST = 400
#: The deepest nesting of brackets.
_DEEPEST = 40
#: The most digits of a decimal number that floating point keeps.
_MOST_DIGITS = 15

_SKIPPED = (
    r"[ \t\r\n]+|\\[,:;!*\-./\"(=]|\\(?:thinspace|medspace|thickspace|quad|qquad|negthinspace|negmedspace"
    r"|negthickspace|left|right|vrule|vcenter|vbox|vskip|vspace|hfil)(?![a-zA-Z])"
)
_TOKEN = re.compile(
    rf"(?P<skipped>{_SKIPPED})|(?P<bar>\\(?:left|right)\|)|(?P<differential>d[ \t\r\n]*(?:[a-zA-Z]|\\[a-zA-Z]+))"
    r"|(?P<letter>[a-zA-Z])|(?P<digit>[0-9])|(?P<command>\\[a-zA-Z]+|\\[{}])|(?P<sign>[-+*/(){}\[\]|_^:!,.'<>=]|&[ \t\r\n]*=)"
)
_BRACKETS = {"(": ")", "[": "]", "{": "}", "\\{": "\\}"}
_FRACTIONS = ("\\frac", "\\dfrac", "\\tfrac")
_TIMES = ("*", "\\times", "\\cdot")
_DIVIDED = ("/", "\\div", ":")
# fmt: off
#: Commands of the grammar that are outside the domain.
_COMMANDS = frozenset((
    "langle", "rangle", "lim", "to", "rightarrow", "Rightarrow", "longrightarrow", "Longrightarrow", "int", "sum",
    "prod", "exp", "log", "lg", "ln", "sin", "cos", "tan", "csc", "sec", "cot", "arcsin", "arccos", "arctan",
    "arccsc", "arcsec", "arccot", "sinh", "cosh", "tanh", "arsinh", "arcosh", "artanh", "lfloor", "rfloor", "lceil",
    "rceil", "overline", "binom", "dbinom", "tbinom", "mathit", "neq", "leq", "le", "leqq", "leqslant", "geq", "ge",
    "geqq", "geqslant", "infty", "partial", "limits",
))
# fmt: on
#: Commands and signs with which no expression begins.
_NEVER_FIRST = frozenset(
    (
        *(
            ")",
            "]",
            "}",
            "\\}",
            "*",
            "/",
            ":",
            "^",
            "_",
            "!",
            ",",
            ".",
            "'",
            "<",
            ">",
            "=",
            "\\times",
            "\\cdot",
            "\\div",
        ),
        *("\\neq", "\\leq", "\\le", "\\leqq", "\\leqslant", "\\geq", "\\ge", "\\geqq", "\\geqslant"),
    )
)


class UnreadableError(ValueError):
    """`parse_latex` raises an exception for a text."""


def read_expression(text: str) -> Surd:
    r"""Return the value of an expression.

    Raises `UnreadableError` if `parse_latex` cannot read the text, and `OutsideError` if its value is outside the
    domain of `Surd`, or that is not known.

    >>> read_expression(r"\frac{1}{2}") == read_expression("2/4"), read_expression("xy") == read_expression("yx")
    (True, True)
    """
    if len(text) > _LONGEST:
        raise OutsideError("a long text")
    return _Reader(text.strip()).whole()


class _Reader:
    """Reads one text from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._depth = 0
        self._is_complete = False
        self._kind = self._lexeme = ""
        self._advance()

    def whole(self) -> Surd:
        """Return the value of the text, all of which must belong to one expression."""
        if not self._lexeme or self._lexeme in _NEVER_FIRST:
            raise UnreadableError("no expression")
        value = self._sum()
        if self._lexeme:
            raise OutsideError("more than an expression")
        return value

    def _advance(self) -> None:
        self._kind = "skipped"
        while self._kind == "skipped":
            if self._at == len(self._text):
                self._kind = self._lexeme = ""
                return
            found = _TOKEN.match(self._text, self._at)
            if found is None:
                raise UnreadableError("an unknown character")
            self._kind, self._lexeme, self._at = found.lastgroup or "", found[0], found.end()

    def _unreadable(self, problem: str) -> ValueError:
        """Return the error for a token that cannot follow, unless what precedes it may be read alone."""
        return OutsideError(problem) if self._is_complete else UnreadableError(problem)

    def _take(self) -> str:
        token = self._lexeme
        self._advance()
        return token

    def _sum(self) -> Surd:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise OutsideError("deep nesting")
        value = self._product()
        while self._lexeme in ("+", "-"):
            sign = self._take()
            other = self._product()
            value = value.plus(other if sign == "+" else other.negative())
        self._depth -= 1
        return value

    def _product(self) -> Surd:
        value = self._signed()
        while self._lexeme in (*_TIMES, *_DIVIDED):
            divided = self._take() in _DIVIDED
            other = self._signed()
            value = value.times(other.inverse() if divided else other)
        return value

    def _signed(self) -> Surd:
        negative = False
        while self._lexeme in ("+", "-"):
            negative ^= self._take() == "-"
        value = self._factors()
        return value.negative() if negative else value

    def _factors(self) -> Surd:
        """Read factors without a sign between them. An x between numbers, which is a sign, is outside the domain."""
        names = []
        value = fraction(Fraction(1))
        count = 0
        while self._kind in ("letter", "digit", "differential", "command") or self._lexeme in _BRACKETS:
            if self._lexeme in (*_TIMES, *_DIVIDED, "\\}"):
                break
            names.append(self._lexeme)
            factor = self._power()
            value = value.times(factor) if count else factor
            count += 1
            self._is_complete |= self._depth == 1
        if not count:
            raise OutsideError("no factor")
        if "x" in names[1:-1]:
            raise OutsideError("a sign or a symbol")
        return value

    def _power(self) -> Surd:
        base = self._atom()
        while self._lexeme == "^":
            self._take()
            if self._lexeme == "{":
                exponent = self._bracketed()
            elif self._kind in ("letter", "digit"):
                exponent = self._number() if self._kind == "digit" else self._symbol()
            else:
                raise OutsideError("an exponent")
            base = base.to_power(exponent)
        if self._lexeme in ("!", "_", "'", "|") or self._kind == "bar":
            raise OutsideError("an operator")
        return base

    def _atom(self) -> Surd:
        if self._lexeme in _BRACKETS:
            return self._bracketed()
        if self._kind == "digit":
            return self._number()
        if self._lexeme in _FRACTIONS:
            return self._fraction()
        if self._lexeme == "\\sqrt":
            return self._root()
        return self._symbol()

    def _bracketed(self) -> Surd:
        end = _BRACKETS[self._take()]
        if self._lexeme in _NEVER_FIRST:
            raise self._unreadable("nothing in brackets")
        value = self._sum()
        if self._lexeme != end:
            if self._lexeme == ",":
                raise self._unreadable("a list in brackets")
            raise OutsideError("other brackets")
        self._take()
        return value

    def _number(self) -> Surd:
        """Read digits, groups of three digits after commas, and decimals."""
        whole = self._digits()
        while self._lexeme == "," and re.match(r"\s*[0-9]\s*[0-9]\s*[0-9]", self._text[self._at :]):
            self._take()
            whole += "".join(self._take() for _ in range(3))
        if self._lexeme != ".":
            if whole != whole.lstrip("0") and whole.strip("0"):
                raise UnreadableError("a zero before a whole number")
            return fraction(Fraction(int(whole)))
        self._take()
        if self._kind != "digit":
            # SymPy 1.14 reads `12.` as 1, but raises an exception for `2.`.
            raise self._unreadable("no decimals") if len(whole) == 1 else OutsideError("no decimals")
        decimals = self._digits()
        if self._lexeme == ",":
            raise OutsideError("a comma after decimals")
        if len(whole + decimals) > _MOST_DIGITS:
            raise OutsideError("many digits")
        return fraction(Fraction(int(whole + decimals), 10 ** len(decimals)), decimal=1)

    def _digits(self) -> str:
        digits = ""
        while self._kind == "digit":
            digits += self._take()
        return digits

    def _symbol(self) -> Surd:
        name = self._lexeme
        if self._kind == "command" and name[1:] in _COMMANDS | {"{", "}"}:
            raise OutsideError("a command")
        if self._kind == "differential":
            name = re.sub(r"[\s\\]", "", name)
        self._take()
        if self._lexeme in ("(", "_", "'"):
            raise OutsideError("a function or another symbol")
        return symbol(name.removeprefix("\\"))

    def _fraction(self) -> Surd:
        self._take()
        parts = [self._part_of_fraction() for _ in range(2)]
        return parts[0].times(parts[1].inverse())

    def _part_of_fraction(self) -> Surd:
        if self._kind == "digit":
            return fraction(Fraction(int(self._take())))
        if self._lexeme != "{":
            raise self._unreadable("a fraction without braces")
        if re.match(r"\s*(d|\\partial)", self._text[self._at :]):
            raise OutsideError("a derivative")
        return self._bracketed()

    def _root(self) -> Surd:
        self._take()
        degree = 2
        if self._lexeme == "[":
            given = self._bracketed()
            degree = int(given.as_fraction()) if given.as_fraction().denominator == 1 else 0
        if self._lexeme != "{":
            raise self._unreadable("a root without braces")
        return self._bracketed().root(degree)
