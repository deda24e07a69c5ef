"""Compare the numbers in an output with a gold answer, as the scorer match(numeric=True) of inspect-ai does.

The releases 0.3.285 and 0.3.180 differ. The texts have no white space at their ends.
"""

from __future__ import annotations

import math
import re
import string
from collections.abc import Callable

from samescore.text.unicode_numerals import number_of

#: Where the gold answer has to be, by the argument `location`.
PLACES: dict[str, Callable[[str, str], bool]] = {
    "end": str.endswith,
    "begin": str.startswith,
    "any": str.__contains__,
    "exact": str.__eq__,
}
_TRIMMED = "!?:;()[]{}'\"`"


def matches(answer: str, gold: str, place: str) -> bool:
    """Return whether the number at a place of the answer equals the gold number, both to five digits.

    A gold answer that is not a number has to be at that place of the text, apart from punctuation at their ends.
    """
    gold = _plain(_unescaped(gold))
    wanted = _five_digits(gold.strip(_TRIMMED))
    if wanted is None:
        return PLACES[place](_bare(answer), _bare(gold))
    answer = _plain(_unescaped(answer))
    if place == "exact":
        return _five_digits(answer) == wanted
    words = re.split(r"\s+", answer)
    found = (_five_digits(word.strip(_TRIMMED)) for word in (reversed(words) if place == "end" else words))
    numbers = (number for number in found if number is not None)
    return wanted in numbers if place == "any" else next(numbers, None) == wanted


def matches_in_0_3_180(answer: str, gold: str, place: str) -> bool:
    """Return whether the gold answer is at a place of the answer, as release 0.3.180 compares them.

    If the gold answer consists of numeric characters, the first such word from that end is compared, to five digits.
    Otherwise, and for a number anywhere, the texts are compared. Raises `ValueError` or `OverflowError` for numeric
    characters that are not a number.
    """
    if not gold.isnumeric():
        return PLACES[place](_bare(answer), _bare(gold))
    answer = _plain(answer)
    if place in ("begin", "end"):
        words = re.split(r"\s+", answer)[:: -1 if place == "end" else 1]
        answer = next((word for word in words if _is_numeric(word)), words[0])
    if place != "any" and _is_numeric(answer):
        answer = _old_five_digits(answer)
    return PLACES[place](answer, _old_five_digits(gold))


def _unescaped(text: str) -> str:
    return re.sub(r"\\([$,£€*_])", r"\1", text)


def _plain(text: str) -> str:
    """Delete currency signs, commas, asterisks, underscores, and full stops that no digit follows."""
    return re.sub(r"\.(?!\d)", "", re.sub("[$,£€*_]", "", text))


def _bare(text: str) -> str:
    return text.strip(string.whitespace + string.punctuation)


def _five_digits(text: str) -> str | None:
    """Return the finite number that a text consists of, to five digits; None for other texts."""
    for parse in (float, number_of):
        try:
            number = parse(text)
        except ValueError:
            continue
        if number is not None and math.isfinite(number):
            return format(number, ".5g")
    return None


def _is_numeric(text: str) -> bool:
    return text.replace(".", "").isnumeric()


def _old_five_digits(text: str) -> str:
    number = _leading_number(text)
    number = number_of(text) if number is None else number
    if number is None:
        raise ValueError(f"inspect-ai 0.3.180 cannot parse the number {text!r:.40}")
    return format(number, ".5g")


_FRACTIONS = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def _leading_number(text: str) -> float | None:
    """Return the number at the start of a numeric text plus its fraction, to the power of its superscripts.

    The fraction can be anywhere before the superscripts. Return None if there are several, or another beginning.
    """
    before, power = re.match(r"([^⁰¹²³⁴⁵⁶⁷⁸⁹]*)(.*)", text, re.DOTALL).groups()  # type: ignore[union-attr]
    fractions = [character for character in before if character in _FRACTIONS]
    digits = "".join(character for character in before if character not in _FRACTIONS)
    found = re.match(r"\d+(?:\.\d+)?", digits)
    if len(fractions) > 1 or (digits and not found):
        return None
    value = float(found[0]) if found else 0.0 if fractions else 1.0
    value += number_of(fractions[0]) or 0.0 if fractions else 0.0
    if not power:
        return value
    try:
        return float(value ** int(power.translate(_SUPERSCRIPTS)))
    except ValueError:
        return None
