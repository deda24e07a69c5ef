"""Convert spelt-out English numbers to digits, as the number step of Whisper's English normalizer does.

Its side effects on other words are reproduced. Words are read from left to right. An unfinished number is held as an
integer, or as text if its digits have been written one after the other (``nineteen ninety nine`` is 1999).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from samescore.base.errors import MetricError

_ZEROS = frozenset(("o", "oh", "zero"))
_ONES = dict(
    zip(
        [
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ],
        range(1, 20),
        strict=True,
    )
)
_TENS = dict(
    zip(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], range(20, 100, 10), strict=True)
)
_MULTIPLIERS = {
    "hundred": 100,
    **{
        name: 1000**power
        for power, name in enumerate(
            [
                "thousand",
                "million",
                "billion",
                "trillion",
                "quadrillion",
                "quintillion",
                "sextillion",
                "septillion",
                "octillion",
                "nonillion",
                "decillion",
            ],
            start=1,
        )
    },
}
#: Number words with an ending, which close a number. ``ninth`` is missing, because Whisper expects its regular form.
_ENDED_ONES = {
    **{"sixes" if name == "six" else f"{name}s": (value, "s") for name, value in _ONES.items()},
    **{f"{name}h" if name[-1] == "t" else f"{name}th": (value, "th") for name, value in _ONES.items() if value > 3},
    "zeroth": (0, "th"),
    "first": (1, "st"),
    "second": (2, "nd"),
    "third": (3, "rd"),
    "fifth": (5, "th"),
    "twelfth": (12, "th"),
}
del _ENDED_ONES["fiveth"], _ENDED_ONES["twelveth"]
_ENDED_TENS = {
    **{f"{name[:-1]}ies": (value, "s") for name, value in _TENS.items()},
    **{f"{name[:-1]}ieth": (value, "th") for name, value in _TENS.items()},
}
_ENDED_MULTIPLIERS = {
    f"{name}{ending}": (value, ending) for name, value in _MULTIPLIERS.items() for ending in ("s", "th")
}
_SIGNS = {"minus": "-", "negative": "-", "plus": "+", "positive": "+"}
_CURRENCIES = {"pound": "£", "euro": "€", "dollar": "$", "cent": "¢"}
_CURRENCIES |= {f"{name}s": symbol for name, symbol in _CURRENCIES.items()}
_DECIMALS = frozenset((*_ONES, *_TENS, *_ZEROS))
_WORDS = frozenset(
    (
        *_DECIMALS, *_ENDED_ONES, *_ENDED_TENS, *_MULTIPLIERS, *_ENDED_MULTIPLIERS, *_SIGNS, *_CURRENCIES,
        *("per", "percent", "and", "double", "triple", "point"),
    )
)  # fmt: skip

_DIGIT = re.compile(r"\d")
_NUMERAL = re.compile(r"\d+(\.\d+)?")
_AND_A_HALF = re.compile(r"\band\s+a\s+half\b")
_LETTER_DIGIT = re.compile(r"([a-z])([0-9])")
_DIGIT_LETTER = re.compile(r"([0-9])([a-z])")
_SUFFIX = re.compile(r"([0-9])\s+(st|nd|rd|th|s)\b")
_WITH_CENTS = re.compile(r"([€£$])([0-9]+) (?:and )?¢([0-9]{1,2})\b")
_CENTS_ALONE = re.compile(r"[€£$]0.([0-9]{1,2})\b")  # whatever follows the 0
_LONE_ONE = re.compile(r"\b1(s?)\b")


def with_digits(text: str) -> str:
    """Replace the numbers in a lowercase text by digits, with single spaces between words.

    Raises `MetricError` for a number with more digits than Python converts.

    >>> with_digits("twenty twenty one"), with_digits("two dollars and seven cents"), with_digits("5 o'clock")
    ('2021', '$2.07', "5 o'clock")
    """
    words = _prepare(text).split()
    if _WORDS.isdisjoint(words) and not _DIGIT.search(text):
        return " ".join(words)  # neither a number nor a part of one
    try:
        written = " ".join(_Reader(words).read())
    except ValueError:
        raise MetricError("a number has too many digits") from None
    written = _WITH_CENTS.sub(lambda m: f"{m[1]}{m[2]}.{int(m[3]):02d}", written)
    written = _CENTS_ALONE.sub(lambda m: f"¢{int(m[1])}", written)
    return _LONE_ONE.sub(r"one\1", written)


def _prepare(text: str) -> str:
    """Replace ``and a half`` after a number by ``point five``, and put a space between letters and digits.

    There is no space between a digit and an ending such as ``th``.
    """
    *before, rest = _AND_A_HALF.split(text)
    parts = []
    for part in before:
        if part.strip():  # at the start the three words are dropped
            last = part.rsplit(maxsplit=1)[-1]
            parts += [part, "point five" if last in _DECIMALS or last in _MULTIPLIERS else "and a half"]
    if rest.strip():
        parts.append(rest)
    spaced = _LETTER_DIGIT.sub(r"\1 \2", " ".join(parts))
    return _SUFFIX.sub(r"\1\2", _DIGIT_LETTER.sub(r"\1 \2", spaced))


def _fraction(text: str | int) -> Fraction | None:
    try:
        return Fraction(text)
    except ValueError:
        return None


class _Reader:
    """Converts the numbers in a list of words to digits, looking at the word before and the word after.

    `written` is the output, `prefix` a sign or currency for the next number, and `held` the unfinished number.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self.written: list[str] = []
        self.prefix = ""
        self.held: int | str | None = None
        self.skip = False

    def read(self) -> list[str]:
        around = zip(["", *self.words], self.words, [*self.words[1:], ""], strict=False)
        for before, word, after in around:
            if self.skip:
                self.skip = False
            else:
                self._read(before, word, after)
        self._finish()
        return self.written

    def _write(self, text: str | int) -> None:
        self.written.append(f"{self.prefix}{text}")
        self.prefix, self.held = "", None

    def _finish(self) -> None:
        if self.held is not None:
            self._write(self.held)

    def _write_word(self, word: str) -> None:
        self._finish()
        self._write(word)

    def _append(self, digits: str) -> None:
        """Append digits to the held number, which becomes text; a held integer 0 is dropped."""
        self.held = f"{self.held or ''}{digits}"

    def _read(self, before: str, word: str, after: str) -> None:
        sign = word[0] if word[0] in "-+£€$¢" else ""
        if _NUMERAL.fullmatch(word[len(sign) :]):
            self._numeral(word, sign)
        elif word not in _WORDS:
            self._write_word(word)
        elif word in _ZEROS:
            self._append("0")
        elif word in _ONES:
            self.held = self._with_ones(_ONES[word], before)
        elif word in _ENDED_ONES:
            number, ending = _ENDED_ONES[word]
            self._write(f"{self._with_ones(number, before)}{ending}")
        elif word in _TENS:
            self.held = self._with_tens(_TENS[word])
        elif word in _ENDED_TENS:
            number, ending = _ENDED_TENS[word]
            self._write(f"{self._with_tens(number)}{ending}")
        elif word in _MULTIPLIERS:
            self._multiply(_MULTIPLIERS[word], "")
        elif word in _ENDED_MULTIPLIERS:
            self._multiply(*_ENDED_MULTIPLIERS[word])
        else:
            self._special(before, word, after)

    def _numeral(self, word: str, sign: str) -> None:
        number = _fraction(word[len(sign) :])
        if number is None:
            raise MetricError("a number has too many digits")
        if isinstance(self.held, str) and self.held.endswith("."):
            self.held += word
            return
        self._finish()
        self.prefix = sign or self.prefix
        self.held = number.numerator if number.denominator == 1 else word[len(sign) :]

    def _with_ones(self, number: int, before: str) -> int | str:
        """Return the held number combined with a number below 20: added if its last digits are zeros, else appended."""
        held = self.held
        if held is None:
            return number
        if isinstance(held, str) or before in _ONES:
            in_place = before in _TENS and number < 10
            return f"{str(held)[:-1]}{number}" if in_place else f"{held}{number}"
        return held + number if held % (10 if number < 10 else 100) == 0 else f"{held}{number}"

    def _with_tens(self, number: int) -> int | str:
        held = self.held
        if held is None:
            return number
        return held + number if not isinstance(held, str) and held % 100 == 0 else f"{held}{number}"

    def _multiply(self, multiplier: int, ending: str) -> None:
        """Multiply the held number; if `ending` is not empty, write it with the ending at once.

        Without a held number, hold the multiplier. If text cannot be multiplied, write it and hold the multiplier.
        """
        held = self.held
        if held is None:
            self.held = multiplier
        elif isinstance(held, str):
            number = _fraction(held)
            product = None if number is None else number * multiplier
            if product is not None and product.denominator == 1:
                self.held = product.numerator
            else:
                self._write(held)
                self.held = multiplier
        else:  # only the part below 1000 is multiplied
            self.held = held // 1000 * 1000 + held % 1000 * multiplier
        if ending:
            self._write(f"{self.held}{ending}")

    def _special(self, before: str, word: str, after: str) -> None:
        """Read a sign, a currency, a percent word, or a word that belongs to a number only before a number word."""
        numeric = after in _WORDS or bool(_NUMERAL.fullmatch(after))
        if word in _SIGNS:
            self._finish()
            if numeric:
                self.prefix = _SIGNS[word]
            else:
                self._write(word)
        elif word in _CURRENCIES:
            if self.held is None:
                self._write(word)
            else:
                self.prefix = _CURRENCIES[word]
                self._write(self.held)
        elif word in ("per", "percent"):
            self._percent(word, after)
        elif not numeric:
            self._write_word(word)
        elif word == "and":
            if before not in _MULTIPLIERS:
                self._write_word(word)
        elif word == "point":
            if after in _DECIMALS or _NUMERAL.fullmatch(after):
                self._append(".")
        elif after in _ONES or after in _ZEROS:  # double or triple
            self._append(str(_ONES.get(after, 0)) * (2 if word == "double" else 3))
            self.skip = True
        else:
            self._write_word(word)

    def _percent(self, word: str, after: str) -> None:
        self.skip = self.held is not None and word == "per" and after == "cent"
        if self.held is not None and (word == "percent" or self.skip):
            self._write(f"{self.held}%")
        else:
            self._write_word(word)
