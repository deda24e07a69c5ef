"""Read numbers that are written with any digits, Chinese numerals, vulgar fractions or superscripts, as inspect-ai does."""

from __future__ import annotations

import re
import unicodedata

#: Signs before a number; each of the second string reverses it.
_PLUS, _MINUS = "+\uff0b\ufe62\u6b63", "-\u2212\ufe63\uff0d\u8d1f\u8ca0"
#: The signs of exponents after the letter E, in ASCII.
_SIGNS_OF_EXPONENTS = {**dict.fromkeys(_PLUS[:-1], "+"), **dict.fromkeys(_MINUS[:-2], "-")}
#: Characters between digits, besides white space, that are skipped.
_SEPARATORS = "\uff0c\ufe50\u3001\u066c'\u2019\u02bc\uff07"
_SIGNS = re.compile(rf"(?:[{re.escape(_PLUS + _MINUS)}]\s*)*")
#: An exponent at the start of a reversed number.
_EXPONENT = re.compile(rf"[\s{_SEPARATORS}]*([⁰¹²³⁴⁵⁶⁷⁸⁹]+[⁻⁺]?)")
_AS_ASCII = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
#: Decimal points, for digits and for Chinese numerals.
_POINTS, _CHINESE_POINTS = ".\u066b\uff0e", "点點\uff0e."
_ZEROS = "零〇○"
_DIGITS = {
    **dict.fromkeys(_ZEROS, 0),
    **{
        character: value
        for value, characters in enumerate(
            ("一壹幺", "二贰貳两兩", "三叁參", "四肆", "五伍", "六陆陸", "七柒", "八捌", "九玖"), 1
        )
        for character in characters
    },
}
_TENS = {"廿": 20, "卅": 30, "卌": 40}
_UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_LARGE_UNITS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12}
_CHINESE = {*_DIGITS, *_TENS, *_UNITS, *_LARGE_UNITS, *"点點负負正"}


def number_of(text: str) -> float | None:
    """Return the number that a text without ASCII commas consists of; None for other texts.

    Raises `OverflowError` for a Chinese number too large for a double.

    >>> number_of("-2½"), number_of("十八"), number_of("1.5⁻²"), number_of("18 eggs")
    (-2.5, 18.0, 0.4444444444444444, None)
    """
    try:
        return _signed(text.strip())
    except ValueError:
        return None


def _signed(text: str) -> float:
    signs = _SIGNS.match(text)[0]  # type: ignore[index]  # it matches nothing, too
    negative = sum(character in _MINUS for character in signs) % 2 == 1
    text = text[len(signs) :]
    value = unicodedata.numeric(text, None) if len(text) == 1 else None
    exponent = None
    if value is None:
        found = _EXPONENT.match(text[::-1])
        if found and (base := text[: -found.end()].rstrip()):
            text, exponent = base, int(found[1][::-1].translate(_AS_ASCII))
        value = _with_fraction(text)
    value = -value if negative else value
    if exponent is None:
        return value
    try:
        return float(value**exponent)
    except (ArithmeticError, OverflowError):
        raise ValueError("the power is not a number") from None


def _with_fraction(text: str) -> float:
    """Return the value of a number that may end in a vulgar fraction, such as two and a half."""
    fractions = [at for at, character in enumerate(text) if 0 < unicodedata.numeric(character, 0) < 1]
    if not fractions:
        return _whole(text)
    head, tail = text[: fractions[0]].strip(), text[fractions[0] + 1 :]
    if any(not character.isspace() and character not in _SEPARATORS for character in tail):
        raise ValueError("text after the fraction")
    return (_whole(head) if head else 0.0) + unicodedata.numeric(text[fractions[0]])


def _whole(text: str) -> float:
    """Return the value of a number without signs and fractions. Raises `ValueError` for other texts."""
    text = text.strip()
    value = _chinese(text) if not _CHINESE.isdisjoint(text) else None
    if value is None:
        value = _in_any_script(text)
    if value is None and len(text) == 1:
        value = unicodedata.numeric(text)
    if value is None:
        raise ValueError("not a number")
    return value


def _in_any_script(text: str) -> float | None:
    """Return the number written with digits of any script, a decimal point, and an exponent after the letter E."""
    written, at = "", 0
    while at < len(text):
        character = text[at]
        at += 1
        if character in "eE" and not {"e", "E"} & set(written):
            if not written:
                return None
            sign = text[at : at + 1]
            at += bool(sign) and sign in _SIGNS_OF_EXPONENTS
            written += character + _SIGNS_OF_EXPONENTS.get(sign, "")
        elif character in _POINTS:
            if "." in written:
                return None
            written += "."
        elif not character.isspace() and character not in _SEPARATORS:
            digit = _digit(character)
            if digit is None:
                return None
            written += digit
    try:
        return float(written)
    except ValueError:
        return None


def _digit(character: str) -> str | None:
    value = unicodedata.decimal(character, None)
    value = unicodedata.digit(character, None) if value is None else value
    value = _DIGITS.get(character) if value is None else value
    return None if value is None else str(value)


def _chinese(text: str) -> float | None:
    """Return the number written with Chinese numerals, perhaps among other digits and after a decimal point."""
    point = next((point for point in _CHINESE_POINTS if point in text), None)
    whole, _, decimals = text.partition(point) if point else (text, "", "")
    if any(character in _TENS or character in _UNITS or character in _LARGE_UNITS for character in whole):
        value = _with_units(whole)
    else:
        digits = [_digit(character) for character in whole if not character.isspace()]
        value = None if None in digits else int("".join(map(str, digits)) or "0")
    digits = [_digit(character) for character in decimals if not character.isspace()]
    if value is None or None in digits:
        return None
    part, place = 0.0, 0.1
    for digit in digits:
        part += int(str(digit)) * place
        place /= 10.0
    return float(value) + part


def _with_units(text: str) -> int | None:
    """Return the whole number of digits before units of ten, a hundred and so on."""
    total = section = number = 0
    for character in text:
        if character in _TENS:
            section += _TENS[character]
        elif character in _UNITS:
            section, number = section + (number or 1) * _UNITS[character], 0
        elif character in _LARGE_UNITS:
            total, section, number = total + (section + number) * _LARGE_UNITS[character], 0, 0
        elif not character.isspace() and character not in _ZEROS:
            digit = _digit(character)
            if digit is None:
                return None
            number = int(digit)
    return total + section + number
