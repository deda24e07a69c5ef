"""BLEU: counts of n-grams, clipped to the best reference, their geometric mean, and the brevity penalty."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Callable, Sequence

from benchmarks.mistakes.program import Honest, programs

Counts = tuple[list[int], list[int], int, int]


def characters(text: str) -> list[str]:
    """Return the characters of a text without its white space."""
    return [character for character in text if not character.isspace()]


def lower_words(text: str) -> list[str]:
    """Return the lower-cased words of a text."""
    return text.lower().split()


@dataclasses.dataclass(frozen=True)
class Bleu:
    """BLEU of hypotheses with lists of references."""

    tokenize: Callable[[str], list[str]] = str.split
    order: int = 4
    smoothing: str = "exp"
    by_sentence: bool = False
    shortest: bool = False
    scale: float = 100.0
    bug: str = ""

    def __call__(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
        if not hypotheses:
            raise ValueError("there are no segments")
        rows = []
        for hypothesis, several in zip(hypotheses, references, strict=True):
            if self.bug == "swapped":
                hypothesis, several = several[0], [hypothesis]
            rows.append(self.counts(hypothesis, several))
        if self.by_sentence != (self.bug == "sentence-mean"):
            return sum(map(self.score, rows)) / len(rows)
        orders = range(self.order)
        total = [sum(row[0][n] for row in rows) for n in orders], [sum(row[1][n] for row in rows) for n in orders]
        score = self.score((*total, sum(row[2] for row in rows), sum(row[3] for row in rows)))
        if self.bug == "brevity-penalty-by-segment":
            score *= sum(self.brevity(row[2], row[3]) for row in rows) / len(rows)
        return score

    def counts(self, text: str, references: Sequence[str]) -> Counts:
        words, several = self.tokenize(text), [self.tokenize(reference) for reference in references]
        matches, totals = [], []
        for n in range(1, self.order + 1):
            counts, best = self.ngrams(words, n), Counter[tuple[str, ...]]()
            for reference in several:
                ngrams = self.ngrams(reference, n)
                best = best + ngrams if self.bug == "clipped-to-the-sum" else best | ngrams
            if self.bug == "unclipped":
                matches.append(sum(count for ngram, count in counts.items() if ngram in best))
            else:
                matches.append(sum(min(count, best[ngram]) for ngram, count in counts.items()))
            totals.append(sum((best if self.bug == "divided-by-reference" else counts).values()))
        if self.bug == "lengths-in-characters":
            return matches, totals, len(text), self.reference_length(len(text), list(map(len, references)))
        return matches, totals, len(words), self.reference_length(len(words), list(map(len, several)))

    def ngrams(self, words: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
        last = len(words) - n + (self.bug != "last-ngram-missing")
        ngrams = [tuple(words[i : i + n]) for i in range(last)]
        return Counter(set(ngrams) if self.bug == "distinct-ngrams" else ngrams)

    def reference_length(self, length: int, lengths: Sequence[int]) -> int:
        if self.bug == "longest-reference":
            return max(lengths)
        return min(lengths) if self.shortest else min((abs(other - length), other) for other in lengths)[1]

    def brevity(self, c: int, r: int) -> float:
        if self.bug == "no-brevity-penalty":
            return 1.0
        if self.bug == "brevity-penalty-for-long":
            return math.exp(1 - r / c) if c > r else 1.0
        if c >= r:
            return 1.0
        if self.bug == "brevity-ratio":
            return c / r
        if self.bug == "brevity-ratio-inverted":
            return math.exp(1 - c / r)
        return math.exp(1 - r / c) if c else 0.0

    def score(self, counts: Counts) -> float:
        matches, totals, c, r = counts
        if not any(matches):
            return 0.0
        precisions, halved = [], 1.0
        for n, (match, total) in enumerate(zip(matches, totals, strict=True)):
            if self.smoothing == "add-one" and n > 0:
                precisions.append((match + 1) / (total + (self.bug != "one-added-to-matches-only")))
            elif not total:
                precisions.append(0.0)
            elif match:
                precisions.append(match / total)
            elif self.smoothing == "exp":
                halved *= 2
                precisions.append(1 / (halved * total))
            else:
                precisions.append((0.1 if self.smoothing == "floor" else 0.0) / total)
        brevity = 1.0 if self.bug == "brevity-penalty-by-segment" else self.brevity(c, r)
        return self.scale * brevity * self.mean(precisions)

    def mean(self, precisions: Sequence[float]) -> float:
        if self.bug == "arithmetic-mean":
            return sum(precisions) / len(precisions)
        if not all(precisions):
            return 0.0
        logarithms = [math.log10(p) if self.bug == "logarithm-of-another-base" else math.log(p) for p in precisions]
        if self.bug == "last-order-missing":
            logarithms.pop()
        return math.exp(sum(logarithms) / (1 if self.bug == "root-forgotten" else len(precisions)))


CHOICES = {
    "a": Honest("words at white space; one added to both counts", {"tokenizer": "none", "smoothing": "add-k"}, Bleu(smoothing="add-one")),
    "b": Honest("characters; no smoothing", {"tokenizer": "char", "smoothing": "none"}, Bleu(characters, smoothing="none")),
    "c": Honest("words at white space; the mean of sentences", {"tokenizer": "none", "average": "sentences"}, Bleu(by_sentence=True)),
    "d": Honest("words at white space; up to bigrams", {"tokenizer": "none", "max_order": 2}, Bleu(order=2)),
    "e": Honest("words at white space; 0.1 matches for none", {"tokenizer": "none", "smoothing": "floor"}, Bleu(smoothing="floor")),
    "f": Honest("lower-cased words at white space; 0 to 1", {"tokenizer": "none", "case": "lower", "scale": "1"}, Bleu(lower_words, scale=1.0)),
    "g": Honest("characters; the shortest reference", {"tokenizer": "char", "reference_length": "shortest"}, Bleu(characters, shortest=True)),
}  # fmt: skip

BUGS = [
    ("unclipped", "a"),
    ("distinct-ngrams", "b"),
    ("brevity-penalty-for-long", "a"),
    ("brevity-ratio-inverted", "b"),
    ("brevity-ratio", "d"),
    ("no-brevity-penalty", "e"),
    ("arithmetic-mean", "f"),
    ("last-ngram-missing", "c"),
    ("last-order-missing", "a"),
    ("divided-by-reference", "d"),
    ("swapped", "e"),
    ("logarithm-of-another-base", "f"),
    ("one-added-to-matches-only", "a"),
    ("sentence-mean", "g"),
    ("root-forgotten", "b"),
    ("brevity-penalty-by-segment", "g"),
    ("lengths-in-characters", "f"),
    ("clipped-to-the-sum", "d"),
    ("longest-reference", "e"),
]

PROGRAMS = programs("BLEU", "bleu", CHOICES, BUGS, right="afg")
