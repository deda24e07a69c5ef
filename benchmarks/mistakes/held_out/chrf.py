"""chrF and chrF++: each text is a list of counters, one for each order."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Iterable, Sequence

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs

#: For each order, the n-grams of the hypothesis and of the reference, and those in both.
Rows = list[tuple[int, int, int]]


def words_and_punctuation(text: str) -> list[str]:
    """Return the words of chrF++: a punctuation mark at the end, or else at the start, of a word becomes a separate word."""
    words: list[str] = []
    for word in text.split():
        if len(word) > 1 and word[-1] in string.punctuation:
            words += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in string.punctuation:
            words += [word[0], word[1:]]
        else:
            words.append(word)
    return words


def counters(text: str, characters: int, words: int, *, spaces: bool) -> list[Counter[tuple[str, ...]]]:
    """Return the n-grams of characters of the orders 1 to `characters`, then those of words."""
    letters = list(text if spaces else "".join(text.split()))
    tokens = words_and_punctuation(text)
    return [
        Counter(tuple(units[start : start + n]) for start in range(len(units) - n + 1))
        for units, highest in ((letters, characters), (tokens, words))
        for n in range(1, highest + 1)
    ]


def compare(
    hypothesis: Sequence[Counter[tuple[str, ...]]], reference: Sequence[Counter[tuple[str, ...]]], bug: str
) -> Rows:
    """Return, for each order, the numbers of n-grams of both texts and of matches."""
    rows = []
    for ours, theirs in zip(hypothesis, reference, strict=True):
        if bug == "ngrams-compared-as-sets":
            ours, theirs = Counter(set(ours)), Counter(set(theirs))
        if bug == "matches-not-clipped":
            matches = sum(count for ngram, count in ours.items() if ngram in theirs)
        else:
            matches = sum(min(count, theirs[ngram]) for ngram, count in ours.items())
        rows.append((sum(ours.values()) if theirs else 0, sum(theirs.values()), matches))
    return rows


def f_score(rows: Iterable[tuple[int, int, int]], beta: float, characters: int, bug: str) -> float:
    """Return F of the mean precision and the mean recall over the orders that both texts have."""
    precision = recall = 0.0
    orders = 0
    for ours, theirs, matches in rows:
        if ours and theirs:
            precision += matches / ours
            recall += matches / (ours if bug == "recall-divided-by-hypothesis-ngrams" else theirs)
            orders += 1
    if orders == 0:
        return 0.0
    if bug == "divided-by-the-character-orders-alone":
        orders = min(orders, characters)
    precision, recall = precision / orders, recall / orders
    if bug == "precision-and-recall-exchanged":
        precision, recall = recall, precision
    weight = beta if bug == "beta-not-raised-to-its-square" else beta**2
    below = weight * precision + recall
    return (1 + weight) * precision * recall / below if below else 0.0


def chrf(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    bug: str = "",
    beta: float = 2,
    characters: int = 6,
    words: int = 0,
    lowercase: bool = False,
    spaces: bool = False,
    mean: bool = False,
    scale: int = 100,
) -> float:
    """Return chrF of the corpus, or the mean of its segments."""
    if not hypotheses or not all(references):
        raise ValueError("each of one or more hypotheses needs references")
    scores, summed = [], [(0, 0, 0)] * (characters + words)
    for hypothesis, several in zip(hypotheses, references, strict=True):
        if lowercase:
            hypothesis, several = hypothesis.lower(), [reference.lower() for reference in several]
        ours = counters(hypothesis, characters, words, spaces=spaces)
        best, best_rows = -1.0, summed
        for reference in several:
            keep = spaces or bug == "spaces-removed-from-hypotheses-only"
            rows = compare(ours, counters(reference, characters, words, spaces=keep), bug)
            score = f_score(rows, beta, characters, bug)
            if best < 0 or (score < best if bug == "reference-with-the-lowest-score" else score > best):
                best, best_rows = score, rows
        scores.append(scale * best)
        summed = [(a + x, b + y, c + z) for (a, b, c), (x, y, z) in zip(summed, best_rows, strict=True)]
    return sum(scores) / len(scores) if mean else scale * f_score(summed, beta, characters, bug)


CHOICES = {
    "g": Honest("lower case; beta 1", {"case": "lower", "beta": 1.0}, Written(chrf, {"lowercase": True, "beta": 1})),
    "h": Honest("white space counts; 0 to 1", {"whitespace": "keep", "scale": "1"}, Written(chrf, {"spaces": True, "scale": 1})),
    "i": Honest("words up to bigrams; the mean of segments", {"word_order": 2, "average": "sentences"}, Written(chrf, {"words": 2, "mean": True})),
    "j": Honest("lower case; characters up to order 4", {"case": "lower", "char_order": 4}, Written(chrf, {"lowercase": True, "characters": 4})),
}  # fmt: skip

BUGS = [
    ("ngrams-compared-as-sets", "g"),
    ("beta-not-raised-to-its-square", "h"),
    ("divided-by-the-character-orders-alone", "i"),
    ("spaces-removed-from-hypotheses-only", "j"),
    ("matches-not-clipped", "g"),
    ("reference-with-the-lowest-score", "h"),
    ("recall-divided-by-hypothesis-ngrams", "i"),
    ("precision-and-recall-exchanged", "j"),
]

PROGRAMS = programs("chrF", "chrf", CHOICES, BUGS, "gi", half="final")
