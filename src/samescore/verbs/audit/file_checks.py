"""Look for defects in files that do not give the claimed number: empty, repeated or shifted lines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.labels import Labels


def suspicions(data: Data) -> Iterator[str]:
    """Yield a line for each suspicious property of a claim's files; nothing for an input that is not a text corpus."""
    if not isinstance(data, Corpus):
        return
    hypotheses = [str(segment.hypothesis) for segment in data]
    empty = sum(not text.strip() for text in hypotheses)
    if empty:
        yield f"{empty} of {len(hypotheses)} hypotheses are empty"
    repeated = _repeated(hypotheses)
    usual = _repeated([str(segment.references[0]) for segment in data if segment.references])
    if repeated > usual:
        than = f", and {usual} of their references" if usual else ""
        yield f"{repeated} of {len(hypotheses)} hypotheses repeat the line before{than}"
    copied = sum(text in map(str, segment.references) for text, segment in zip(hypotheses, data, strict=True))
    if copied and copied == len(hypotheses):
        yield "every hypothesis is one of its references"
    lengths = [(len(str(s.hypothesis)), len(str(s.references[0]))) for s in data if s.references]
    matches = {shift: _correlation(_shifted(lengths, shift)) for shift in (-1, 1)}
    shift = max(matches, key=matches.__getitem__)
    if matches[shift] > max(_correlation(lengths), 0.0) + 0.2:
        yield f"the lines match better when shifted {'up' if shift > 0 else 'down'} by 1: the files may be misaligned"


def _shifted(lengths: Sequence[tuple[int, int]], shift: int) -> list[tuple[int, int]]:
    """Return the line lengths of both sides after moving the hypotheses up by `shift` lines (down if it is negative)."""
    hypotheses, references = [length for length, _ in lengths], [length for _, length in lengths]
    return list(zip(hypotheses[max(shift, 0) :], references[max(-shift, 0) :], strict=False))


def _repeated(lines: Sequence[str]) -> int:
    """Count the lines that equal the previous line."""
    return sum(line == following for line, following in pairwise(lines))


def _correlation(lengths: Iterable[tuple[int, int]]) -> float:
    """Return the correlation between the line lengths of both sides; 0 for fewer than three lines, or if undefined."""
    pairs = list(lengths)
    if len(pairs) < 3:
        return 0.0
    xs, ys = [float(x) for x, _ in pairs], [float(y) for _, y in pairs]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = math.sqrt(sum((x - mx) ** 2 for x in xs) * sum((y - my) ** 2 for y in ys))
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True)) / spread if spread else 0.0


def swap_sides(data: Data) -> Data | None:
    """Return the input with both sides exchanged.

    Return None for an input other than labels and text corpora, and for a corpus that is empty, or in which a segment
    does not have exactly one reference.
    """
    if isinstance(data, Labels):
        return Labels(data.predicted, data.gold, data.weights)
    if isinstance(data, Corpus) and len(data) and all(len(segment.references) == 1 for segment in data):
        return Corpus.from_segments(
            [str(segment.references[0]) for segment in data], [[str(segment.hypothesis)] for segment in data]
        )
    return None
