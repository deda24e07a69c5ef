"""Wrong readings of inputs: the texts are correct, but lists are misinterpreted, truncated or reordered.

The field ``input`` of a mistake in ``golden/mistakes.toml`` names each wrong reading, and the mistake describes it.
`samescore.verbs.why.attribution.diagnosis` compares wrong numbers with the scores of wrong readings, and
`samescore.verbs.judging.adequacy` checks that the golden vectors detect each of them.
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
#: A function that returns the misread hypotheses and references; None if the wrong reading does not apply.
Change = Callable[[_Lines, _References], _Read]

#: Maximum number of segments for wrong orders and selections of segments, because some take quadratic time.
_MANY_SEGMENTS = 1000
#: Maximum input length, in characters, for layouts that join a corpus into one text or one list of references.
_LARGE_TEXT = 20_000
#: Maximum input length, in characters, for layouts that make every character a token.
_MANY_CHARACTERS = 200_000


def misread(data: Data, how: str) -> Data | None:
    """Return the input, misread as `how` says; None if that does not apply, changes nothing, or is too slow to score.

    Some wrong readings turn text into tokens, so they can only be scored with settings that accept tokens.
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


def _have_one_reference(references: _References) -> bool:
    return all(len(group) == 1 for group in references)


def _have_equal_numbers(references: _References) -> bool:
    return len(set(map(len, references))) == 1


def _first_reference(hypotheses: _Lines, references: _References) -> _Read:
    return hypotheses, [group[:1] for group in references]


def _last_reference(hypotheses: _Lines, references: _References) -> _Read:
    return hypotheses, [group[-1:] for group in references]


def _fewest_references(hypotheses: _Lines, references: _References) -> _Read:
    """Keep as many references of each segment as the segment with the fewest has, as ``zip(*references)`` does."""
    fewest = min(map(len, references))
    return hypotheses, [group[:fewest] for group in references]


def _swap(hypotheses: _Lines, references: _References) -> _Read:
    return (
        ([group[0] for group in references], [[line] for line in hypotheses])
        if _have_one_reference(references)
        else None
    )


def _cut_streams(hypotheses: _Lines, references: _References) -> _Read:
    """Read each segment's references as a stream and zip the streams: the shortest list limits the number of segments."""
    if not _have_equal_numbers(references) or len(references[0]) in (0, len(hypotheses)):
        return None
    count = min(len(hypotheses), len(references[0]))
    return hypotheses[:count], [[group[k] for group in references] for k in range(count)]


def _characters(hypotheses: _Lines, references: _References) -> _Read:
    """Read strings in place of lists of tokens: each character becomes a token."""
    return [tuple(_text(line)) for line in hypotheses], [[tuple(_text(r)) for r in group] for group in references]


def _words_as_references(hypotheses: _Lines, references: _References) -> _Read:
    """Read a tokenized reference in place of a list of references: each word becomes a reference of character tokens.

    Each word of the hypothesis becomes a token. Returns None if a segment does not have exactly one reference.
    """
    if not _have_one_reference(references):
        return None
    groups = [[tuple(word) for word in _words(group[0])] for group in references]
    return [tuple(_words(line)) for line in hypotheses], groups


def _characters_as_references(hypotheses: _Lines, references: _References) -> _Read:
    """Read a string in place of a list of references: each of its characters becomes a reference of one token.

    Each character of the hypothesis becomes a token. Returns None if a segment does not have exactly one reference.
    """
    if not _have_one_reference(references):
        return None
    groups = [[(character,) for character in _text(group[0])] for group in references]
    return [tuple(_text(line)) for line in hypotheses], groups


def _characters_as_segments(hypotheses: _Lines, references: _References) -> _Read:
    """Read a single string in place of a list of segments, on both sides: each character becomes a segment."""
    if len(hypotheses) != 1 or not _have_one_reference(references):
        return None
    pairs = list(zip(_text(hypotheses[0]), _text(references[0][0]), strict=False))
    return [hypothesis for hypothesis, _ in pairs], [[reference] for _, reference in pairs]


def _pool(hypotheses: _Lines, references: _References) -> _Read:
    """Pair every hypothesis with the references of all segments."""
    return hypotheses, [[line for group in references for line in group]] * len(hypotheses)


def _one_text(hypotheses: _Lines, references: _References) -> _Read:
    """Join the whole corpus into one segment; None if segments have different numbers of references."""
    if not _have_equal_numbers(references):
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
    """Drop blank lines from each file separately, so later lines are paired wrongly, and truncate to the shortest file."""
    if not _have_equal_numbers(references) or not references[0]:
        return None
    streams = [
        [line for line in stream if _text(line).strip()] for stream in (hypotheses, *zip(*references, strict=True))
    ]
    count = min(map(len, streams))
    groups = list(zip(*(stream[:count] for stream in streams[1:]), strict=True))
    return (streams[0][:count], groups) if count else None


def _by_sentences(data: Comparison) -> Comparison | None:
    """Return the comparison by mean sentence scores; None if it already is one, or the statistic cannot be averaged."""
    from samescore.metrics.significance.systems import statistic_of  # imports several metrics

    if data.statistic == MEAN:
        return None
    try:
        changed = Comparison(data.statistic, data.systems, {**data.settings, "average": "sentences"})
        settings = [statistic_of(each)[1] for each in (data, changed)]
    except SamescoreError:
        return None
    return changed if settings[0] != settings[1] else None


def _row_change(change: Callable[[Items], Items]) -> Change:
    """Return a function that passes the segments to `change` as rows, each with a hypothesis and its references."""

    def changed(hypotheses: _Lines, references: _References) -> _Read:
        rows = [{"hypothesis": h, "references": list(r)} for h, r in zip(hypotheses, references, strict=True)]
        made = change(rows)
        return [_line(row["hypothesis"]) for row in made], [list(map(_line, row["references"])) for row in made]

    return changed


def _line(line: str | Sequence[str]) -> Line:
    return line if isinstance(line, str) else tuple(line)


#: The wrong reading by which systems are compared by their mean sentence scores.
SENTENCE_MEANS = "sentence-means"
#: The wrong reading by which the weights of items are ignored.
UNWEIGHTED = "unweighted"
#: The function of each wrong reading of a corpus.
CHANGES: dict[str, Change] = {
    "first-reference": _first_reference,
    "last-reference": _last_reference,
    "fewest-references": _fewest_references,
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
    **{name: _row_change(change) for name, change in WRONG_SEGMENTS.items()},
}

_LIMITS = {
    "pool": _LARGE_TEXT,
    "one-text": _LARGE_TEXT,
    "characters-as-references": _LARGE_TEXT,
    "characters": _MANY_CHARACTERS,
    "words-as-references": _MANY_CHARACTERS,
    "characters-as-segments": _MANY_CHARACTERS,
}
