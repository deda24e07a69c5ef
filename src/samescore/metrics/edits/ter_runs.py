"""Search TER shifts as pyter does: greedily, over the longest common runs of words, without a beam.

``h`` is the text whose words move, and ``r`` the other one. Every pair of equal words at different positions starts a
run, which continues while the words stay equal. A shift removes the run from ``h`` and inserts it at its position in
``r``, counted in the remaining words. The shift that leaves the fewest edits is made; on ties the resulting text that
sorts last is used, so renaming words can change the score.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product, takewhile

from samescore.metrics.edits.levenshtein import levenshtein
from samescore.metrics.edits.ter_shifts import Limits, Words


def edits_by_runs(h: Words, r: Words, limits: Limits) -> tuple[int, int]:
    """Return the number of edits that turn `h` into `r`, including shifts, and the number of these shifts.

    The limits of the beam are not used.
    """
    now, shifts, checked = levenshtein(h, r), 0, 0
    while now:
        candidates = list(islice(_shifted_texts(h, r, limits), limits.max_candidates - checked))
        checked += len(candidates)
        if checked >= limits.max_candidates:  # as in Tercom; then not even the best shift of this round is made
            break
        gain, better = max(((now - levenshtein(text, r), text) for text in set(candidates)), default=(0, ()))
        if gain <= 0:
            break
        h, now, shifts = list(better), now - gain, shifts + 1
    return shifts + now, shifts


def _shifted_texts(h: Words, r: Words, limits: Limits) -> Iterator[tuple[str, ...]]:
    """Yield the text after each possible shift, within the limits."""
    for start, at in product(range(len(h)), range(len(r))):
        if start == at or h[start] != r[at] or abs(start - at) > limits.max_shift_distance:
            continue
        equal = takewhile(
            lambda pair: pair[0] == pair[1], zip(islice(h, start, None), islice(r, at, None), strict=False)
        )
        size = min(sum(1 for _ in equal), limits.max_shift_size)
        if size:
            left = h[:start] + h[start + size :]
            yield tuple(left[:at] + h[start : start + size] + left[at:])
