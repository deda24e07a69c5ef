"""Answers as math-verify extracts them: environments of LaTeX and plain numbers, found by backtracking scans."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.oracle.math_verify_latex import normalized
from tests.oracle.math_verify_values import Reading, read, together
from tests.oracle.scanning import Part, ahead, among, begin, but, end, first_of, lit, one, opt, row, some, space

#: Where a candidate ends, its text, and the pieces that its value is read from: each a text and how it is read.
Pieces = list[tuple[str, str]]
Candidate = tuple[int, str, Pieces]
Finder = Callable[[str, int], Iterator[Candidate]]

DIGIT = str.isdecimal
CURRENCIES = "$€£¥₹₽₪₩₫฿₡₢₣₤₥₦₧₨₭₮₯₰₱₲₳₴₵₶₷₸₺₻₼₾₿"
MARK, JOINT = " ≡ ", " ‖ "


def answers_of(text: str) -> list[str]:
    """Return the answer in a text as one text, or nothing."""
    kept = ""
    for _, answer, pieces in _ordered(text):
        if not answer:
            continue
        readings = [read(*piece) for piece in pieces]
        if len(pieces) > 1 and any(isinstance(reading, str) for reading in readings):
            return [(kept or "?") + MARK + "?"]
        value = together(readings)
        source = JOINT.join(content + (f" {how}" if how else "") for content, how in pieces)
        if value != "none":
            if kept and kept != answer and value == "unknown":
                source = "?"
            kept = kept or answer
            if MARK in kept:
                source = "?"
            return [kept if source == kept else kept + MARK + source]
        kept = kept or answer
    return [kept + MARK + "none"] if kept else []


def parts_of(answer: str) -> tuple[str, Reading]:
    """Return the text of an answer and its value; the text is a question mark where it is unknown."""
    place = max((at for at in range(len(answer)) if answer.startswith(MARK, at)), default=-1)
    text, source = (answer[:place], answer[place + len(MARK) :]) if place >= 0 else (answer, answer)
    if source == "none":
        return text, "none"
    pieces = []
    for piece in source.split(JOINT):
        how = next((word for word in ("percent", "plain") if piece.endswith(" " + word)), "")
        pieces.append((piece[: -len(how) - 1] if how else piece, how))
    value = together([read(*piece) for piece in pieces])
    return ("\0unknown" if place >= 0 and text == source == "?" else text), value


def _ordered(text: str) -> list[Candidate]:
    """Return the candidates by priority, and then from the right; of those that end together, the longest first."""
    found: list[Candidate] = []
    for finders in _FINDERS:
        placed = [(start, each) for finder in finders for start, each in _all(text, finder)]
        placed.sort(key=lambda pair: (-pair[1][0], pair[0]))
        found += [each for _, each in placed]
    return found


def _all(text: str, finder: Finder) -> Iterator[tuple[int, Candidate]]:
    at = 0
    while at <= len(text):
        here = next(finder(text, at), None)
        if here is None:
            at += 1
            continue
        yield at, here
        at = here[0] if here[0] > at else at + 1


# Environments of LaTeX.

Content = tuple[int, str, str]


def _not_after(text: str, at: int, signs: str) -> bool:
    return at == 0 or not (text[at - 1] in signs or ("9" in signs and text[at - 1].isdecimal()))


def _steps(text: str, at: int, kind: str) -> int:
    """Return how many characters one character of the content takes at a place; 0 if it is not allowed there."""
    here, after = text[at : at + 1], text[at : at + 2]
    if not here:
        return 0
    if kind == "$$":
        return int(here != "$" or after != "$$")
    if kind == "$":
        return 2 if after == "\\$" else int(here not in "\n$")
    if kind == " [":
        return int(here not in "\n][")
    closes = {"\\[": "\\]", "\\(": "\\)"}[kind]
    return int(after != closes and not (kind == "\\(" and here == "\n"))


_KINDS = ("$$", "\\[", "$", "\\(", " [")


def _opened(text: str, at: int, kind: str) -> int | None:
    """Return where the content begins of an environment that begins at a place."""
    if kind == " [":
        return at + 2 if text[at : at + 1].isspace() and text[at + 1 : at + 2] == "[" else None
    before = "\\9" if kind == "$" else "\\"
    return at + len(kind) if text.startswith(kind, at) and _not_after(text, at, before) else None


def _closed(text: str, at: int, kind: str) -> int | None:
    if kind == " [":
        return at + 2 if text[at : at + 1] == "]" and text[at + 1 : at + 2].isspace() else None
    closing = {"$$": "$$", "$": "$", "\\[": "\\]", "\\(": "\\)"}[kind]
    return at + len(closing) if text.startswith(closing, at) and _not_after(text, at, "\\") else None


def _stops(text: str, at: int, kind: str, least: int) -> Iterator[int]:
    """Yield the ends of a content of at least so many characters, the nearest first."""
    count = 0
    while True:
        if count >= least:
            yield at
        step = _steps(text, at, kind)
        if not step and kind == "$" and text[at : at + 1] == "\\":
            step = 1
        if not step:
            return
        at, count = at + step, count + 1


def _contents(text: str, start: int, kind: str, *, boxed: bool) -> Iterator[int]:
    if not boxed:
        yield from _stops(text, start, kind, 1)
        return
    for box in _stops(text, start, kind, 0):
        if text.startswith("\\boxed{", box):
            for brace in _stops(text, box + len("\\boxed{"), kind, 1):
                if text.startswith("}", brace):
                    yield from _stops(text, brace + 1, kind, 0)


_SIMPLE = row(opt(lit("-")), some(DIGIT, 1), opt(row(one(among(".,")), some(DIGIT, 1))))
_BARE = row(opt(lit("-")), lit("\\frac{"), _SIMPLE, lit("}{"), _SIMPLE, lit("}"))
_PERCENT = first_of(
    row(opt(lit("\\")), lit("%")),
    *(row(one(among("Pp")), lit(rest)) for rest in ("ercent", "ercentage", "ct")),
)


def _environment(text: str, at: int, *, boxed: bool) -> Iterator[Content]:
    """Yield the ends of an environment, its content, and ``percent`` if that follows."""
    for start, stop, after in _bodies(text, at, boxed=boxed):
        for place in some(space)(text, after):
            for last in _PERCENT(text, place):
                yield last, text[start:stop], "percent"
            yield place, text[start:stop], ""


def _bodies(text: str, at: int, *, boxed: bool) -> Iterator[tuple[int, int, int]]:
    for kind in _KINDS:
        start = _opened(text, at, kind)
        if start is None:
            continue
        for stop in _contents(text, start, kind, boxed=boxed):
            after = _closed(text, stop, kind)
            if after is not None:
                yield start, stop, after
    if not boxed:
        for stop in _BARE(text, at):
            yield at, stop, stop


_BETWEEN = row(
    some(space), first_of(row(opt(lit(",")), lit("and")), row(opt(lit(",")), lit("or")), lit(",")), some(space)
)


def _environments(text: str, at: int, *, boxed: bool) -> Iterator[Candidate]:
    for stop, contents in _chains(text, at, boxed, 5):
        yield _of_latex(stop, contents)


def _chains(text: str, at: int, boxed: bool, more: int) -> Iterator[tuple[int, list[Content]]]:
    for first in _environment(text, at, boxed=boxed):
        yield from _continued(text, first[0], boxed, more, [first])


def _continued(text: str, at: int, boxed: bool, more: int, chain: list[Content]) -> Iterator[tuple[int, list[Content]]]:
    if not more:
        yield at, chain
        return
    for place in some(space)(text, at) if boxed else [at]:
        for between in _BETWEEN(text, place):
            for following in _environment(text, between, boxed=boxed):
                yield from _continued(text, following[0], boxed, more - 1, [*chain, following])
        yield from _continued(text, place, boxed, more - 1, chain)


def _of_latex(stop: int, contents: list[Content], *, every: bool = True) -> Candidate:
    kept = [content for content in contents if content[1]]
    texts = [normalized(content, every=every) for _, content, _ in kept]
    pieces = [(each, content[2]) for each, content in zip(texts, kept, strict=True)]
    if not texts or len(texts) == 1 or "" in texts:
        return stop, texts[0] if texts else "", pieces[:1]
    return stop, " and ".join(texts), pieces


def _last_box(text: str, at: int) -> Iterator[Candidate]:
    braces = [place for place in range(len(text)) if text[place] == "}"]
    if text.startswith("\\boxed{", at) and braces and braces[-1] > at + len("\\boxed{"):
        yield _of_latex(braces[-1] + 1, [(0, text[at : braces[-1] + 1], "")], every=False)


# Plain numbers and expressions.

_CHARACTERS = among("+-*×/^()÷. \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\xa0")
_OPERATORS = among("+-*×/^()÷")


def _allowed(character: str) -> bool:
    return character.isdecimal() or character.isspace() or _CHARACTERS(character)


_BODY = row(
    opt(lit("-")), opt(lit("(")), opt(lit("-")), one(DIGIT), some(_allowed), one(_OPERATORS), some(_allowed, 1),
    opt(lit(")")),
)  # fmt: skip
_BEFORE = row(first_of(begin, one(space), lit("=")), opt(lit("**")))
_AFTER = row(opt(lit("**")), first_of(one(among(".,:)$")), one(space), end))


def _expression(text: str, at: int) -> Iterator[Candidate]:
    for start in _BEFORE(text, at):
        for stop in _BODY(text, start):
            for after in _AFTER(text, stop):
                yield after, text[start:stop], [(text[start:stop], "plain")]


def _thousands(text: str, at: int) -> Iterator[int]:
    """Yield the ends of as many groups of three digits as possible, and of fewer."""
    ends = [at]
    while text[ends[-1] : ends[-1] + 1] in (" ", ",") and all(
        each.isdecimal() for each in text[ends[-1] + 1 : ends[-1] + 4].ljust(3, "x")
    ):
        ends.append(ends[-1] + 4)
    yield from reversed(ends[1:])


def _wholes(text: str, at: int) -> Iterator[tuple[int, str]]:
    """Yield the ends of a number and the number, in the order of its forms."""
    if at and text[at - 1].isdecimal():
        return
    decimals = row(lit("."), some(DIGIT, 1))
    for start in opt(lit("-"))(text, at):
        for first in row(one(among("123456789")), some(DIGIT, 0, 2))(text, start):
            for stop in _thousands(text, first):
                for last in opt(decimals)(text, stop):
                    whole = "".join(each for each in text[at:stop] if each not in ", ")
                    yield last, whole + text[stop:last]
    for stop in row(opt(lit("-")), some(DIGIT, 1))(text, at):
        for last in row(one(among(".,")), some(DIGIT, 1))(text, stop):
            yield last, _unpadded(text[at:stop]) + "." + text[stop + 1 : last]
    for last in decimals(text, at):
        yield last, "0" + text[at:last]
    for stop in row(opt(lit("-")), some(DIGIT, 1))(text, at):
        yield stop, _unpadded(text[at:stop])


def _unpadded(digits: str) -> str:
    first = next((at for at, digit in enumerate(digits) if digit != "0"), len(digits))
    return digits[first:] or "0"


_AFTER_NUMBER = row(
    some(space),
    first_of(
        lit("%"),
        row(one(among("Pp")), lit("ercent")),
        row(some(space), one(among("Pp")), first_of(lit("ercentage"), lit("ct"))),
    ),
)


def _number(text: str, at: int) -> Iterator[Candidate]:
    for before in _BEFORE(text, at):
        for start in opt(one(among(CURRENCIES)))(text, before):
            for stop, digits in _wholes(text, start):
                for last in _AFTER_NUMBER(text, stop):
                    yield last, digits, [(digits, "percent")]
                yield stop, digits, [(digits, "")]


def _either(text: str, at: int) -> Iterator[Candidate]:
    yield from _expression(text, at)
    yield from _number(text, at)


# What may surround a candidate.


def _plain_latex(text: str, at: int) -> Iterator[Candidate]:
    yield from _environments(text, at, boxed=False)


def _boxed_latex(text: str, at: int) -> Iterator[Candidate]:
    yield from _environments(text, at, boxed=True)


def _within(before: Part, finder: Finder, *after: Part) -> Finder:
    def find(text: str, at: int) -> Iterator[Candidate]:
        for start in before(text, at):
            for stop, answer, pieces in finder(text, start):
                for last in row(*after)(text, stop):
                    yield last, answer, pieces

    return find


def _said(words: str) -> Part:
    return lit(words, any_case=True)


def _dots(most: int, lines: bool, *, lazy: bool = True) -> Part:
    return some((lambda _: True) if lines else but("\n"), 0, most, lazy=lazy)


_SPACES = some(space)
_HOPE = row(opt(lit(".")), opt(one(space)), lit("I hope"))


def _of(finder: Finder, *, lines: bool) -> list[list[Finder]]:
    """Return the finders of the priorities from 0 to 200."""
    colon = opt(lit(":"))
    is_latex = finder is _plain_latex
    final = row(_said("final answer is"), colon, _SPACES)
    about = row(_said("final answer"), _dots(100, lines), some(space, 1), lit("is"), colon)
    if is_latex:
        places: Part = _dots(50, lines)
        after: list[Part] = []
        about = row(about, _SPACES)
    else:
        places = first_of(row(_dots(100, lines, lazy=False), lit("="), _SPACES), _dots(50, lines))
        after = [_no_equals]
    return [
        [_within(final, finder, _HOPE)],
        [_within(about, finder)],
        [_within(row(_said("answer"), lit(":"), places), finder, *after)],
        [_within(row(_said("answer"), places), finder, *after)],
    ]


def _no_equals(text: str, at: int) -> Iterator[int]:
    if next(ahead(_SPACES, lit("="))(text, at), None) is None:
        yield at


_LATEX, _PLAIN = _of(_plain_latex, lines=True), _of(_either, lines=False)
_FINDERS: list[list[Finder]] = [
    [*_LATEX[0], *_PLAIN[0]],
    [*_LATEX[1], _boxed_latex, _last_box, *_PLAIN[1]],
    [*_LATEX[2], *_PLAIN[2]],
    [*_LATEX[3], *_PLAIN[3]],
    [_plain_latex, _expression, _number],
]
