"""LaTeX in answers, rewritten as the scripts of MATH and Minerva do, by scans from left to right."""

from __future__ import annotations

import string
from collections.abc import Callable

from tests.oracle.arithmetic import OracleError
from tests.oracle.scanning import among, but, caught, edge, lit, matches, one, some, word

DIGITS = "0123456789"


class StepError(Exception):
    """A step on which a program stops."""


def pair(answer: str, gold: str, how: str) -> tuple[str, str]:
    """Return an answer and a gold answer as they are compared."""
    try:
        return rewrite(answer, how), rewrite(gold, how)
    except StepError:
        if how == "prm800k":
            return shown(answer, how), shown(gold, how)
        if how == "hendrycks-lighteval":
            raise OracleError("a step fails") from None
        return answer, gold


def shown(text: str, how: str) -> str:
    """Return an answer rewritten, or as given if a step fails."""
    try:
        return rewrite(text, how)
    except StepError:
        return _untext(text) if how == "prm800k" else text


def rewrite(text: str, how: str) -> str:
    if how == "none":
        return text
    if how.startswith("minerva"):
        return _minerva(text, how)
    return _hendrycks(_untext(text) if how == "prm800k" else text, how)


def swap(text: str, *pairs: str) -> str:
    """Replace each text before ``=>`` by the text after it, one pair after the other."""
    for each in pairs:
        old, new = each.split("=>")
        text = new.join(cut(text, old))
    return text


def cut(text: str, mark: str) -> list[str]:
    pieces, begin, at = [], 0, 0
    while at <= len(text) - len(mark):
        if text[at : at + len(mark)] == mark:
            pieces.append(text[begin:at])
            begin = at = at + len(mark)
        else:
            at += 1
    return [*pieces, text[begin:]]


def _untext(text: str) -> str:
    text = text.strip()
    inside = text[6:-1]
    wrapped = text[:6] == "\\text{" and text[-1:] == "}" and inside and "\n" not in inside
    return inside.strip() if wrapped else text


def _hendrycks(text: str, how: str) -> str:
    text = swap(text, "\n=>", "\\!=>", "\\\\=>\\", "tfrac=>frac", "dfrac=>frac", "\\left=>", "\\right=>")
    text = swap(text, "^{\\circ}=>", "^\\circ=>", "\\$=>")
    pieces = cut(text, "\\text{ ")
    if len(pieces) > 2 and how != "hendrycks-lighteval":
        raise StepError
    if len(pieces) > 1:
        text = pieces[0].rstrip() if how == "hendrycks-lighteval" else pieces[0]
    text = swap(text, "\\\\%=>" if how == "hendrycks-verl" else "\\%=>", "\\%=>", " .=> 0.", "{.=>{0.")
    text = "0" + text if text[:1] == "." else text
    sides = cut(text, "=")
    text = sides[1] if len(sides) == 2 and len(sides[0]) < 3 else text
    text = swap(roots(text), " =>")
    text = _fractions(text)
    text = "\\frac{1}{2}" if text == "0.5" else text
    return quotient(text, strict=how == "hendrycks-lm-eval")


def roots(text: str) -> str:
    begin, *rest = cut(text, "\\sqrt")
    for piece in rest:
        if not piece:
            raise StepError
        begin += "\\sqrt" + (piece if piece[0] == "{" else "{" + piece[0] + "}" + piece[1:])
    return begin


def _fractions(text: str) -> str:
    result, *rest = cut(text, "\\frac")
    for piece in rest:
        if not piece:
            raise StepError
        if piece[0] == "{":
            result += "\\frac" + piece
        elif len(piece) == 1:
            return text
        else:
            above, below = piece[0], piece[1:] if piece[1] == "{" else "{" + piece[1] + "}" + piece[2:]
            result += "\\frac{" + above + "}" + below
    return result


def quotient(text: str, *, strict: bool) -> str:
    sides = cut(text, "/")
    if len(sides) != 2:
        return text
    numbers = [_integer(side) for side in sides]
    if None in numbers:
        if strict:
            raise StepError
        return text
    return "\\frac{" + sides[0] + "}{" + sides[1] + "}" if sides == list(map(str, numbers)) else text


def _integer(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


UNITS = [
    *(
        "square",
        "ways",
        "integers",
        "dollars",
        "mph",
        "inches",
        "ft",
        "hours",
        "km",
        "units",
        "\\ldots",
        "sue",
        "points",
    ),
    *("feet", "minutes", "digits", "cents", "degrees", "cm", "gm", "pounds", "meters", "meals", "edges", "students"),
    *("childrentickets", "multiples"),
]
MARKS = "\\text{s} \\text{.} \\text{\ns} \\text{}^2 \\text{}^3 \\text{\n} \\text{} \\mathrm{th} ^\\circ ^{\\circ} \\; ,\\! {,}"
LETTER = among(string.ascii_letters)


def _minerva(text: str, how: str) -> str:
    new = how == "minerva-0.4.13"
    text = cut(text, "=")[-1]
    if new:
        for unit in UNITS:
            if "\\" not in unit:
                text = _without_word(text, unit)
    text = swap(text, "an =>", "a =>", ".$=>$", "\\$=>", "\\ =>", " =>", "mbox=>text", ",\\text{and}=>,")
    text = swap(text, "\\text{and}=>,", "\\text{m}=>\\text{}")
    for unit in UNITS:
        if new and "\\" not in unit:
            text = _outside_commands(text, lambda piece, unit=unit: "".join(cut(piece, unit)))  # type: ignore[misc]
        elif unit != "ft" or how != "minerva-verl":
            text = "".join(cut(text, unit))
    for mark in [*MARKS.split(" "), '"', "\\dots"]:
        text = "".join(cut(text, mark))
    text = _by_line(text, _between_dollars)
    for command in ("\\text{", "\\textbf{", "\\overline{"):
        text = _by_line(text, lambda line, command=command: unwrapped(line, command))  # type: ignore[misc]
    text = _by_line(text, unboxed)
    text = fraction_of_characters(text)
    text = root_of_character(text, new=new)
    text = "".join(cut(text, "$"))
    bare = "".join(cut(text, ","))
    if bare.isdigit() if not new else _is_grouped(text):
        text = bare
    return text.strip() if how == "minerva-verl" else text


def _without_word(text: str, unit: str) -> str:
    kept, at = "", 0
    for found in matches(text, edge, lit(unit), edge):
        kept += text[at : found.start]
        at = found.start if text[found.start - 1 : found.start] == "\\" else found.end
    return kept + text[at:]


def _outside_commands(text: str, change: Callable[[str], str]) -> str:
    result, at = "", 0
    for found in matches(text, lit("\\"), some(LETTER, 1)):
        result += change(text[at : found.start]) + text[found.start : found.end]
        at = found.end
    return result + change(text[at:])


def _by_line(text: str, change: Callable[[str], str]) -> str:
    return "\n".join(change(line) for line in cut(text, "\n"))


def _between_dollars(line: str) -> str:
    pieces = cut(line, "$")
    return "$" + pieces[1] + "$" if len(pieces) > 2 else line


def unwrapped(line: str, command: str) -> str:
    result, at = "", 0
    for found in matches(line, lit(command), caught(some(but("}"))), lit("}")):
        result += line[at : found.start] + str(found.caught)
        at = found.end
    return result + line[at:]


def unboxed(line: str) -> str:
    first, *rest = cut(line, "\\boxed{")
    inside = "\\boxed{".join(rest)
    closing = [at for at, character in enumerate(inside) if character == "}"]
    return first + inside[: closing[-1]] + inside[closing[-1] + 1 :] if closing else line


def fraction_of_characters(text: str) -> str:
    result, at = "", 0
    for found in matches(text, lit("frac"), one(but("{")), one(but("\n"))):
        result += text[at : found.start] + "frac{" + text[found.end - 2] + "}{" + text[found.end - 1] + "}"
        at = found.end
    return result + text[at:]


def root_of_character(text: str, *, new: bool) -> str:
    if new:
        result, at = "", 0
        for found in matches(text, lit("sqrt["), some(but("]")), lit("]"), one(word)):
            result += text[at : found.end - 1] + "{" + text[found.end - 1] + "}"
            at = found.end
        text = result + text[at:]
    result, at = "", 0
    for found in matches(text, lit("sqrt"), one(but("{[" if new else "{"))):
        result += text[at : found.start] + "sqrt{" + text[found.end - 1] + "}"
        at = found.end
    return result + text[at:]


def _is_grouped(text: str) -> bool:
    first, *groups = cut(text, ",")
    digits = first[1:] if first[:1] == "-" else first
    return (
        bool(groups)
        and 0 < len(digits) < 4
        and all(each.isdecimal() for each in (digits, *groups))
        and ({len(group) for group in groups} == {3})
    )


def closing(text: str, start: int) -> int | None:
    """Return the place of the brace that closes the first one from `start` on, if none closes before it."""
    ends = (at for at in range(start, len(text)) if text[at] == "}")
    return next((at for at in ends if text[start : at + 1].count("{") == text[start : at + 1].count("}")), None)


def inside_box(text: str, mark: str) -> list[str]:
    """Return the content of the last box after `mark`, which ends where a brace may begin."""
    begin = max((at + len(mark) for at in range(len(text)) if text[at : at + len(mark)] == mark), default=None)
    end = None if begin is None else closing(text, begin)
    return [] if begin is None or end is None or text[begin] != "{" else [text[begin + 1 : end]]


def spaced(text: str) -> list[str]:
    pieces = cut(text, "\\boxed ")
    return [cut(pieces[-1], "$")[0]] if len(pieces) > 1 else inside_box(text, "\\boxed")


def dollars(text: str) -> list[str]:
    pieces = cut(text, "$")
    return ["$".join(pieces[1:-1]) if len(pieces) > 2 else text]


def of_lighteval(text: str) -> list[str]:
    pieces = cut(text, "\\boxed")
    end = closing(pieces[-1], 0) if len(pieces) > 1 else None
    if end is None:
        return [""]
    begin = pieces[-1][0]
    return [pieces[-1][1 : end + 1] if begin == " " else pieces[-1][1:end] if begin == "{" else ""]


__all__ = ["dollars", "inside_box", "of_lighteval", "pair", "rewrite", "shown", "spaced"]
