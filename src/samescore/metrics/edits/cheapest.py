"""Alignments used in speech recognition that are not shortest edit scripts.

If a substitution costs 4, and an insertion or a deletion 3, the cheapest alignment may have more edits: two deletions
and two insertions cost as much as three substitutions. The order in which paths to a cell are compared decides which of
several cheapest alignments is counted. In a table without an empty row, an alignment may have fewer edits. If a
substitution costs less the more similar two words are, misrecognised words are paired with the correct ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from samescore.base.errors import MetricError
from samescore.metrics.edits.levenshtein import levenshtein
from samescore.metrics.edits.steps import DELETION, INSERTION, SUBSTITUTION, cheapest_steps

_SUBSTITUTION, _GAP = 4, 3
#: Minimum difference of costs; costs closer to each other count as equal.
_CLOSE = 0.01
#: Words of this many bytes or more are too long.
_TOO_LONG = 50

#: The cost of the cheapest path to a cell of the table, and its hits, substitutions, deletions and insertions.
Way = tuple[int, int, int, int, int]


def cheapest(reference: Sequence[str], hypothesis: Sequence[str], *, pairs_first: bool) -> bytes:
    """Return the steps of the cheapest alignment if a substitution costs 4, and an insertion or a deletion 3.

    Among paths of equal cost, one that ends in a pair of words is preferred if `pairs_first`, and avoided otherwise;
    among the others, one that ends in an insertion is preferred.

    >>> list(cheapest("aab", "bcc", pairs_first=True)), list(cheapest("aab", "bcc", pairs_first=False))
    ([1, 1, 1], [2, 2, 0, 3, 3])
    """
    gaps = [INSERTION, DELETION]
    preferred = [SUBSTITUTION, *gaps] if pairs_first else [*gaps, SUBSTITUTION]
    return cheapest_steps(
        reference, hypothesis, lambda unit, other: 0 if unit == other else _SUBSTITUTION, _GAP, preferred
    )


def without_empty_row(reference: Sequence[str], hypothesis: Sequence[str]) -> list[int]:
    """Return H, S, D and I of the path with the fewest edits in a table without row and column for the empty text.

    The table starts with the pair of the first words. Along its borders, each further word is compared with the first
    word of the other text: it is one more hit if they are equal, else a deletion or an insertion. Among paths with
    equally many edits, one that ends in a pair of words is preferred, then one that ends in an insertion. An empty text
    has no hits. Source: ``calculateEditDistance`` of the npm package word-error-rate.

    >>> without_empty_row("aa", "a"), without_empty_row("abab", "aaba")
    ([2, 0, 0, 0], [4, 0, 1, 0])
    """
    if not reference or not hypothesis:
        return [0, 0, len(reference), len(hypothesis)]
    row: list[Way] = []
    for deleted, wanted in enumerate(reference):
        before, row = row, []
        for place, unit in enumerate(hypothesis):
            if deleted and place:
                pair, insertion, deletion = before[place - 1], row[-1], before[place]
                fewest = pair[0] + (unit != wanted)
                if fewest <= insertion[0] + 1 and fewest <= deletion[0] + 1:
                    row.append(_add_hit_or_edit(unit == wanted, pair, 2))
                elif insertion[0] <= deletion[0]:
                    row.append(_add_edit(insertion, 4))
                else:
                    row.append(_add_edit(deletion, 3))
            elif deleted:
                row.append(_add_hit_or_edit(unit == wanted, before[0], 3))
            elif place:
                row.append(_add_hit_or_edit(unit == wanted, row[-1], 4))
            else:
                row.append(_add_hit_or_edit(unit == wanted, (0, 0, 0, 0, 0), 2))
    return list(row[-1][1:])


def by_characters(reference: Sequence[str], hypothesis: Sequence[str]) -> bytes:
    """Return the steps of the cheapest alignment if substitutions of words with similar spellings cost less.

    A substitution costs 1.5 times the Levenshtein distance of the words' UTF-8 bytes, divided by the bytes of the
    longer word; an insertion or a deletion costs 1. A pair of words is used unless a deletion costs at least 0.01 less;
    an insertion is used if it costs at least 0.01 less than the better of the two. Raises `MetricError` for a word of
    50 bytes or more that is compared, and for an unpaired surrogate. Source: ``align_texts`` of texterrors with
    use_chardiff.

    >>> list(by_characters(["first", "word", "speedbird"], ["firth", "speedbirt"]))
    [1, 2, 1]
    """
    reference, hypothesis = _in_bytes(reference), _in_bytes(hypothesis)
    preferred = SUBSTITUTION, DELETION, INSERTION
    return cheapest_steps(reference, hypothesis, _substitution_cost, 1, preferred, closest=_CLOSE)


def _in_bytes(words: Sequence[str]) -> list[str]:
    """Return words as strings in which each character stands for a byte of the word's UTF-8 form.

    Raises `MetricError` for an unpaired surrogate.
    """
    try:
        return [word.encode().decode("latin-1") for word in words]
    except UnicodeEncodeError:
        raise MetricError(
            "a word contains an unpaired surrogate", kind="RuntimeError", hint="costs=characters needs valid Unicode"
        ) from None


@lru_cache(maxsize=2**16)
def _substitution_cost(word: str, other: str) -> float:
    """Return the cost of substituting a word for another, both given as bytes, from 0 to 1.5.

    The costs are cached, because texts repeat pairs of frequent words. Raises `MetricError` for a word that is too
    long.
    """
    longer = max(len(word), len(other))
    if longer >= _TOO_LONG:
        raise MetricError(
            f"a word has {longer} bytes", kind="RuntimeError", hint="costs=characters takes words of at most 49 bytes"
        )
    return levenshtein(word, other) / longer * 1.5 if longer else 0.0


def _add_edit(way: Way, column: int) -> Way:
    """Return the path with one more edit, of the kind counted in this column."""
    numbers = list(way)
    numbers[0] += 1
    numbers[column] += 1
    return tuple(numbers)  # type: ignore[return-value]


def _add_hit_or_edit(same: bool, way: Way, column: int) -> Way:
    """Return the path with one more hit if the units are the `same`, else with one more edit of the kind in `column`."""
    return (way[0], way[1] + 1, *way[2:]) if same else _add_edit(way, column)
