"""The steps in which latex2sympy2_extended normalizes answers, by scans from left to right."""

from __future__ import annotations

from collections.abc import Callable

from tests.oracle.latex_answers import cut, swap
from tests.oracle.scanning import (
    Part,
    ahead,
    among,
    but,
    edge,
    first_of,
    lit,
    matches,
    one,
    opt,
    row,
    some,
    space,
)
from tests.oracle.scanning import end as at_end

DIGIT = str.isdecimal
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
SPACES = some(space)
LEFT = (
    "\\{ { \\| | [ ( \\rbracl \\lgroup \\lbrace \\lbrack \\vert \\lvert \\lceil \\lfloor \\langle \\llcorner \\ulcorner"
)
RIGHT = "\\} } \\| | ] ) \\rbrack \\rgroup \\rbrace \\vert \\rvert \\rceil \\rfloor \\rangle \\lrcorner \\urcorner"
UNITS = (
    "integerpoint/feet/sue/digit/pound/meal/edge/student/children ticket/multiple/east/degree/mph/kmph/ft/m square/"
    " m east/sq m/deg/mile/q ?/monkey/prime/ratio/profit of rs/rd/o/gm/p ? m/lb/tile/per/dm/lt/gain/ab/way/west/a ?/b ?/"
    "c ?/d ?/e ?/f ?/g ?/h ?/t/h/no change/men/soldier/pie/bc/excess/st/inches/noon/cent/by/gal/kmh/c/acre/rise/a ? m/"
    "th/π r 2/sq/mark/l/toy/coin/sq ? m/gallon/° f/profit/minw/yr/women/am/pm/hr/cu cm/square/v â € ™/are/rupee/rounds/"
    "cubic/cc/mtr/s/ohm/number/kmph/day/hour/minute/min/second/man/woman/sec/cube/mt/sq inch/mp/∏ cm ³/hectare/more/sec/"
    "unit/cu ? m/cm 2/rs ?/rs/kg/g/month/km/m/cm/mm/apple/liter/loss/yard/pure/year/increase/decrease/d/less/Surface/"
    "litre/pi sq m/s ?/metre/meter/inch"
)


def normalized(text: str, *, every: bool) -> str:
    """Return the contents of the boxes in a text, or the text, after all steps."""
    text = _boxes(text, every=every)
    text = swap(text, "\\mathrm{T}=>T", "\\mathrm{d}=>d", "{\\rm d}=>d", "\\left[\\begin{matrix}=>\\begin{bmatrix}")
    text = swap(text, "\\end{matrix}\\right]=>\\end{bmatrix}")
    for side, brackets in (("left", LEFT), ("right", RIGHT)):
        size = len(side) + 1
        text = _by(
            text,
            (
                row(lit("\\"), opt(lit("m")), lit(side), first_of(*map(lit, brackets.split(" ")))),
                lambda found, size=size: found[size + found.startswith("\\m") :],  # type: ignore[misc]
            ),
        )
    text = _by(text, (_PERMUTED, _permuted))
    nothing: Callable[[str], str] = lambda _: ""  # noqa: E731
    empty = row(lit("\\text"), SPACES, lit("{"), SPACES, lit("}"))
    text = _by(
        text,
        (lit("\\mathrm{th}"), nothing),
        (row(lit("\\!"), SPACES), nothing),
        (empty, nothing),
        (row(opt(lit("\\")), lit("$")), nothing),
        (row(_not_after("\\"), one(among("\"'"))), nothing),
        (lit("\\displaystyle"), nothing),
    )
    text = _by(text, *_REPLACED)
    text = "".join(" " if character in "\n\t" else character for character in text)
    if "matrix" not in text:
        text = _by(text, (row(lit("\\\\"), ahead(one(among(LETTERS)))), lambda _: "\\"))
    text = _without_units(text)
    text = "0" + text if text[:1] == "." else text
    text = "\\frac{1}{2}" if text == "0.5" else text
    return _well_formed(text).strip()


def _by(text: str, *changes: tuple[Part, Callable[[str], str]]) -> str:
    """Replace matches of parts, in one pass; at each place the first part that matches counts."""
    kept, at = "", 0
    parts = [part for part, _ in changes]
    for found in matches(text, first_of(*parts)):
        which = next(change for part, change in changes if next(part(text, found.start), None) is not None)
        kept += text[at : found.start] + which(text[found.start : found.end])
        at = found.end
    return kept + text[at:]


def _not_after(signs: str) -> Part:
    return lambda text, at: iter([at] if at == 0 or text[at - 1] not in signs else [])


def _not_before(signs: str) -> Part:
    return lambda text, at: iter([] if text[at : at + 1] and text[at] in signs else [at])


_INSIDE = some(among(LETTERS + "0123456789+-*/\\ "), 1, lazy=True)
_PERMUTED = row(lit("("), _INSIDE, lit(")_{"), _INSIDE, lit("}"))


def _permuted(found: str) -> str:
    middle = found.index(")_{")
    one, other = found[1:middle], found[middle + 3 : -1]
    return "\\frac{(" + one + ")!}{((" + one + ")-(" + other + "))!}"


def _to(text: str) -> Callable[[str], str]:
    return lambda _: text


_CONNECTION = row(opt(lit(",")), SPACES, first_of(lit("and"), lit("or")))
_REPLACED: list[tuple[Part, Callable[[str], str]]] = [
    (row(lit("\\math"), first_of(lit("rm"), lit("it"), lit("bf"))), _to("\\text")),
    (row(lit("\\text"), first_of(lit("normal"), lit("bf"), lit("it"), lit("rm"))), _to("\\text")),
    (row(lit("\\"), one(among("dtc")), lit("frac")), _to("\\frac")),
    (row(one(space), lit(".")), _to(" 0.")),
    (lit("{."), _to("{0.")),
    (lit("~="), _to("\\approx")),
    (row(SPACES, lit("{"), SPACES, lit(","), SPACES, lit("}")), _to(",")),
    (row(_not_after(LETTERS), _CONNECTION, _not_before(LETTERS)), _to(",")),
    (
        row(opt(lit(",")), SPACES, lit("\\text{"), SPACES, first_of(lit("and"), lit("or")), SPACES, lit("}")),
        _to(","),
    ),
    (row(_not_after("\\"), lit("\\"), one(space)), _to(" ")),
    (lit("infinity"), _to("\\infty")),
    (row(opt(lit(",")), lit("\\ldots")), _to(" ")),
    *[
        each
        for name in ("percentage", "percent", "pct")
        for each in (
            (row(SPACES, edge, lit(name), edge), _to("\\%")),
            (lit("\\text{" + name + "}"), _to("%")),
        )
    ],
    (
        row(_not_after("\\"), lit("inf"), lambda text, at: iter([] if text.startswith("inity", at) else [at])),
        _to("\\infty"),
    ),
    (lit(" sqrt"), _to("\\sqrt")),
]
_ENDING = row(
    first_of(lit("\\text{"), lit("\\mbox{")),
    some(but("\n"), lazy=True),
    lit("}"),
    opt(first_of(row(lit("^"), one(DIGIT)), row(lit("{^"), one(DIGIT), lit("}")))),
    at_end,
)
_UNIT = row(
    SPACES,
    first_of(*[row(*[one(but("\n")) if sign == "?" else lit(sign) for sign in unit]) for unit in UNITS.split("/")]),
    opt(first_of(lit("s"), lit("es"))),
    SPACES,
    at_end,
)


def _without_units(text: str) -> str:
    text = _by(text, (_ENDING, lambda _: "")).strip() or text
    for _ in range(2):
        starting = first_of(one(DIGIT), lit("}"), one(space))
        text = _by(text, (row(starting, _UNIT), lambda found: found[0])) or text
    return text


def _braced(before: str, *parts: Part) -> tuple[Part, Callable[[str], str]]:
    """Return the change that puts braces around an argument in round brackets."""
    return row(*parts), lambda found: before + "{" + found[found.index("(") + 1 : -1] + "}"


def _well_formed(text: str) -> str:
    lazily = some(but("\n"), lazy=True)
    a_space = opt(one(space))
    digits = some(DIGIT, 1)
    text = _by(text, _braced("^", lit("^"), a_space, lit("("), lazily, lit(")")))
    text = _by(text, _braced("\\sqrt", lit("sqrt"), a_space, lit("("), lazily, lit(")")))
    for command in ("\\frac", "\\log_"):
        text = _by(text, (row(lit(command), a_space, one(DIGIT), a_space, digits), _two_of(command)))
    text = _by(
        text,
        (
            row(lit("\\frac"), a_space, lit("{"), lazily, lit("}"), a_space, one(DIGIT)),
            lambda found: (
                "\\frac" + found[5:-1].strip() + "{" + found[-1] + "}"
                if found[5:6] == "{" or found[5:6].isspace()
                else found
            ),
        ),
    )
    text = _by(
        text,
        (
            row(lit("\\frac"), a_space, one(DIGIT), a_space, lit("{"), lazily, lit("}")),
            lambda found: "\\frac{" + found[5:].strip()[0] + "}" + found[found.index("{") :],
        ),
    )
    text = _by(text, (row(lit("\\sqrt"), a_space, one(DIGIT)), lambda found: "\\sqrt{" + found[-1] + "}"))
    text = swap(text, " sqrt=>\\sqrt")
    first, *others = cut(text, "\\sqrt")
    for other in others:
        part = other.lstrip()
        first += "\\sqrt" + ("{" + part[0] + "}" + part[1:] if part and part[0] not in "{[" else part)
    return _quotient(_fractions(first))


def _two_of(command: str) -> Callable[[str], str]:
    def change(found: str) -> str:
        rest = found[len(command) :].strip()
        return command + "{" + rest[0] + "}{" + rest[1:].strip() + "}"

    return change


def _fractions(text: str) -> str:
    first, *others = cut(text, "\\frac")
    for other in others:
        part = other.lstrip()
        if part[:1] == "{":
            first += "\\frac" + part
            continue
        if len(part) < 2:
            return text
        first += "\\frac{" + part[0] + "}" + (part[1] if part[1] == "{" else "{" + part[1] + "}") + part[2:]
    return first


def _quotient(text: str) -> str:
    sides = text.split("/")
    if len(sides) != 2 or not all(_is_whole(side) for side in sides):
        return text
    return "\\frac{" + sides[0] + "}{" + sides[1] + "}"


def _is_whole(text: str) -> bool:
    try:
        return text == str(int(text))
    except ValueError:
        return False


def _boxes(text: str, *, every: bool) -> str:
    """Return the contents of the boxes from the right, in the order of the text, or the text if it has none."""
    found: list[str] = []
    limit, following = len(text), -1
    while True:
        places = [at for at in range(limit) if text[:limit].startswith(("\\boxed", "\\fbox"), at)]
        if not places:
            break
        start = places[-1]
        brace = start + (6 if text.startswith("\\boxed", start) else 5)
        while brace < limit and text[brace].isspace():
            brace += 1
        if brace >= limit:
            break
        closing = _closing(text, brace, limit) if text[brace] == "{" else -1
        if closing < 0:
            found = found or [text[brace:]]
            break
        content = text[brace + 1 : closing].strip()
        if not every and following >= 0 and not _together(content, found[0], text[closing + 1 : following]):
            break
        if not found or found[0] != content:
            found = [content, *found]
        limit = following = start
    return ",".join(found) if found else text


def _together(content: str, following: str, between: str) -> bool:
    if len(between) < 10:
        return True
    connected = matches(between, first_of(row(edge, first_of(lit("and"), lit("or")), edge), one(among(",;"))))
    return content != following and len(between) < 70 and bool(connected)


def _closing(text: str, start: int, limit: int) -> int:
    opened = 0
    for at in range(start, limit):
        opened += {"{": 1, "}": -1}.get(text[at], 0)
        if opened == 0:
            return at
    return -1
