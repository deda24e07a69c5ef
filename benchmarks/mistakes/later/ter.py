"""TER, with the search for shifts of tercom."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs

BEAM_WIDTH = 25
LONGEST_SHIFT = 10
FARTHEST_SHIFT = 50
MOST_CANDIDATES = 1000
NEVER = 10**9


def aligned(hypothesis: Sequence[str], reference: Sequence[str], bug: str) -> tuple[int, str]:
    """Return the fewest edits in a band around the diagonal, and their names from left to right.

    ``=`` is a match, ``s`` a substitution, ``i`` a word of only the hypothesis, and ``d`` a word of only the reference.
    """
    rows, columns = len(hypothesis), len(reference)
    cost = [[NEVER] * (columns + 1) for _ in range(rows + 1)]
    name = [[""] * (columns + 1) for _ in range(rows + 1)]
    for j in range(columns + 1):
        cost[0][j], name[0][j] = j, "d"
    ratio = columns / rows if rows else 1.0
    width = math.ceil(ratio / 2 + BEAM_WIDTH) if ratio / 2 > BEAM_WIDTH else BEAM_WIDTH
    substitution = 2 if bug == "substitution-costs-two" else 1
    for i in range(1, rows + 1):
        diagonal = math.floor(i * ratio)
        end = columns + 1 if i == rows else min(columns + 1, diagonal + width)
        for j in range(max(0, diagonal - width), end):
            ways = [(cost[i - 1][j] + 1, "i")]
            if j:
                same = hypothesis[i - 1] == reference[j - 1]
                ways.insert(0, (cost[i - 1][j - 1] + (0 if same else substitution), "=" if same else "s"))
                ways.append((cost[i][j - 1] + 1, "d"))
            cost[i][j], name[i][j] = min(ways, key=lambda way: way[0])
    path, i, j = "", rows, columns
    while i or j:
        step = name[i][j]
        path = step + path
        i -= step != "d"
        j -= step != "i"
    return cost[rows][columns], path


def phrases(hypothesis: Sequence[str], reference: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yield equal phrases: their start in the hypothesis and in the reference, and their length."""
    for start in range(len(hypothesis)):
        for place in range(len(reference)):
            if abs(place - start) > FARTHEST_SHIFT:
                continue
            for length in range(1, min(LONGEST_SHIFT, len(hypothesis) - start, len(reference) - place) + 1):
                if hypothesis[start + length - 1] != reference[place + length - 1]:
                    break
                yield start, place, length


def moved(words: list[str], start: int, length: int, target: int) -> list[str]:
    """Return the words with a phrase moved to `target`."""
    phrase = words[start : start + length]
    if target < start:
        return words[:target] + phrase + words[target:start] + words[start + length :]
    if target > start + length:
        return words[:start] + words[start + length : target] + phrase + words[target:]
    return words[:start] + words[start + length : length + target] + phrase + words[length + target :]


def places(path: str) -> tuple[dict[int, int], list[bool], list[bool]]:
    """Return the position in the hypothesis of each word of the reference, and which words of either text are in an edit."""
    place_of = {-1: -1}
    wrong_here, wrong_there = [], []
    here = there = -1
    for step in path:
        if step != "d":
            here += 1
            wrong_here.append(step != "=")
        if step != "i":
            there += 1
            place_of[there] = here
            wrong_there.append(step != "=")
    return place_of, wrong_here, wrong_there


def best_shift(words: list[str], reference: list[str], tried: int, bug: str) -> tuple[int, int, list[str], int]:
    """Return the edits that the best shift saves, its length, the words after it, and the number of shifts tried so far."""
    edits, path = aligned(words, reference, bug)
    target_of, wrong_here, wrong_there = places(path)
    best: tuple[int, int, int, int, list[str]] | None = None
    for start, place, length in phrases(words, reference):
        if not any(wrong_here[start : start + length]) or not any(wrong_there[place : place + length]):
            continue
        if start <= target_of[place] < start + length:
            continue
        targets = [target_of[there] + 1 for there in range(place - 1, place + length) if there in target_of]
        for target in dict.fromkeys(targets):
            shifted = moved(words, start, length, target)
            candidate = (edits - aligned(shifted, reference, bug)[0], length, -start, -target, shifted)
            tried += 1
            if best is None or candidate > best:
                best = candidate
        if tried >= MOST_CANDIDATES:
            break
    if best is None:
        return 0, 0, words, tried
    return best[0], best[1], best[4], tried


def edits_between(hypothesis: list[str], reference: list[str], bug: str) -> int:
    """Return the number of shifts and other edits that turn the hypothesis into the reference."""
    if not reference:
        return len(hypothesis)
    words, tried, shifts = hypothesis, 0, 0
    while True:
        saved, length, shifted, tried = best_shift(words, reference, tried, bug)
        if tried >= MOST_CANDIDATES or saved <= 0:
            break
        words = shifted
        shifts += length if bug == "shift-costs-its-words" else 1
        if bug == "one-shift":
            break
    edits = aligned(words, reference, bug)[0]
    return edits if bug == "shifts-free" else edits + shifts


def ter(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    bug: str = "",
    lower: bool = False,
    no_punctuation: bool = False,
    own_length: bool = False,
    by_sentence: bool = False,
    scale: float = 100.0,
) -> float:
    """Return the edits divided by the average length of the references or, with `own_length`, the length of the closest."""
    if not hypotheses or not all(references):
        raise ValueError("nothing to score")
    edits, lengths = [], []
    for hypothesis, several in zip(hypotheses, references, strict=True):
        words = tokens_of(hypothesis, lower, no_punctuation)
        others = [tokens_of(reference, lower, no_punctuation) for reference in several]
        each = [edits_between(words, other, bug) for other in others]
        mean = sum(map(len, others)) / len(others)
        if bug == "reference-lengths-summed":
            mean = sum(map(len, others))
        if bug == "divided-by-the-longest-reference":
            mean = max(map(len, others))
        nearest = each.index(min(each))
        edits.append(sum(each) / len(each) if bug == "edits-averaged-over-references" else each[nearest])
        lengths.append(len(others[nearest]) if own_length else mean)
    if by_sentence:
        rates = [rate(e, length) for e, length in zip(edits, lengths, strict=True)]
        if bug == "capped-at-one":
            rates = [min(1.0, value) for value in rates]
        return scale * sum(rates) / len(rates)
    return scale * rate(sum(edits), sum(lengths))


def tokens_of(line: str, lower: bool, no_punctuation: bool) -> list[str]:
    """Return the words between white space, lower-cased or without punctuation if requested."""
    if lower:
        line = line.lower()
    if no_punctuation:
        line = "".join(character for character in line if character not in '.,?:;!"()')
    return line.split()


def rate(edits: float, length: float) -> float:
    """Return the edits per word; if the length is 0, 1 for any edits, else 0."""
    if length:
        return edits / length
    return 1.0 if edits else 0.0


CHOICES = {
    "p": Honest("the case kept; the mean of sentences", {"case": "keep", "average": "sentences"}, Written(ter, {"by_sentence": True})),
    "q": Honest("the case kept; 0 to 1", {"case": "keep", "scale": "1"}, Written(ter, {"scale": 1.0})),
    "r": Honest("the length of the closest reference; 0 to 1", {"reference_length": "closest", "scale": "1"}, Written(ter, {"lower": True, "own_length": True, "scale": 1.0})),
    "s": Honest("no punctuation; the mean of sentences", {"punctuation": "remove", "average": "sentences"}, Written(ter, {"lower": True, "no_punctuation": True, "by_sentence": True})),
}  # fmt: skip

BUGS = [
    ("reference-lengths-summed", "q"),
    ("shifts-free", "p"),
    ("shift-costs-its-words", "r"),
    ("one-shift", "s"),
    ("substitution-costs-two", "q"),
    ("edits-averaged-over-references", "p"),
    ("divided-by-the-longest-reference", "s"),
    ("capped-at-one", "p"),
]

PROGRAMS = programs("TER", "ter", CHOICES, BUGS, "r")
