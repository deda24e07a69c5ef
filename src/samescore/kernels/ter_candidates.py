"""List the candidate shifts of one round of TER's search; called by `samescore.kernels.ter`."""

from __future__ import annotations

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

COMPILED = cython.compiled


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_candidates(
    words: cython.int[::1], others: cython.int[::1], n: cython.Py_ssize_t, m: cython.Py_ssize_t, size: cython.Py_ssize_t,
    max_shift_size: cython.Py_ssize_t, max_shift_distance: cython.Py_ssize_t, max_candidates: cython.Py_ssize_t,
    checked: cython.Py_ssize_t, position: cython.int[::1], h_wrong: cython.int[::1], r_wrong: cython.int[::1],
    latest: cython.int[::1], before: cython.int[::1], candidates: cython.int[::1], by_size: cython.int[::1],
) -> cython.Py_ssize_t:  # fmt: skip
    """List the candidates of a round; return `checked` plus their number, up to `max_candidates`.

    ``by_size[size]`` is the leftmost candidate of that size. Each candidate has its start; its target; the first, last
    and middle position of the two stretches that it swaps; and the next candidate.
    """
    start: cython.Py_ssize_t
    j: cython.Py_ssize_t
    listed: cython.Py_ssize_t = 0
    for j in range(size):
        latest[j] = -1
    for j in range(m):
        before[j], latest[others[j]] = latest[others[j]], j
    for j in range(min(max_shift_size, n, m) + 1):
        by_size[j] = -1
    for start in range(n - 1, -1, -1):
        if h_wrong[start] - start >= max_shift_size:
            continue
        while latest[words[start]] > start + max_shift_distance:  # and therefore too far from all earlier words
            latest[words[start]] = before[latest[words[start]]]
        at: cython.Py_ssize_t = latest[words[start]]
        while at >= 0 and start - at <= max_shift_distance:
            most: cython.Py_ssize_t = min(max_shift_size, n - start, m - at)
            if position[at] >= start:  # the word aligned to its first word must not be part of the phrase
                most = min(most, position[at] - start)
            phrase: cython.Py_ssize_t = 1
            while phrase <= most and words[start + phrase - 1] == others[at + phrase - 1]:
                if h_wrong[start] < start + phrase and r_wrong[at] < at + phrase:
                    previous: cython.Py_ssize_t = -1
                    for j in range(at - 1, at + phrase):
                        target: cython.Py_ssize_t = position[j] + 1 if j >= 0 else 0
                        if target != previous:
                            checked += 1
                            if checked >= max_candidates:
                                return checked
                            # A target inside the phrase moves it to the right, by its distance from the start.
                            place: cython.Py_ssize_t = min(target, n - phrase)
                            if target > start + phrase:
                                place = target - phrase
                            candidates[listed], candidates[listed + 1] = start, target
                            candidates[listed + 2] = min(start, place)
                            candidates[listed + 3] = max(start, place) + phrase
                            candidates[listed + 4] = start if place < start else start + phrase
                            candidates[listed + 5], by_size[phrase] = by_size[phrase], listed
                            listed += 6
                        previous = target
                phrase += 1
            at = before[at]
    return checked
