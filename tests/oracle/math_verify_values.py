"""Values of answers as math-verify reads and compares them: numbers in decimals of fifty digits, sets and intervals."""

from __future__ import annotations

import decimal
from decimal import Decimal
from itertools import pairwise
from typing import Any

from tests.oracle.math_verify_equality import equal_values, worth
from tests.oracle.math_verify_expressions import DIGITS, LETTERS, NAMES, UnknownError, expression

#: A value: its kind, and what belongs to it. Or ``none`` if it cannot be read, or ``unknown``.
Reading = dict[str, Any] | str


def read(text: str, how: str) -> Reading:
    """Return the value of a text, which may be a percentage or a plain expression."""
    with decimal.localcontext(decimal.Context(prec=50)):
        try:
            return _read(text.strip(), how)
        except (UnknownError, decimal.DecimalException, RecursionError):
            return "unknown"


def together(readings: list[Reading]) -> Reading:
    """Return the set of several values, or the only one."""
    if len(readings) == 1:
        return readings[0]
    items: list[Any] = []
    for reading in readings:
        if isinstance(reading, str):
            return "unknown"
        items += reading["items"] if reading["kind"] == "set" else [reading]
    return _set(items) if all(item["kind"] == "number" for item in items) else "unknown"


def _set(items: list[Any]) -> dict[str, Any]:
    return {"kind": "set", "items": items}


def _read(text: str, how: str) -> Reading:
    if how == "plain":
        return _plain(text)
    if len(text + how) > 190 or any(ord(character) > 127 for character in text):
        raise UnknownError
    if how == "percent":
        return _percentage(_read(text, ""))
    if text.endswith("."):
        _read(text[:-1].strip(), "")
        return "none"
    if _is_grouped(text):
        return expression(text.replace(",", ""))
    if _word(text) is None and _is_ambiguous(text):
        raise UnknownError
    left, equals, right = text.partition("=")
    if equals and len(left.strip()) == 1 and left.strip() in LETTERS and right[:1] != "=":
        return _equation(left.strip(), right)
    begin = next((sign for sign in ("(", "[", "\\{") if text.startswith(sign)), "")
    stop = next((sign for sign in (")", "]", "\\}") if text.endswith(sign)), "")
    inner = _split(text[len(begin) : len(text) - len(stop)]) if begin and stop else None
    if inner is not None and not (begin + stop == "()" and "," not in text):
        items = [_item(each) for each in inner]
        return _set(items) if begin + stop == "\\{\\}" else _bracketed(begin, items, stop)
    return _listed(_split(text))


def _percentage(number: Reading) -> Reading:
    if number == "none":
        return "none"
    if isinstance(number, str) or number["kind"] != "number" or number["percent"] or not _is_stored(number):
        raise UnknownError
    return {**number, "percent": True}


def _equation(name: str, right: str) -> Reading:
    sides = [_item(side) for side in right.split("=")]
    if name in "dei" or "," in right or ";" in right or any(side["kind"] != "number" for side in sides):
        raise UnknownError
    return {"kind": "equation", "name": name.lower(), "value": sides[-1]}


def _listed(parts: list[str] | None) -> Reading:
    if parts is None:
        raise UnknownError
    items = [_item(each) for each in parts]
    if len(items) == 1:
        return items[0]
    if any(item["kind"] != "number" for item in items):
        raise UnknownError
    return _set(items)


def _is_stored(number: dict[str, Any]) -> bool:
    return number["form"] in ("integer", "rational", "float")


def _is_grouped(text: str) -> bool:
    whole, _, decimals = text.removeprefix("-").partition(".")
    first, *groups = whole.split(",")
    if ("." in text and not decimals) or not groups:
        return False
    return 1 <= len(first) <= 3 and all(len(group) == 3 for group in groups) and _all_digits(first, decimals, *groups)


def _all_digits(*texts: str) -> bool:
    return all(character in DIGITS for text in texts for character in text)


def _word(text: str) -> str | None:
    for begin in ("\\text{", "\\text {"):
        inside = text[len(begin) : -1].lstrip(" ")
        is_text = text.startswith(begin) and text.endswith("}") and inside[:1] in [*LETTERS]
        if is_text and all(character in LETTERS + " " for character in inside):
            return inside.replace(" ", "").lower()
    return None


def _without_commands(text: str) -> str:
    kept, at = "", 0
    while at < len(text):
        kept += text[at]
        at += 1
        if kept[-1] == "\\":
            while at < len(text) and text[at] in LETTERS:
                at += 1
    return kept


def _is_ambiguous(text: str) -> bool:
    text = _without_commands(text)
    if "I" in text or "E" in text:
        return True
    for at, sign in enumerate(text):
        rest = text[at + 1 :]
        if sign in DIGITS and rest[:1] == "," and len(rest) > 3 and _all_digits(rest[1:4]):
            return True
        if sign in DIGITS + "." and rest.lstrip(" ")[:1] in ("e", "E"):
            return True
        if sign == "d" and rest.lstrip(" ")[:1] in [*LETTERS, "\\"]:
            return True
        alone = not (text[at - 1 : at] + rest[:1]).replace("_", "a").isalnum() if at else not _wordlike(rest[:1])
        if sign == "i" and alone and not _wordlike(text[at - 1 : at] if at else "") and not _wordlike(rest[:1]):
            return True
    return False


def _wordlike(character: str) -> bool:
    return character.isalnum() or character == "_"


def _split(text: str) -> list[str] | None:
    parts, open_brackets = [""], 0
    for sign in text:
        open_brackets += 1 if sign in "([{" else -1 if sign in ")]}" else 0
        if open_brackets < 0:
            return None
        if sign == "," and open_brackets == 0:
            parts = [*parts, ""]
        else:
            parts[-1] += sign
    return parts


def _bracketed(begin: str, items: list[Any], stop: str) -> dict[str, Any]:
    kinds = {item["kind"] for item in items}
    if len(items) == 2 and kinds <= {"number", "infinity"} and begin != "\\{" and stop != "\\}":
        return _interval(items, begin == "(", stop == ")")
    if len(items) > 2 and begin + stop == "()":
        return {"kind": "tuple", "items": items}
    raise UnknownError


def _interval(ends: list[Any], left_open: bool, right_open: bool) -> dict[str, Any]:
    infinite = [end["kind"] == "infinity" for end in ends]
    if not any(infinite) and (ends[0]["percent"] or ends[1]["percent"]):
        raise UnknownError
    sizes = [
        (Decimal("Infinity") * end["sign"] if infinity else None if end["names"] else worth(end)[0])
        for end, infinity in zip(ends, infinite, strict=True)
    ]
    if None in sizes:
        if any(infinite) or equal_values(ends[0], ends[1]):
            raise UnknownError
    elif sizes[0] >= sizes[1]:  # type: ignore[operator]
        if left_open != right_open or any(infinite) or sizes[0] == sizes[1]:
            raise UnknownError
        return {"kind": "tuple", "items": ends}
    if any(not infinity and end["names"] & {"\\pi", "e"} for end, infinity in zip(ends, infinite, strict=True)) and any(
        infinite
    ):
        raise UnknownError
    return {"kind": "interval", "items": ends, "open": (left_open or infinite[0], right_open or infinite[1])}


def _item(text: str) -> dict[str, Any]:
    text = text.strip()
    for degrees in ("^\\circ", "^{\\circ}", "^ \\circ", "^ {\\circ}"):
        if text.endswith(degrees) and text[: -len(degrees)].removesuffix(" ")[-1:] in [*DIGITS]:
            return expression(text[: -len(degrees)])
    if text in ("\\infty", "-\\infty", "+\\infty"):
        return {"kind": "infinity", "sign": -1 if text[0] == "-" else 1}
    if text.endswith("%"):
        digits = text[:-1].removesuffix("\\").removesuffix(" ")
        if digits[:1] in [*DIGITS] and digits[-1] in DIGITS and _all_digits(digits.replace(".", "", 1)):
            return {**expression(digits), "percent": True}
    word = _word(text)
    if word is not None:
        if len(word) < 2 or word in NAMES:
            raise UnknownError
        return {"kind": "word", "name": word}
    return expression(text)


def _plain(text: str) -> Reading:
    if text.rstrip()[-1:] in [*"+-*/^"] or text.rstrip().endswith(").") or "×" in text or "÷" in text:
        return "none"
    if any(sign not in DIGITS + "-+*/^(). " for sign in text) or "**" in text:
        raise UnknownError
    close = text.replace(" ", "")
    for at, sign in enumerate(text):
        rest = text[at + 1 :].lstrip(" ")
        if sign in DIGITS + ")" and (rest[:1] == "(" or (sign == ")" and rest[:1] in [*DIGITS])):
            raise UnknownError
        if sign in DIGITS + ")" and text[at + 1 : at + 2] == " " and rest[:1] in [*DIGITS]:
            raise UnknownError
        if sign == "0" and (at == 0 or text[at - 1] not in DIGITS + ".") and text[at + 1 : at + 2] in [*DIGITS]:
            raise UnknownError
        if sign == "^" and rest[:1] in ("-", "+"):
            raise UnknownError
        if sign == "^":
            size = next((place for place, each in enumerate(rest) if each not in DIGITS + "."), len(rest))
            if size and rest[size:].lstrip(" ")[:1] == "^":
                raise UnknownError
        if sign == ")" and rest[:1] == "^" and "^" in rest[1:]:
            raise UnknownError
    if not any(one in DIGITS + ")" and two in "-+*/^" for one, two in pairwise(close)):
        raise UnknownError
    return {**expression(text), "form": "compound", "letters": ""}
