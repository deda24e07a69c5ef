"""Answers in LaTeX as OpenCompass rewrites them, by scans from left to right."""

from __future__ import annotations

from collections.abc import Callable

from tests.oracle.latex_answers import (
    MARKS,
    UNITS,
    StepError,
    cut,
    fraction_of_characters,
    inside_box,
    quotient,
    root_of_character,
    roots,
    swap,
    unboxed,
    unwrapped,
)
from tests.oracle.scanning import but, caught, lit, matches, one, some, word

NUMBER = "0123456789"


def attempts(answer: str, gold: str, how: str) -> list[tuple[str, str]]:
    """Return the pairs of which one has to be equal."""
    strip = _STRIPS[how]
    changes = (strip, lambda text: normalized(strip(text)), normalized, lambda text: text)
    return [pair for change in changes for pair in _changed(answer, gold, change)]


def _changed(answer: str, gold: str, change: Callable[[str], str]) -> list[tuple[str, str]]:
    """Return both texts changed; nothing if a step fails."""
    try:
        return [(change(answer), change(gold))]
    except StepError:
        return []


def rewritten(text: str, how: str) -> str:
    """Return a text after the steps of the evaluator, or as given if one fails."""
    return next((pair[0] for pair in _changed(text, text, _STRIPS[how])), text)


def first(text: str) -> str:
    text = swap(text, "\n=>", "\\!=>", "\\\\=>\\", "tfrac=>frac", "dfrac=>frac", "\\left=>", "\\right=>")
    text = swap(text, "^{\\circ}=>", "^\\circ=>", "\\$=>")
    pieces = cut(text, "\\text{ ")
    if len(pieces) > 2:
        raise StepError
    text = swap(pieces[0], "\\%=>", "\\%=>", " .=> 0.", "{.=>{0.")
    text = _fractions(swap(roots(_side("0" + text if text[:1] == "." else text)), " =>"))
    return quotient("\\frac{1}{2}" if text == "0.5" else text, strict=True)


def second(text: str) -> str:
    text = swap(text.strip(), "\n=>")
    while text[-1:] == ".":
        text = text[:-1]
    text = swap(text, "\\!=>", "\\ =>", "\\\\=>\\", "\\\\=>\\", "tfrac=>frac", "dfrac=>frac", "\\left=>", "\\right=>")
    before, *after = cut(text, "\\text{")
    text = (before if after and text[-1] == "}" else text).strip() or text
    text = swap(text, "^{\\circ}=>", "^\\circ=>", "\\$=>", "$=>", "\\text=>", "x\\in=>", "\\%=>", "\\%=>", "%=>")
    text = swap(text, " .=> 0.", "{.=>{0.", "\\cdot=>", "infinity=>\\infty")
    text = text if len(cut(text, "\\infty")) > 1 else swap(text, "inf=>\\infty")
    text = swap(text, "+\\inity=>\\infty", "and=>", "\\mathbf=>")
    text = _without(text, "\\mbox{")
    if "j" in text and "i" not in text:
        text = swap(text, "j=>i")
    text = _without_zeros(text)
    text = _side("0" + text if text[:1] == "." else text)
    kept, at = "", 0
    for found in matches(text, lit("\\sqrt"), caught(some(word, 1))):
        kept += text[at : found.start] + "\\sqrt{" + str(found.caught) + "}"
        at = found.end
    return quotient(_fractions(swap(kept + text[at:], " =>")), strict=True)


def normalized(text: str) -> str:
    """Return an answer after the steps of `normalize_final_answer`."""
    text = swap(text, "an =>", "a =>", ".$=>$", "\\$=>", "\\ =>", " =>", "mbox=>text", ",\\text{and}=>,")
    text = swap(text, "\\text{and}=>,", "\\text{m}=>\\text{}", "\\le=><")
    for mark in [*UNITS, *MARKS.split(" "), '"', "\\dots", "\n", "\r", "\f"]:
        text = "".join(cut(text, mark))
    kept, at = "", 0
    for found in matches(text, lit("\\text{("), caught(some(but("\n"), lazy=True)), lit(")}")):
        kept += text[at : found.start] + str(found.caught)
        at = found.end
    text = kept + text[at:]
    for command in ("\\text{", "\\textbf{", "\\overline{"):
        text = unwrapped(text, command)
    text = unboxed(text)
    text = "finalansweris".join(cut(text, "finalansweris")[1:]) if "finalansweris" in text else text
    places = [at for at in range(len(text)) if text[at : at + 8] == "answeris" or text[at : at + 7] == "answeis"]
    if places:
        text = text[places[0] + (8 if text[places[0] + 5] == "r" else 7) :]
        text = text[1:] if text[:1] == ":" else text
    boxes = list(matches(text, lit("oxed{"), caught(some(but("}"))), lit("}")))
    text = str(boxes[-1].caught) if boxes else text
    pieces = cut(text, "$")
    text = (pieces[1::2][: (len(pieces) - 1) // 2][-1] if len(pieces) > 2 else text).strip()
    text = text if len(cut(text, "\\frac")) > 1 else swap(text, "rac=>\\frac")
    text = swap(root_of_character(fraction_of_characters(text), new=False), "$=>")
    bare = swap(text, ",=>")
    return bare if bare.isdigit() else text


def sentence(text: str, *marks: str) -> str:
    """Return the first part between full stops with one of the marks, or else the first part; normalized."""
    parts = cut(text, ".")
    return normalized(next((part for part in parts for mark in marks if mark in part.lower()), parts[0]))


def box_or_sentence(text: str) -> str:
    for inside in inside_box(text, "\\boxed"):
        bare = (
            inside[1:-1]
            if inside[:1] == "{" and inside[-1:] == "}" and len(inside) > 1 and "\n" not in inside
            else inside
        )
        if bare:
            return bare
    return sentence(text, "final answer", "answer is")


def _side(text: str) -> str:
    sides = cut(text, "=")
    return sides[1] if len(sides) == 2 and len(sides[0]) < 3 else text


def _fractions(text: str) -> str:
    result, *rest = cut(text, "\\frac")
    for piece in rest:
        if piece[:1] != "{" and len(piece) < 2:
            return text
        if piece[0] != "{":
            piece = "{" + piece[0] + "}" + (piece[1:] if piece[1] == "{" else "{" + piece[1] + "}" + piece[2:])
        result += "\\frac" + piece
    return result


def _without(text: str, command: str) -> str:
    kept, at = "", 0
    for found in matches(text, lit(command), some(but("}")), lit("}")):
        kept += text[at : found.start]
        at = found.end
    return kept + text[at:]


def _without_zeros(text: str) -> str:
    """Delete the decimals of whole numbers."""
    for after in (one(lambda character: not character.isdecimal()), None):
        parts = [some(str.isdecimal, 1), lit("."), some(lambda character: character == "0", 1)]
        parts = [*parts, after] if after else parts
        kept, at = "", 0
        for found in matches(text, *parts):
            if not after and found.end != len(text):
                continue
            written = text[found.start : found.end]
            kept += text[at : found.start] + written[: written.index(".")] + (written[-1] if after else "")
            at = found.end
        text = kept + text[at:]
    return text


_STRIPS = {"opencompass-v1": first, "opencompass-v2": second}
