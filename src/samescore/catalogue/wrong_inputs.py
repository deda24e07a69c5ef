"""Inputs that are read wrongly: the texts are right, but lists are taken for something else, cut, or put in another order.

Each wrong input is named by the field ``input`` of one mistake in ``golden/mistakes.toml``, which says in a sentence what it
is. Wrong numbers are matched with what they give (`samescore.verbs.why.attribution.diagnosis`), and the golden vectors must
notice each of them (`samescore.verbs.judging.adequacy`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from samescore.base.errors import SamescoreError
from samescore.catalogue.wrong_items import Items
from samescore.catalogue.wrong_segments import WRONG_SEGMENTS
from samescore.data.comparison import MEAN, Comparison
from samescore.data.corpus import Corpus, Line
from samescore.data.kinds import Data

_Lines = Sequence[Line]
_References = Sequence[Sequence[Line]]
_Read = tuple[_Lines, _References] | None
#: What a wrong reading makes of the hypotheses and the references; None where it does not apply.
Change = Callable[[_Lines, _References], _Read]

#: Wrong orders and choices of segments are tried on inputs of at most so many: some take the square of their number.
_MANY_SEGMENTS = 1000
#: Layouts that make one text, or one list of references, of a corpus are read for inputs of fewer characters.
_LARGE_TEXT = 20_000
#: Maximum input length, in characters, for layouts that make every character a token.
_MANY_CHARACTERS = 200_000


def misread(data: Data, how: str) -> Data | None:
    """The input as it is read wrongly; None if that does not apply, changes nothing, or would take too long to score.

    Some wrong readings make tokens of text: what they are scored with must take the caller's tokens.
    """
    if isinstance(data, Corpus):
        return _misread_corpus(data, how)
    if isinstance(data, Comparison) and how == SENTENCE_MEANS:
        return _by_sentences(data)
    changed = data.exchanged() if how == "swap" else data.unweighted() if how == UNWEIGHTED else None
    return None if changed == data else changed


def _misread_corpus(data: Corpus, how: str) -> Corpus | None:
    if how not in CHANGES or not len(data):
        return None
    if (how in _LIMITS and data.has_text(_LIMITS[how])) or (how in WRONG_SEGMENTS and len(data) > _MANY_SEGMENTS):
        return None
    made = CHANGES[how](data.hypothesis_lines, data.reference_lines)
    if made is None:
        return None
    hypotheses, references = made
    lines = [*hypotheses, *(line for group in references for line in group)]
    tokenized = any(isinstance(line, tuple) for line in lines) if lines else data.tokenized
    build = Corpus.from_tokens if tokenized else Corpus.from_segments
    changed = build(hypotheses, references)  # type: ignore[arg-type]  # tokens or texts throughout
    return None if changed == data else changed


def _text(line: Line) -> str:
    return line if isinstance(line, str) else " ".join(line)


def _words(line: Line) -> list[str]:
    return line.split() if isinstance(line, str) else list(line)


def _single(references: _References) -> bool:
    return all(len(group) == 1 for group in references)


def _equally_many(references: _References) -> bool:
    return len(set(map(len, references))) == 1


def _first_reference(hypotheses: _Lines, references: _References) -> _Read:
    return hypotheses, [group[:1] for group in references]


def _last_reference(hypotheses: _Lines, references: _References) -> _Read:
    return hypotheses, [group[-1:] for group in references]


def _swap(hypotheses: _Lines, references: _References) -> _Read:
    return ([group[0] for group in references], [[line] for line in hypotheses]) if _single(references) else None


def _cut_streams(hypotheses: _Lines, references: _References) -> _Read:
    """Segments read as streams and zipped: the number of segments is the length of the shortest list, the rest is lost."""
    if not _equally_many(references) or len(references[0]) in (0, len(hypotheses)):
        return None
    count = min(len(hypotheses), len(references[0]))
    return hypotheses[:count], [[group[k] for group in references] for k in range(count)]


def _characters(hypotheses: _Lines, references: _References) -> _Read:
    """Strings in place of lists of tokens."""
    return [tuple(_text(line)) for line in hypotheses], [[tuple(_text(r)) for r in group] for group in references]


def _words_as_references(hypotheses: _Lines, references: _References) -> _Read:
    """Read a tokenized reference in place of a list of references: each word becomes a reference of characters."""
    if not _single(references):
        return None
    groups = [[tuple(word) for word in _words(group[0])] for group in references]
    return [tuple(_words(line)) for line in hypotheses], groups


def _characters_as_references(hypotheses: _Lines, references: _References) -> _Read:
    """A string in place of a list of references: each character becomes a one-token reference, or a hypothesis token."""
    if not _single(references):
        return None
    groups = [[(character,) for character in _text(group[0])] for group in references]
    return [tuple(_text(line)) for line in hypotheses], groups


def _characters_as_segments(hypotheses: _Lines, references: _References) -> _Read:
    """Read a single string in place of a list of segments, on both sides: each character becomes a segment."""
    if len(hypotheses) != 1 or not _single(references):
        return None
    pairs = list(zip(_text(hypotheses[0]), _text(references[0][0]), strict=False))
    return [hypothesis for hypothesis, _ in pairs], [[reference] for _, reference in pairs]


def _pool(hypotheses: _Lines, references: _References) -> _Read:
    """Every hypothesis with the references of all segments."""
    return hypotheses, [[line for group in references for line in group]] * len(hypotheses)


def _one_text(hypotheses: _Lines, references: _References) -> _Read:
    """Return the whole corpus as one segment."""
    if not _equally_many(references):
        return None
    streams = [hypotheses, *zip(*references, strict=True)]
    if isinstance(hypotheses[0], str):
        joined: list[Line] = [" ".join(map(_text, stream)) for stream in streams]
    else:
        joined = [tuple(token for line in stream for token in line) for stream in streams]
    return joined[:1], [joined[1:]]


def _first_segment(hypotheses: _Lines, references: _References) -> _Read:
    return hypotheses[:1], references[:1]


def _last_segment(hypotheses: _Lines, references: _References) -> _Read:
    return hypotheses[-1:], references[-1:]


def _next_references(hypotheses: _Lines, references: _References) -> _Read:
    return (hypotheses[:-1], references[1:]) if len(hypotheses) > 1 else None


def _previous_references(hypotheses: _Lines, references: _References) -> _Read:
    return (hypotheses[1:], references[:-1]) if len(hypotheses) > 1 else None


def _without_blank_lines(hypotheses: _Lines, references: _References) -> _Read:
    """Blank lines dropped from each file separately, so that later lines are shifted and the ends truncated."""
    if not _equally_many(references) or not references[0]:
        return None
    streams = [
        [line for line in stream if _text(line).strip()] for stream in (hypotheses, *zip(*references, strict=True))
    ]
    count = min(map(len, streams))
    groups = list(zip(*(stream[:count] for stream in streams[1:]), strict=True))
    return (streams[0][:count], groups) if count else None


def _by_sentences(data: Comparison) -> Comparison | None:
    """Return the comparison by mean sentence scores; None if it is one already, or if there is no such mean."""
    from samescore.metrics.significance.systems import statistic_of  # imports several metrics

    if data.statistic == MEAN:
        return None
    try:
        changed = Comparison(data.statistic, data.systems, {**data.settings, "average": "sentences"})
        settings = [statistic_of(each)[1] for each in (data, changed)]
    except SamescoreError:
        return None
    return changed if settings[0] != settings[1] else None


def _of_rows(change: Callable[[Items], Items]) -> Change:
    """A change of segments as rows, each with a hypothesis and its references."""

    def changed(hypotheses: _Lines, references: _References) -> _Read:
        rows = [{"hypothesis": h, "references": list(r)} for h, r in zip(hypotheses, references, strict=True)]
        made = change(rows)
        return [_line(row["hypothesis"]) for row in made], [list(map(_line, row["references"])) for row in made]

    return changed


def _line(line: str | Sequence[str]) -> Line:
    return line if isinstance(line, str) else tuple(line)


#: Of systems that are compared: their sentences are scored, and the scores averaged.
SENTENCE_MEANS = "sentence-means"
#: Every item has the weight 1.
UNWEIGHTED = "unweighted"
#: How each changes a corpus.
CHANGES: dict[str, Change] = {
    "first-reference": _first_reference,
    "last-reference": _last_reference,
    "swap": _swap,
    "last-segment": _last_segment,
    "cut-streams": _cut_streams,
    "characters": _characters,
    "words-as-references": _words_as_references,
    "characters-as-references": _characters_as_references,
    "characters-as-segments": _characters_as_segments,
    "pool": _pool,
    "one-text": _one_text,
    "first-segment": _first_segment,
    "next-references": _next_references,
    "previous-references": _previous_references,
    "without-blank-lines": _without_blank_lines,
    **{name: _of_rows(change) for name, change in WRONG_SEGMENTS.items()},
}

_LIMITS = {
    "pool": _LARGE_TEXT,
    "one-text": _LARGE_TEXT,
    "characters-as-references": _LARGE_TEXT,
    "characters": _MANY_CHARACTERS,
    "words-as-references": _MANY_CHARACTERS,
    "characters-as-segments": _MANY_CHARACTERS,
}
