"""METEOR of equal words, without stems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs


def words_lowered_first(text: str) -> list[str]:
    """Return the words of the text in lower case."""
    return text.lower().split()


def words_lowered_last(text: str) -> list[str]:
    """Return the words of the text, each in lower case."""
    return [word.lower() for word in text.split()]


def matched(hypothesis: Sequence[str], reference: Sequence[str], bug: str) -> list[tuple[int, int]]:
    """Return the positions of equal words, found from the end of both texts; a word of the reference is matched once."""
    used: set[int] = set()
    found = []
    from_left = bug == "aligned-from-the-left"
    for i in range(len(hypothesis)) if from_left else range(len(hypothesis) - 1, -1, -1):
        for j in range(len(reference)) if from_left else range(len(reference) - 1, -1, -1):
            if j not in used and hypothesis[i] == reference[j]:
                found.append((i, j))
                if bug != "unclipped":
                    used.add(j)
                break
    return sorted(found)


def chunks_of(pairs: Sequence[tuple[int, int]], bug: str) -> int:
    """Return the number of runs of matches that are adjacent in both texts."""
    chunks = 1
    for (i, j), (next_i, next_j) in pairwise(pairs):
        if next_i == i + 1 and (next_j == j + 1 or bug == "chunks-of-the-hypothesis"):
            continue
        chunks += 1
    return chunks - 1 if bug == "chunks-from-zero" else chunks


def combined(matches: int, chunks: int, c: int, r: int, alpha: float, beta: float, gamma: float, bug: str) -> float:
    """Return the score of these counts; `c` and `r` are the lengths of hypothesis and reference."""
    if not matches:
        return 0.0
    precision, recall = matches / c, matches / r
    f_mean = precision * recall / (alpha * precision + (1 - alpha) * recall)
    if bug == "f1-for-the-weighted-mean":
        f_mean = 2 * precision * recall / (precision + recall)
    fragmentation = chunks / (c if bug == "chunks-divided-by-hypothesis" else matches)
    penalty: float = gamma * fragmentation**beta
    return f_mean * (penalty if bug == "penalty-for-its-complement" else 1 - penalty)


def meteor(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    bug: str = "",
    tokenize: Callable[[str], list[str]] = words_lowered_first,
    alpha: float = 0.9,
    beta: float = 3.0,
    gamma: float = 0.5,
    first_only: bool = False,
) -> float:
    """Return the mean of the segments' scores, each against the best reference."""
    scores, sums = [], [0, 0, 0, 0]
    for hypothesis, several in zip(hypotheses, references, strict=True):
        words = tokenize(hypothesis)
        each = []
        for reference in several[:1] if first_only else several:
            others = tokenize(reference)
            pairs = matched(words, others, bug)
            counts = (len(pairs), chunks_of(pairs, bug), len(words), len(others))
            each.append((combined(*counts, alpha, beta, gamma, bug), counts))
        best, counts = max(each, key=lambda pair: pair[0])
        sums = [a + b for a, b in zip(sums, counts, strict=True)]
        if bug == "mean-of-references":
            best = sum(score for score, _ in each) / len(each)
        scores.append(best)
    if bug == "corpus-sums":
        return combined(sums[0], sums[1], sums[2], sums[3], alpha, beta, gamma, bug)
    return sum(scores) / len(scores)


CHOICES = {
    "p": Honest("no stems; beta 2", {"stemmer": "none", "beta": 2.0}, Written(meteor, {"beta": 2.0})),
    "q": Honest("no stems; the first reference", {"stemmer": "none", "references": "first"}, Written(meteor, {"first_only": True})),
    "r": Honest("no stems; words lowered one by one", {"stemmer": "none", "case": "lower-tokens"}, Written(meteor, {"tokenize": words_lowered_last})),
    "s": Honest("no stems; gamma 0.3", {"stemmer": "none", "gamma": 0.3}, Written(meteor, {"gamma": 0.3})),
    "t": Honest("no stems; alpha 0.5", {"stemmer": "none", "alpha": 0.5}, Written(meteor, {"alpha": 0.5})),
}  # fmt: skip

BUGS = [
    ("aligned-from-the-left", "r"),
    ("chunks-of-the-hypothesis", "s"),
    ("chunks-divided-by-hypothesis", "p"),
    ("penalty-for-its-complement", "s"),
    ("mean-of-references", "t"),
    ("corpus-sums", "q"),
    ("chunks-from-zero", "q"),
    ("unclipped", "p"),
    ("f1-for-the-weighted-mean", "r"),
]

PROGRAMS = programs("METEOR", "meteor", CHOICES, BUGS, "q")
