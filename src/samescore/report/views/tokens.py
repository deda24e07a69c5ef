"""The view of prepared lines: the text after each stage, the units that are compared, and where they differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any

from samescore.records import PreparationStage, PreparedLine, PreparedTexts
from samescore.report import view as show
from samescore.report.counted import count_phrase
from samescore.report.view import View

#: A visible space, and the sign between two tokens.
_SPACE, _BETWEEN = "␣", " · "
#: Maximum number of units of a line that are compared, because the time grows with the square of the number.
_MOST_COMPARED = 5000


def view(prepared: PreparedTexts) -> View:
    """Build the view: a card for each line, with the stages of each implementation, and the differences of their units."""
    first = prepared.lines[0]
    texts = [list(several) for _, several in groupby(prepared.lines, _place)]
    verdict = f"{count_phrase(len(texts), 'line')} as {first.metric} compares {'it' if len(texts) == 1 else 'them'}"
    signatures = list(dict.fromkeys((line.like, line.signature) for line in prepared.lines))
    several = len(signatures) > 1
    rows = [(f"settings {like}".rstrip() if several else "settings", signature) for like, signature in signatures]
    settings = show.Facts(tuple((name, show.Span(text, "settings")) for name, text in rows), apart=True)
    return View("tokens", first.metric, "none", verdict, (*map(_card, texts), settings))


def _place(line: PreparedLine) -> tuple[object, ...]:
    return line.file, line.line, line.side, line.text


def _card(prepared: Sequence[PreparedLine]) -> show.Card:
    """Build the card of one line, as each implementation prepares it."""
    first = prepared[0]
    text: tuple[str, show.Line] = ("text", _text(first.text))
    place = f"{first.file}, line {first.line}" if first.file else f"text {first.line}"
    if len(prepared) == 1:
        blocks = [show.Facts((text, *_stages(first)), aligned=True)]
    else:
        blocks = [show.Facts((text,), aligned=True)]
        for line in prepared:
            rows = _stages(line) or [("units", "(unchanged)")]
            blocks.append(show.Facts(tuple(rows), title=_name(line), aligned=True))
        blocks += [_differences(first, other) for other in prepared[1:]]
    return show.Card(f"{place} ({first.side})", tuple(blocks), apart=True)


def _name(line: PreparedLine) -> str:
    return line.like or line.signature


def _stages(line: PreparedLine) -> list[tuple[str, show.Line]]:
    """Return a row for each stage."""
    rows: list[tuple[str, show.Line]] = []
    before: Any = line.text
    for stage in line.stages:
        shown = "(unchanged)" if stage.product == before else _product(stage)
        rows.append((f"{stage.name}={stage.value}" if stage.value else stage.name, shown))
        before = stage.product
    return rows


def _differences(first: PreparedLine, other: PreparedLine) -> show.Facts:
    """Build a row for each run of units that differ, with the position of its first unit on the first side."""
    title = f"differences of {_name(other)} from {_name(first)}"
    sides = _flat(first.units), _flat(other.units)
    if sides[0] == sides[1]:
        return show.Facts((("units", "the same"),), title=title, aligned=True)
    if max(map(len, sides)) > _MOST_COMPARED:
        return show.Facts((("units", f"not compared: more than {_MOST_COMPARED:,}"),), title=title, aligned=True)
    return show.Facts(tuple(_parts(*sides)), title=title, aligned=True)


def _parts(first: Sequence[str], other: Sequence[str]) -> Iterator[tuple[str, show.Line]]:
    for tag, start, stop, other_start, other_stop in SequenceMatcher(None, first, other, autojunk=False).get_opcodes():
        if tag != "equal":
            sides = first[start:stop], other[other_start:other_stop]
            shown = " | ".join(_tokens(side) or "nothing" for side in sides)
            yield f"position {start + 1}", show.Span(shown, "mark", "known")


def _flat(units: Any) -> list[str]:
    """Return units as one list of tokens: a text becomes its characters, and sentences are joined."""
    return [token for unit in units for token in ([unit] if isinstance(unit, str) else _flat(unit))]


def _product(stage: PreparationStage) -> str:
    product = stage.product
    if isinstance(product, str):
        return _text(product)
    match stage.name:
        case "sentences":
            return f"{' / '.join(map(_text, product))} ({count_phrase(len(product), 'sentence')})"
        case "order":
            grams = _BETWEEN.join(_SPACE.join(gram) for gram in product)
            return f"{grams} ({count_phrase(len(product), 'n-gram')})".lstrip()
        case "max_order":
            return f"{' + '.join(str(len(grams)) for grams in product)} n-grams"
    if any(isinstance(part, list) for part in product):
        tokens = sum(map(len, product))
        joined = " / ".join(map(_tokens, product))
        return f"{joined} ({count_phrase(tokens, 'token')} in {count_phrase(len(product), 'sentence')})"
    return f"{_tokens(product)} ({count_phrase(len(product), _NOUNS.get(stage.name, 'token'))})".lstrip()


#: The nouns for the parts of a stage's result, by the name of the stage; for other stages, ``token``.
_NOUNS = {"words": "word", "characters": "character", "normalization": "part"}


def _tokens(tokens: Sequence[str]) -> str:
    return _BETWEEN.join(token.replace(" ", _SPACE) or "''" for token in tokens)


def _text(text: str) -> str:
    """Return a text in which spaces at the ends, and next to white space, have a visible sign."""
    characters = [
        _SPACE if character == " " and _stands_out(text, place) else character for place, character in enumerate(text)
    ]
    return "".join(characters) or "''"


def _stands_out(text: str, place: int) -> bool:
    """Return whether a space is at an end of the text, or next to white space."""
    neighbours = text[place - 1 : place], text[place + 1 : place + 2]
    return any(not neighbour or neighbour.isspace() for neighbour in neighbours)
