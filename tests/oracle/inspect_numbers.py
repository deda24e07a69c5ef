"""Numbers in outputs as inspect-ai's match(numeric=True) compares them, in exact fractions."""

from __future__ import annotations

import unicodedata
from fractions import Fraction

from tests.oracle.answers import ASCII_PUNCTUATION
from tests.oracle.arithmetic import OracleError

ENDS = "".join(ASCII_PUNCTUATION) + " \t\n\r\v\f"
SIGNS = {**dict.fromkeys("+\uff0b\ufe62\u6b63", 1), **dict.fromkeys("-\u2212\ufe63\uff0d\u8d1f\u8ca0", -1)}
SKIPPED = "\uff0c\ufe50\u3001\u066c'\u2019\u02bc\uff07"
#: An exponent that makes any other number than 0 and 1 infinite or zero.
_LARGE = 5000
#: The value of each Chinese numeral, and whether it is a digit, a unit, a large unit, or tens.
NUMERALS = {
    **{
        character: (value, kind)
        for kind, table in (
            ("digit", "〇零○=0 一壹幺=1 二贰貳两兩=2 三叁參=3 四肆=4 五伍=5 六陆陸=6 七柒=7 八捌=8 九玖=9"),
            ("unit", "十拾=10 百佰=100 千仟=1000"),
            ("large", "万萬=10000 亿億=100000000 兆=1000000000000"),
            ("tens", "廿=20 卅=30 卌=40"),
        )
        for entry in table.split(" ")
        for character in entry.split("=")[0]
        for value in [int(entry.split("=")[1])]
    }
}
SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+", strict=True))


def right(answer: str, gold: str, how: str) -> bool:
    """Return whether an answer is right; `how` is a value of `equal`, such as ``inspect-end``."""
    *_, release, place = ("inspect", "new", *how.split("-")[1:])[-3:]
    if release == "0.3.180":
        return _old(answer, gold, place)
    number = five_digits(_trimmed(_cleaned(gold, old=False), "!?:;()[]{}'\"`"))
    if number is None:
        return _placed(_trimmed(answer, ENDS), _trimmed(_cleaned(gold, old=False), ENDS), place)
    answer = _cleaned(answer, old=False)
    if place == "exact":
        return five_digits(answer) == number
    found = [five_digits(_trimmed(word, "!?:;()[]{}'\"`")) for word in answer.split()]
    found = [each for each in found if each is not None]
    return number in {"end": found[-1:], "begin": found[:1], "any": found}[place]


def _old(answer: str, gold: str, place: str) -> bool:
    if not gold.isnumeric():
        return _placed(_trimmed(answer, ENDS), _trimmed(gold, ENDS), place)
    answer, wanted = _cleaned(answer, old=True), _old_digits(gold)
    words = answer.split() or [""]
    numeric = [word for word in words if "".join(word.split(".")).isnumeric()]
    if place in ("begin", "end"):
        # white space at an end leaves an empty word there
        at_end = {"begin": answer[:1], "end": answer[-1:]}[place].isspace()
        others = [""] if at_end else words
        answer = (numeric or others)[{"begin": 0, "end": -1}[place]]
    if place != "any" and "".join(answer.split(".")).isnumeric():
        answer = _old_digits(answer)
    return _placed(answer, wanted, place)


def _placed(answer: str, gold: str, place: str) -> bool:
    starts = [at for at in range(len(answer) + 1) if answer[at : at + len(gold)] == gold]
    last = len(answer) - len(gold)
    return {"end": last in starts, "begin": 0 in starts, "any": bool(starts), "exact": answer == gold}[place]


def _trimmed(text: str, characters: str) -> str:
    inside = [at for at, character in enumerate(text) if character not in characters]
    return text[inside[0] : inside[-1] + 1] if inside else ""


def _cleaned(text: str, *, old: bool) -> str:
    marks = "$,\u00a3\u20ac*_"
    kept = [
        character
        for character, following in zip(text, text[1:] + " ", strict=False)
        if character not in marks and not (not old and character == "\\" and following in marks)
    ]
    return "".join(
        character
        for character, following in zip(kept, [*kept[1:], " "], strict=False)
        if character != "." or following.isdecimal()
    )


def five_digits(text: str) -> str | None:
    """Return the number that the text consists of, to five digits; None for other texts."""
    try:
        plain = float(text)
        if abs(plain) < float("inf"):
            return f"{plain:.5g}"
    except ValueError:
        pass
    return _value(text.strip())


def _shown(value: Fraction | None) -> str | None:
    return None if value is None or abs(value) > 10**308 else f"{float(value):.5g}"


def _value(text: str) -> str | None:
    """Return the number to five digits, in which zero keeps its sign."""
    sign = 1
    while text and text[0] in SIGNS:
        sign, text = sign * SIGNS[text[0]], text[1:].strip()
    if len(text) == 1 and unicodedata.numeric(text, None) is not None:
        return _signed(sign, Fraction(unicodedata.numeric(text)), 1)
    body = text
    while body and (body[-1] in SKIPPED or body[-1].isspace()):
        body = body[:-1]
    digits = ""
    while body and body[-1] in SUPERSCRIPTS and SUPERSCRIPTS[body[-1]].isdigit():
        digits, body = SUPERSCRIPTS[body[-1]] + digits, body[:-1]
    if digits and body and body[-1] in "⁻⁺":
        digits, body = SUPERSCRIPTS[body[-1]] + digits, body[:-1]
    power = bool(digits) and bool(body.strip())
    value = _base((body if power else text).strip())
    return None if value is None else _signed(sign, value, int(digits) if power else 1)


def _signed(sign: int, value: Fraction, exponent: int) -> str | None:
    shown = _shown(_power(sign * value, exponent))
    return "-0" if shown == "0" and sign < 0 and value == 0 and exponent % 2 else shown


def _power(value: Fraction, exponent: int) -> Fraction | None:
    """Return a power; None for one that is infinite or too large."""
    if value == 0 and exponent < 0:
        return None
    if abs(exponent) > _LARGE and abs(value) not in (0, 1):
        return Fraction(0) if (abs(value) < 1) == (exponent > 0) else None
    return value**exponent


def _base(text: str) -> Fraction | None:
    kinds = [0 < unicodedata.numeric(character, 0) < 1 for character in text]
    if not any(kinds):
        return _whole(text)
    at = kinds.index(True)
    rest = [character for character in text[at + 1 :] if character not in SKIPPED and not character.isspace()]
    head = _whole(text[:at].strip()) if text[:at].strip() else Fraction(0)
    return None if rest or head is None else head + Fraction(unicodedata.numeric(text[at]))


def _digits_of(text: str) -> list[int | None]:
    return [_digit(character) for character in text if not character.isspace()]


def _digit(character: str) -> int | None:
    value = unicodedata.digit(character, None)
    if value is None and NUMERALS.get(character, (0, ""))[1] == "digit":
        return NUMERALS[character][0]
    return value


def _whole(text: str) -> Fraction | None:
    if any(character in NUMERALS or character in "点點" or SIGNS.get(character, 0) for character in text):
        point = next((mark for mark in ("点", "點", "\uff0e", ".") if mark in text), None)
        whole, decimals = text.split(point, 1) if point else (text, "")
        value, after = _units(whole), _digits_of(decimals)
        if value is not None and None not in after:
            return value + sum((Fraction(digit or 0, 10 ** (at + 1)) for at, digit in enumerate(after)), Fraction(0))
    mantissa, mark, exponent = text.replace("E", "e").partition("e")
    written = [_ascii(mantissa), _ascii(exponent[1:] if exponent[:1] in SIGNS else exponent)]
    if written[0] is None or (mark and (not written[1] or "." in str(written[1]) or not written[0])):
        return (
            Fraction(unicodedata.numeric(text))
            if len(text) == 1 and unicodedata.numeric(text, None) is not None
            else None
        )
    if len(written[1] or "") > len(str(_LARGE)):
        return None if SIGNS.get(exponent[:1], 1) > 0 else Fraction(0)
    sign = {1: "+", -1: "-"}[SIGNS.get(exponent[:1], 1)]
    try:
        return Fraction(written[0] + (f"e{sign}{written[1]}" if mark else ""))
    except ValueError:
        return None


def _ascii(text: str) -> str | None:
    written = ""
    for character in text:
        if character in ".\u066b\uff0e":
            written += "."
        elif not character.isspace() and character not in SKIPPED:
            digit = _digit(character)
            if digit is None:
                return None
            written += str(digit)
    return written


def _units(text: str) -> Fraction | None:
    """Return the value of Chinese numerals before the decimal point: of digits, or of parts before large units."""
    kinds = {NUMERALS.get(character, (0, "digit"))[1] for character in text}
    if kinds <= {"digit"}:
        digits = _digits_of(text)
        return None if None in digits else Fraction(int("".join(map(str, digits)) or "0"))
    total, part, last = 0, 0, 0
    for character in text:
        value, kind = NUMERALS.get(character, (_digit(character), "digit"))
        if character in "零〇○" or character.isspace():
            continue
        if value is None:
            return None
        if kind == "digit":
            last = value
        elif kind == "tens":
            part += value
        elif kind == "unit":
            part, last = part + (last or 1) * value, 0
        else:
            total, part, last = total + (part + last) * value, 0, 0
    return Fraction(total + part + last)


def _old_digits(text: str) -> str:
    before = next((text[:at] for at, character in enumerate(text) if character in "⁰¹²³⁴⁵⁶⁷⁸⁹"), text)
    after = text[len(before) :]
    common = [character for character in before if character in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"]
    digits = "".join(character for character in before if character not in common)
    number = digits[: next((at for at, each in enumerate(digits) if not each.isdecimal()), len(digits))]
    rest = digits[len(number) + 1 :] if digits[len(number) :].startswith(".") else ""
    decimals = rest[: next((at for at, each in enumerate(rest) if not each.isdecimal()), len(rest))]
    powers = [SUPERSCRIPTS.get(character) or unicodedata.decimal(character, None) for character in after]
    if len(common) < 2 and (number or not digits) and None not in powers:
        value = Fraction(f"{int(number or 0)}.{int('0' + decimals):0{len(decimals)}}") if digits else Fraction(0)
        value = value + sum(Fraction(unicodedata.numeric(each)) for each in common) if digits or common else Fraction(1)
        shown = _shown(_power(value, int("".join(map(str, powers)) or "1")))
    else:
        shown = _value(text)
    if shown is None:
        raise OracleError("a number that the release cannot parse")
    return shown
