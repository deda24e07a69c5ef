"""Texts and inputs on a page: invisible characters are escaped, and words missing on the other side highlighted.

A text is a list of pieces, each a string, or a string with the CSS classes of its element. The script of a page and the
templates show the same pieces.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from samescore.report.plain import visible

#: Maximum numbers of characters of a text, items of a list, and texts of an input that are shown.
LONGEST, MOST_ITEMS, MOST_TEXTS = 2_000, 100, 20

#: CSS classes of pieces: a word missing on the other side, an escaped character, a token of a tokenized line.
MARK, ESCAPE, BREAK, TOKEN = "mark", "escape", "escape break", "token"

Piece = str | list[str]
Line = str | list[str]

#: A word, a Chinese or Japanese character, or a punctuation mark.
_WORDS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+|[^\w\s]")

#: Lookarounds for tokens that start or end with a letter or digit, so that they match only whole words.
_EDGE = (r"(?<!\w)", r"(?!\w)")


class InputBlock(msgspec.Struct, frozen=True):
    """A part of an input: named texts, or a grid whose first row and first column are headings."""

    title: str
    texts: list[tuple[str, list[Piece]]] = []
    grid: list[list[Piece]] = []
    note: str = ""


def pieces(text: str, spans: Sequence[tuple[int, int]] = ()) -> list[Piece]:
    r"""Split a text into pieces, with the characters in `spans` highlighted and invisible ones escaped.

    >>> pieces("a cat\x00", [(2, 5)])
    ['a ', ['cat', 'mark'], ['\\x00', 'escape']]
    """
    cut = text[:LONGEST]
    shown: list[Piece] = []
    position = 0
    for start, end in spans:
        shown += _escaped(cut[position:start], "")
        shown += _escaped(cut[start:end], MARK)
        position = max(position, end)
    shown += _escaped(cut[position:], "")
    if len(text) > LONGEST:
        shown.append(["…", ESCAPE])
    return shown


def _escaped(text: str, style: str) -> Iterator[Piece]:
    """Yield the pieces of a text in one style, with each invisible character separate."""
    start = 0
    for place, character in enumerate(text):
        if not character.isprintable():
            if place > start:
                yield [text[start:place], style] if style else text[start:place]
            yield [visible(character), BREAK if character == "\n" else ESCAPE]
            start = place + 1
    if start < len(text):
        yield [text[start:], style] if style else text[start:]


def unmatched_positions(text: str, others: Sequence[str]) -> list[tuple[int, int]]:
    """Return the positions of surplus words: those beyond the highest number of times that any other text has the word.

    >>> unmatched_positions("the the cat", ["the cat", "a cat"])
    [(4, 7)]
    """
    counts: Counter[str] = Counter()
    for other in others:
        counts |= Counter(match.group() for match in _WORDS.finditer(other[:LONGEST]))
    places = []
    for match in _WORDS.finditer(text[:LONGEST]):
        counts[match.group()] -= 1
        if counts[match.group()] < 0:
            places.append(match.span())
    return places


def occurrences(text: str, wanted: Sequence[str]) -> list[tuple[int, int]]:
    """Return the positions of any of the tokens in the text, outside longer words, preferring the longest token.

    >>> occurrences("it sits.", [".", "it"])
    [(0, 2), (7, 8)]
    """
    longest_first = sorted({token for token in wanted if token.strip()}, key=len, reverse=True)[:MOST_ITEMS]
    if not longest_first:
        return []
    patterns = (
        f"{_EDGE[0] if token[0].isalnum() else ''}{re.escape(token)}{_EDGE[1] if token[-1].isalnum() else ''}"
        for token in longest_first
    )
    return [match.span() for match in re.finditer("|".join(patterns), text[:LONGEST])]


def tokens(line: Sequence[str], others: Sequence[Sequence[str]] | None = None) -> list[Piece]:
    """Return a tokenized line, highlighting tokens that it has more often than each of the others (None: nothing)."""
    counts: Counter[str] = Counter()
    for other in others or ():
        counts |= Counter(other)
    shown: list[Piece] = []
    for token in line[:MOST_ITEMS]:
        counts[token] -= 1
        lacks = others is not None and counts[token] < 0
        shown.append([visible(token, LONGEST) or " ", f"{TOKEN} {MARK}" if lacks else TOKEN])
    if len(line) > MOST_ITEMS:
        shown.append([f"and {len(line) - MOST_ITEMS} more", "soft"])
    return shown


class _Segment(msgspec.Struct, frozen=True):
    hypothesis: Line
    references: list[Line]


class _Segments(msgspec.Struct, frozen=True):
    segments: list[_Segment]


class _Labels(msgspec.Struct, frozen=True):
    gold: list[str | int | float | bool | None]
    predicted: list[str | int | float | bool | None] = []
    scores: list[float] = []


class _Confusion(msgspec.Struct, frozen=True):
    classes: list[str | int | float | bool | None]
    confusion: list[list[int]]


class _LogProbs(msgspec.Struct, frozen=True):
    logprobs: list[list[float]]
    texts: list[str] = []


class _Item(msgspec.Struct, frozen=True):
    choices: list[str]
    logprobs: list[float]
    gold: int


class _Items(msgspec.Struct, frozen=True):
    items: list[_Item]


def blocks(plain: dict[str, Any]) -> list[InputBlock]:
    """Convert an input in its JSON form to readable blocks; an input of unknown form becomes JSON text."""
    for kind, show in _KINDS:
        with suppress(msgspec.ValidationError):
            return list(show(msgspec.convert(plain, kind)))
    return [InputBlock("", [("input", pieces(json.dumps(plain, ensure_ascii=False)))])]


def segment(hypothesis: Line, references: Sequence[Line]) -> list[tuple[str, list[Piece]]]:
    """Return a hypothesis and its references, with words missing on the other side highlighted."""
    names = ["reference"] if len(references) == 1 else [f"reference {place}" for place in range(1, len(references) + 1)]
    shown = [("hypothesis", _against(hypothesis, references))]
    shown += [(name, _against(line, [hypothesis])) for name, line in zip(names, references, strict=True)]
    return shown[: MOST_TEXTS + 1]


def _against(line: Line, others: Sequence[Line]) -> list[Piece]:
    if isinstance(line, str):
        return pieces(
            line, unmatched_positions(line, [other for other in others if isinstance(other, str)]) if others else ()
        )
    return tokens(line, [other for other in others if not isinstance(other, str)] if others else None)


def _of_segments(read: _Segments) -> Iterator[InputBlock]:
    for place, part in enumerate(read.segments[:MOST_TEXTS], 1):
        title = f"segment {place}" if len(read.segments) > 1 else ""
        yield InputBlock(title, segment(part.hypothesis, part.references))
    if len(read.segments) > MOST_TEXTS:
        yield InputBlock("", note=f"and {len(read.segments) - MOST_TEXTS} more segments")
    if not read.segments:
        yield InputBlock("", note="no segments")


def _of_labels(read: _Labels) -> Iterator[InputBlock]:
    other = read.predicted or read.scores
    if not other and not read.gold:
        yield InputBlock("", note="no items")
        return
    width = min(max(len(read.gold), len(other)), MOST_ITEMS)
    differ = [bool(read.predicted) and gold != said for gold, said in zip(read.gold, other, strict=False)]
    second: list[Piece] = ["predicted" if read.predicted else "scores"]
    for place, value in enumerate(other[:width]):
        second.append([_value(value), MARK] if place < len(differ) and differ[place] else _value(value))
    rest = max(len(read.gold), len(other)) - width
    yield InputBlock(
        "",
        grid=[
            ["item", *map(str, range(1, width + 1))],
            ["gold", *map(_value, read.gold[:width])],
            second,
        ],
        note=f"and {rest} more items" if rest > 0 else "",
    )


def _of_confusion(read: _Confusion) -> Iterator[InputBlock]:
    head: list[Piece] = ["gold (rows) / predicted (columns)", *map(_value, read.classes[:MOST_ITEMS])]
    rows = zip(read.classes[:MOST_ITEMS], read.confusion, strict=False)
    grid: list[list[Piece]] = [head]
    for name, row in rows:
        grid.append([_value(name), *map(str, row[:MOST_ITEMS])])
    yield InputBlock("", grid=grid)


def _of_log_probs(read: _LogProbs) -> Iterator[InputBlock]:
    width = min(max(map(len, read.logprobs), default=0), MOST_ITEMS)
    head: list[Piece] = ["token", *map(str, range(1, width + 1))]
    rows: list[list[Piece]] = []
    for place, row in enumerate(read.logprobs[:MOST_TEXTS]):
        name = visible(read.texts[place], 80) if place < len(read.texts) else f"text {place + 1}"
        rows.append([name, *map(_value, row[:width]), *[""] * (width - len(row))])
    yield InputBlock("log-probabilities", grid=[head, *rows])


def _of_items(read: _Items) -> Iterator[InputBlock]:
    for place, item in enumerate(read.items[:MOST_TEXTS], 1):
        grid: list[list[Piece]] = [["choice", "log-probability", "right"]]
        for number, (choice, logprob) in enumerate(zip(item.choices, item.logprobs, strict=False)):
            grid.append([visible(choice, 200), _value(logprob), "✓" if number == item.gold else ""])
        yield InputBlock(f"item {place}" if len(read.items) > 1 else "", grid=grid)


def _value(value: object) -> str:
    return visible(str(value), 200)


_KINDS: tuple[tuple[type[Any], Any], ...] = (
    (_Segments, _of_segments),
    (_Confusion, _of_confusion),
    (_Items, _of_items),
    (_LogProbs, _of_log_probs),
    (_Labels, _of_labels),
)
