"""The view of prepared lines: the text after each stage, and the units that are compared."""

from __future__ import annotations

from typing import Any

from samescore.records import PreparationStage, PreparedLine, PreparedTexts
from samescore.report import view as show
from samescore.report.counted import count_phrase
from samescore.report.view import View

#: A visible space, and the sign between two tokens.
_SPACE, _BETWEEN = "␣", " · "


def view(prepared: PreparedTexts) -> View:
    """Build the view: a card for each line, with a row for each stage."""
    first = prepared.lines[0]
    verdict = f"{count_phrase(len(prepared.lines), 'line')} as {first.metric} compares them"
    cards = tuple(_card(line) for line in prepared.lines)
    settings = show.Facts((("settings", show.Span(first.signature, "settings")),), apart=True)
    return View("tokens", first.metric, "none", verdict, (*cards, settings))


def _card(line: PreparedLine) -> show.Card:
    rows: list[tuple[str, show.Line]] = [("text", _text(line.text))]
    before: Any = line.text
    for stage in line.stages:
        shown = "(unchanged)" if stage.product == before else _product(stage)
        rows.append((f"{stage.name}={stage.value}" if stage.value else stage.name, shown))
        before = stage.product
    place = f"{line.file}, line {line.line}" if line.file else f"text {line.line}"
    return show.Card(f"{place} ({line.side})", (show.Facts(tuple(rows), aligned=True),), apart=True)


def _product(stage: PreparationStage) -> str:
    product = stage.product
    if isinstance(product, str):
        return _text(product)
    if stage.name == "sentences":
        return f"{' / '.join(map(_text, product))} ({count_phrase(len(product), 'sentence')})"
    if any(isinstance(part, list) for part in product):
        tokens = sum(map(len, product))
        joined = " / ".join(map(_tokens, product))
        return f"{joined} ({count_phrase(tokens, 'token')} in {count_phrase(len(product), 'sentence')})"
    return f"{_tokens(product)} ({count_phrase(len(product), _NOUNS.get(stage.name, 'token'))})".lstrip()


#: The nouns for what a stage yields, by its name, if it is not tokens.
_NOUNS = {"words": "word", "characters": "character", "normalization": "part"}


def _tokens(tokens: list[str]) -> str:
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
