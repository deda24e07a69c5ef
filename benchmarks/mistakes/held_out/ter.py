"""TER with the shifts of Tercom, as sacreBLEU searches for them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs

Words = list[str]

_BEAM = 25
_LONGEST_SHIFT = 10
_FARTHEST_SHIFT = 50
_MOST_CANDIDATES = 1000


def edit_table(hypothesis: Words, reference: Words, bug: str) -> tuple[int, str]:
    """Return the number of edits near the diagonal, and their steps: = and s (substitution), d and i.

    An i skips a word of the reference, a d a word of the hypothesis.
    """
    replacing = 2 if bug == "substitution-is-two-edits" else 1
    ratio = len(reference) / len(hypothesis) if hypothesis else 1
    beam = math.ceil(ratio / 2 + _BEAM) if ratio / 2 > _BEAM else _BEAM
    rows: list[dict[int, tuple[int, str]]] = [{j: (j, "i") for j in range(len(reference) + 1)}]
    beyond = (10**9, "")
    for i, word in enumerate(hypothesis, start=1):
        middle, above, row = math.floor(i * ratio), rows[-1], dict[int, tuple[int, str]]()
        stop = len(reference) + 1 if i == len(hypothesis) else min(len(reference) + 1, middle + beam)
        for j in range(max(0, middle - beam), stop):
            steps = [(above.get(j, beyond)[0] + 1, "d")]
            if j > 0:
                same = word == reference[j - 1]
                steps.insert(0, (above.get(j - 1, beyond)[0] + (0 if same else replacing), "=" if same else "s"))
                steps.append((row.get(j - 1, beyond)[0] + 1, "i"))
            row[j] = min(steps, key=lambda step: step[0])
        rows.append(row)
    i, j, path = len(hypothesis), len(reference), ""
    while i or j:
        step = rows[i][j][1]
        path = step + path
        i, j = i - (step != "i"), j - (step != "d")
    return rows[-1][len(reference)][0], path


def aligned(path: str) -> tuple[dict[int, int], list[bool], list[bool]]:
    """Return the position in the hypothesis of each word of the reference, and which words of either text are wrong."""
    places: dict[int, int] = {}
    wrong_ours: list[bool] = []
    wrong_theirs: list[bool] = []
    for step in path:
        if step != "i":
            wrong_ours.append(step != "=")
        if step != "d":
            wrong_theirs.append(step != "=")
            places[len(wrong_theirs) - 1] = len(wrong_ours) - 1
    return places, wrong_ours, wrong_theirs


def common_phrases(hypothesis: Words, reference: Words) -> Iterator[tuple[int, int, int]]:
    """Yield the start in the hypothesis, the start in the reference, and the length of each common phrase."""
    for i in range(len(hypothesis)):
        for j in range(len(reference)):
            if abs(i - j) > _FARTHEST_SHIFT:
                continue
            for length in range(1, min(_LONGEST_SHIFT, len(hypothesis) - i, len(reference) - j) + 1):
                if hypothesis[i + length - 1] != reference[j + length - 1]:
                    break
                yield i, j, length


def shifted(words: Words, start: int, length: int, target: int) -> Words:
    """Return the words with a phrase moved to `target`, a position in the words before the move."""
    phrase, rest = words[start : start + length], words[:start] + words[start + length :]
    place = target - length if target > start + length else target
    return rest[:place] + phrase + rest[place:]


def best_shift(hypothesis: Words, reference: Words, tried: int, bug: str) -> tuple[int, Words, int]:
    """Return the edits that the best shift saves, the hypothesis after it, and the number of shifts tried so far."""
    before, path = edit_table(hypothesis, reference, bug)
    places, wrong_ours, wrong_theirs = aligned(path)
    found: list[tuple[int, int, int, int, Words]] = []
    for start, to, length in common_phrases(hypothesis, reference):
        if not any(wrong_ours[start : start + length]) or not any(wrong_theirs[to : to + length]):
            continue
        if start <= places[to] < start + length:
            continue
        last = -1
        for offset in range(-1, length):
            if to + offset == -1:
                target = 0
            elif to + offset in places:
                target = places[to + offset] + 1
            else:
                break
            if target == last:
                continue
            last = target
            moved = shifted(hypothesis, start, length, target)
            found.append((before - edit_table(moved, reference, bug)[0], length, -start, -target, moved))
            tried += 1
        if tried >= _MOST_CANDIDATES:
            break
    if not found:
        return 0, hypothesis, tried
    best = max(found)
    return best[0], best[4], tried


def edits(hypothesis: Words, reference: Words, bug: str) -> int:
    """Return the number of shifts and edits from the hypothesis to the reference."""
    if not reference:
        return len(hypothesis)
    shifts = tried = 0
    while True:
        saved, moved, tried = best_shift(hypothesis, reference, tried, bug)
        if tried >= _MOST_CANDIDATES or saved <= 0:
            break
        hypothesis = moved
        shifts += 1
        if bug == "one-shift-only":
            break
    remaining = edit_table(hypothesis, reference, bug)[0]
    return remaining if bug == "shifts-are-free" else shifts + remaining


def ter(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    bug: str = "",
    lowercase: bool = True,
    punctuation: bool = True,
    closest: bool = False,
    mean: bool = False,
    scale: int = 100,
) -> float:
    """Return TER of the corpus, or the mean of its segments."""
    if not hypotheses or not all(references):
        raise ValueError("each of one or more hypotheses needs references")

    def words(text: str, *, marks: bool) -> Words:
        text = text.lower() if lowercase else text
        return (text if marks else re.sub(r'[.,?:;!"()]', "", text)).split()

    total, length, rates = 0, 0.0, []
    for hypothesis, several in zip(hypotheses, references, strict=True):
        ours = words(hypothesis, marks=punctuation)
        marks = punctuation or bug == "punctuation-removed-from-hypotheses-only"
        theirs = [words(reference, marks=marks) for reference in several]
        if bug == "first-reference-for-the-edits":
            best = (edits(ours, theirs[0], bug), len(theirs[0]))
        else:
            best = min(
                ((edits(ours, reference, bug), len(reference)) for reference in theirs), key=lambda pair: pair[0]
            )
        lengths = [len(reference) for reference in theirs]
        by: float = best[1] if closest else sum(lengths) / len(lengths)
        if bug == "average-length-rounded-down":
            by = sum(lengths) // len(lengths)
        if bug == "divided-by-the-hypothesis-length":
            by = len(ours)
        total, length = total + best[0], length + by
        rate = rate_of(best[0], by)
        rates.append(scale * (min(rate, 1.0) if bug == "rate-of-a-segment-at-most-one" else rate))
    return sum(rates) / len(rates) if mean else scale * rate_of(total, length)


def rate_of(count: int, length: float) -> float:
    """Return the edits per word; without words, 1 if there are any edits, else 0."""
    if length:
        return count / length
    return 1.0 if count else 0.0


CHOICES = {
    "g": Honest("case kept; no punctuation", {"case": "keep", "punctuation": "remove"}, Written(ter, {"lowercase": False, "punctuation": False})),
    "h": Honest("the mean of segments; 0 to 1", {"average": "sentences", "scale": "1"}, Written(ter, {"mean": True, "scale": 1})),
    "i": Honest("case kept; the length of the closest reference", {"case": "keep", "reference_length": "closest"}, Written(ter, {"lowercase": False, "closest": True})),
}  # fmt: skip

BUGS = [
    ("shifts-are-free", "g"),
    ("rate-of-a-segment-at-most-one", "h"),
    ("divided-by-the-hypothesis-length", "i"),
    ("punctuation-removed-from-hypotheses-only", "g"),
    ("one-shift-only", "h"),
    ("substitution-is-two-edits", "i"),
    ("average-length-rounded-down", "g"),
    ("first-reference-for-the-edits", "h"),
]

PROGRAMS = programs("TER", "ter", CHOICES, BUGS, "h", half="final")
