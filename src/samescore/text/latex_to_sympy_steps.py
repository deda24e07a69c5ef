r"""Normalize answers in LaTeX in the steps of the package latex2sympy2_extended 1.11.0, which math-verify uses.

math-verify runs all steps but the one for equations. `STEPS` lists those that follow the extraction of boxes.
"""

from __future__ import annotations

import re

from samescore.text.latex_steps import Step, substituting, through

# fmt: off
_LEFT = (
    r"\{", "{", r"\|", "|", "[", "(", r"\rbracl", r"\lgroup", r"\lbrace", r"\lbrack", r"\vert", r"\lvert", r"\lceil", r"\lfloor",
    r"\langle", r"\llcorner", r"\ulcorner",
)
_RIGHT = (
    r"\}", "}", r"\|", "|", "]", ")", r"\rbrack", r"\rgroup", r"\rbrace", r"\vert", r"\rvert", r"\rceil", r"\rfloor", r"\rangle",
    r"\lrcorner", r"\urcorner",
)
#: The units that are deleted at the end of an answer; two of them are one, as a comma is missing between them.
_UNITS = (
    "integerpoint|feet|sue|digit|pound|meal|edge|student|children ticket|multiple|east|degree|mph|kmph|ft|m square| m east|sq m|deg|"
    "mile|q .|monkey|prime|ratio|profit of rs|rd|o|gm|p . m|lb|tile|per|dm|lt|gain|ab|way|west|a .|b .|c .|d .|e .|f .|g .|h .|t|h|"
    "no change|men|soldier|pie|bc|excess|st|inches|noon|cent|by|gal|kmh|c|acre|rise|a . m|th|π r 2|sq|mark|l|toy|coin|sq . m|gallon|"
    "° f|profit|minw|yr|women|am|pm|hr|cu cm|square|v â € ™|are|rupee|rounds|cubic|cc|mtr|s|ohm|number|kmph|day|hour|minute|min|"
    "second|man|woman|sec|cube|mt|sq inch|mp|∏ cm ³|hectare|more|sec|unit|cu . m|cm 2|rs .|rs|kg|g|month|km|m|cm|mm|apple|liter|loss|"
    "yard|pure|year|increase|decrease|d|less|Surface|litre|pi sq m|s .|metre|meter|inch"
)
#: Patterns and the text that replaces each, all in one pass from left to right.
_REPLACED = (
    (r"\\math(?:rm|it|bf)", r"\text"), (r"\\text(?:normal|bf|it|rm)", r"\text"), (r"\\[dtc]frac", r"\frac"), (r"\s\.", " 0."),
    (r"\{\.", "{0."), (r"~=", r"\approx"), (r"\s*\{\s*,\s*\}", ","), (r"(?<![a-zA-Z]),?\s*(?:and|or)(?![a-zA-Z])", ","),
    (r",?\s*\\text\{\s*(?:and|or)\s*\}", ","), (r"(?<!\\)\\\s", " "), ("infinity", r"\infty"), (r",?\\ldots", " "),
    (r"\s*\bpercentage\b", r"\%"), (r"\\text\{percentage\}", "%"), (r"\s*\bpercent\b", r"\%"), (r"\\text\{percent\}", "%"),
    (r"\s*\bpct\b", r"\%"), (r"\\text\{pct\}", "%"), (r"(?<!\\)inf(?!inity)", r"\infty"), (" sqrt", r"\sqrt"),
)
# fmt: on
_UNIT = re.compile(rf"(\d|\}}|\s)\s*(?:{_UNITS})(?:s|es)?\s*$")
_TEXT_AT_END = re.compile(r"\\(?:text|mbox)\{.*?\}(?:\^\d|\{\^\d\})?$")


def _any_of(texts: tuple[str, ...]) -> str:
    return "|".join(map(re.escape, texts))


def _letters_and_matrices(text: str) -> str:
    for given, wanted in (
        (r"\mathrm{T}", "T"),
        (r"\mathrm{d}", "d"),
        (r"{\rm d}", "d"),
        (r"\left[\begin{matrix}", r"\begin{bmatrix}"),
        (r"\end{matrix}\right]", r"\end{bmatrix}"),
    ):
        text = text.replace(given, wanted)
    return text


_ALTERNATIVES = re.compile("|".join(f"({pattern})" for pattern, _ in _REPLACED))


def _replaced(text: str) -> str:
    return _ALTERNATIVES.sub(lambda found: _REPLACED[(found.lastindex or 1) - 1][1], text)


def _single_backslashes(text: str) -> str:
    return text if "matrix" in text else re.sub(r"\\\\(?=[a-zA-Z])", r"\\", text)


def _unless_empty(step: Step) -> Step:
    """Return a step that leaves a text unchanged if nothing would be left."""
    return lambda text: step(text) or text


def _without_text_at_end(text: str) -> str:
    return _TEXT_AT_END.sub("", text).strip()


def _leading_zero(text: str) -> str:
    return "0" + text if text.startswith(".") else text


def _half(text: str) -> str:
    return r"\frac{1}{2}" if text == "0.5" else text


def _braced_roots(text: str) -> str:
    first, *rest = text.split(r"\sqrt")
    for part in map(str.lstrip, rest):
        braced = part if not part or part[0] in "{[" else f"{{{part[0]}}}{part[1:]}"
        first += r"\sqrt" + braced
    return first


def _braced_fractions(text: str) -> str:
    r"""Return a text with braces around the two characters after ``\frac``, if a brace does not follow it."""
    first, *rest = text.split(r"\frac")
    for part in map(str.lstrip, rest):
        if part.startswith("{"):
            first += r"\frac" + part
        elif len(part) < 2:
            return text
        else:
            below = part[1] if part[1] == "{" else f"{{{part[1]}}}"
            first += rf"\frac{{{part[0]}}}" + below + part[2:]
    return first


def _slash(text: str) -> str:
    r"""Return ``\frac{a}{b}`` for a/b with whole numbers, and any other text unchanged."""
    found = re.fullmatch(r"(0|-?[1-9][0-9]*)/(0|-?[1-9][0-9]*)", text)
    return rf"\frac{{{found[1]}}}{{{found[2]}}}" if found else text


#: The steps in their order.
STEPS: tuple[Step, ...] = (
    _letters_and_matrices,
    substituting(rf"\\m?left({_any_of(_LEFT)})", r"\1"),
    substituting(rf"\\m?right({_any_of(_RIGHT)})", r"\1"),
    substituting(
        r"\(([a-zA-Z0-9+\-*/\\ ]+?)\)_\{([a-zA-Z0-9+\-*/\\ ]+?)\}",
        r"\\frac{(\1)!}{((\1)-(\2))!}",
    ),
    substituting(r"\\mathrm\{th\}|\\!\s*|\\text\s*\{\s*\}|\\?\$|(?<!\\)[\"']|\\displaystyle", ""),
    _replaced,
    lambda text: text.replace("\n", " ").replace("\t", " "),
    _single_backslashes,
    _unless_empty(_without_text_at_end),
    *[_unless_empty(lambda text: _UNIT.sub(r"\1", text))] * 2,
    _leading_zero,
    _half,
    substituting(r"\^\s?\((.*?)\)", r"^{\1}"),
    substituting(r"sqrt\s?\((.*?)\)", r"\\sqrt{\1}"),
    substituting(r"\\frac\s?(\d)\s?(\d+)", r"\\frac{\1}{\2}"),
    substituting(r"\\log_\s?(\d)\s?(\d+)", r"\\log_{\1}{\2}"),
    substituting(r"\\frac\s?\{(.*?)\}\s?(\d)", r"\\frac{\1}{\2}"),
    substituting(r"\\frac\s?(\d)\s?\{(.*?)\}", r"\\frac{\1}{\2}"),
    substituting(r"\\sqrt\s?(\d)", r"\\sqrt{\1}"),
    lambda text: text.replace(" sqrt", r"\sqrt"),
    _braced_roots,
    _braced_fractions,
    _slash,
    str.strip,
)


def normalized(text: str, *, all_boxes: bool) -> str:
    r"""Return the content of the boxes in a text, or the text if it has none, after all steps.

    With `all_boxes`, the contents are joined by commas; without, only the contents of the last box and of boxes close to it.

    >>> normalized(r"\boxed{\dfrac12}", all_boxes=True), normalized("0.5 cm", all_boxes=True)
    ('\\frac{1}{2}', '\\frac{1}{2}')
    """
    return through(STEPS, content_of_boxes(text, all_boxes=all_boxes))


#: The most characters between boxes that belong together, and between those with a word or mark that connects them.
_CLOSE, _CONNECTED = 10, 70
_CONNECTION = re.compile(r"\b(?:and|or)\b|[,;]")


def content_of_boxes(text: str, *, all_boxes: bool) -> str:
    r"""Return the contents of ``\boxed`` and ``\fbox`` in a text, joined by commas, or the text if it has none.

    >>> content_of_boxes(r"\boxed{1} and \boxed{2}", all_boxes=True), content_of_boxes(r"\boxed{1", all_boxes=True)
    ('1,2', '{1')
    """
    found: list[str] = []
    end, next_start = len(text), None
    while True:
        start = max(text.rfind("\\boxed", 0, end), text.rfind("\\fbox", 0, end))
        if start < 0:
            break
        after = start + len("\\boxed" if text.startswith("\\boxed", start) else "\\fbox")
        brace = next((at for at in range(after, end) if not text[at].isspace()), end)
        if brace == end:
            break
        closing = _closing(text, brace, end)
        if closing is None:
            found = found or [text[brace:]]
            break
        content = text[brace + 1 : closing].strip()
        if not all_boxes and next_start is not None:
            between = text[closing + 1 : next_start]
            connects = found[-1] != content and len(between) < _CONNECTED and _CONNECTION.search(between)
            if len(between) >= _CLOSE and not connects:
                break
        if not found or found[-1] != content:
            found.append(content)
        end = next_start = start
    return ",".join(reversed(found)) if found else text


def _closing(text: str, brace: int, end: int) -> int | None:
    """Return the place before `end` of the brace that closes one; None without either."""
    if text[brace] != "{":
        return None
    depth = 0
    for at in range(brace, end):
        depth += (text[at] == "{") - (text[at] == "}")
        if depth == 0:
            return at
    return None
