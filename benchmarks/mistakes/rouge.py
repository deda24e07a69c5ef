"""ROUGE-N and ROUGE-L: overlap of n-grams, or the longest common subsequence, and F of each segment."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Callable, Sequence

from benchmarks.mistakes.program import Honest, programs

#: The overlap of two texts, and its divisors for precision and for recall.
Counts = tuple[float, int, int]


def letters_and_digits(text: str) -> list[str]:
    """Return the runs of a to z and 0 to 9 of a lower-cased text."""
    return re.findall("[a-z0-9]+", text.lower())


def lower_words(text: str) -> list[str]:
    """Return the lower-cased words of a text."""
    return text.lower().split()


@dataclasses.dataclass(frozen=True)
class Rouge:
    """ROUGE of summaries with lists of references: ROUGE-N, or ROUGE-L if `order` is 0."""

    order: int = 1
    tokenize: Callable[[str], list[str]] = letters_and_digits
    beta: float = 1.0
    measure: str = "f"
    of_corpus: bool = False
    mean_of_references: bool = False
    scale: float = 1.0
    bug: str = ""

    def __call__(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
        if not hypotheses:
            raise ValueError("there are no segments")
        rows = []
        for hypothesis, several in zip(hypotheses, references, strict=True):
            rows.append([self.counts(self.tokenize(hypothesis), self.tokenize(other)) for other in several])
        if self.of_corpus != (self.bug == "corpus-sums"):
            best = [max(row, key=lambda counts: self.f(*self.ratios(counts), 1.0)) for row in rows]
            return self.score((sum(m for m, _, _ in best), sum(h for _, h, _ in best), sum(r for _, _, r in best)))
        return sum(map(self.segment, rows)) / len(rows)

    def segment(self, row: Sequence[Counts]) -> float:
        if self.mean_of_references != (self.bug == "mean-of-references"):
            return sum(map(self.score, row)) / len(row)
        if self.bug == "first-reference":
            return self.score(row[0])
        if self.bug == "lowest-reference":
            return min(map(self.score, row))
        return self.score(max(row, key=lambda counts: self.f(*self.ratios(counts), 1.0)))

    def counts(self, hypothesis: Sequence[str], reference: Sequence[str]) -> Counts:
        if not self.order:
            return self.common(hypothesis, reference), len(hypothesis), len(reference)
        h, r = self.ngrams(hypothesis), self.ngrams(reference)
        if self.bug == "unclipped":
            matches = sum(count for ngram, count in h.items() if ngram in r)
        elif self.bug == "products-of-counts":
            matches = sum(count * r[ngram] for ngram, count in h.items())
        else:
            matches = sum(min(count, r[ngram]) for ngram, count in h.items())
        if self.bug == "distinct-totals":
            return matches, len(h), len(r)
        return matches, sum(h.values()), sum(r.values())

    def ngrams(self, words: Sequence[str]) -> Counter[tuple[str, ...]]:
        ends = 0 if self.bug == "last-ngram-missing" else 1
        ngrams = [tuple(words[i : i + self.order]) for i in range(len(words) - self.order + ends)]
        return Counter(set(ngrams) if self.bug == "distinct-ngrams" else ngrams)

    def common(self, hypothesis: Sequence[str], reference: Sequence[str]) -> int:
        """Return the length of the longest common subsequence."""
        if self.bug == "bag-for-subsequence":
            return sum((Counter(hypothesis) & Counter(reference)).values())
        skipped = 1 if self.bug == "last-token-missing" else 0
        above, longest = [0] * (len(reference) + 1), 0
        for i in range(len(hypothesis) - skipped):
            row = [0]
            for j in range(len(reference) - skipped):
                if hypothesis[i] == reference[j]:
                    row.append(above[j] + 1)
                elif self.bug == "substring-for-subsequence":
                    row.append(0)
                elif self.bug == "subsequence-from-one-side":
                    row.append(row[j])
                else:
                    row.append(max(above[j + 1], row[j]))
                longest = max(longest, row[-1])
            above = row
        return longest if self.bug == "substring-for-subsequence" else above[-1]

    def ratios(self, counts: Counts) -> tuple[float, float]:
        matches, h, r = counts
        if self.bug == "divided-by-the-longer":
            h = r = max(h, r)
        return (matches / h if h else 0.0), (matches / r if r else 0.0)

    def score(self, counts: Counts) -> float:
        matches, h, r = counts
        if self.bug == "jaccard-for-f":
            return self.scale * matches / (h + r - matches) if h + r else 0.0
        precision, recall = self.ratios(counts)
        if self.bug == "precision-for-recall":
            precision, recall = recall, precision
        if self.measure == "recall":
            return self.scale * recall
        return self.scale * self.f(precision, recall, self.beta)

    def f(self, p: float, r: float, beta: float) -> float:
        if not p + r:
            return 0.0
        if self.bug == "arithmetic-mean-of-precision-and-recall":
            return (p + r) / 2
        if self.bug == "geometric-mean-of-precision-and-recall":
            return float((p * r) ** 0.5)
        square = beta if self.bug == "beta-not-squared" else beta**2
        if self.bug == "two-forgotten":
            return p * r / (p + r)
        if self.bug == "beta-on-the-wrong-side":
            return (1 + square) * p * r / (p + square * r)
        return (1 + square) * p * r / (r + square * p)


CHOICES = {
    "a": Honest("bigrams; words at white space", {"order": 2, "tokenizer": "none"}, Rouge(2, lower_words)),
    "b": Honest("words at white space; case kept", {"tokenizer": "none", "case": "keep"}, Rouge(1, str.split)),
    "c": Honest("bigrams; one score of summed counts", {"order": 2, "average": "corpus"}, Rouge(2, of_corpus=True)),
    "d": Honest("words at white space; beta 2", {"tokenizer": "none", "beta": 2.0}, Rouge(1, lower_words, 2.0)),
    "e": Honest("words at white space; recall", {"tokenizer": "none", "measure": "recall"}, Rouge(1, lower_words, measure="recall")),
    "f": Honest("the mean over references; 0 to 100", {"references": "mean", "scale": "100"}, Rouge(mean_of_references=True, scale=100.0)),
}  # fmt: skip

BUGS = [
    ("unclipped", "b"),
    ("distinct-ngrams", "d"),
    ("last-ngram-missing", "a"),
    ("precision-for-recall", "e"),
    ("arithmetic-mean-of-precision-and-recall", "f"),
    ("beta-not-squared", "d"),
    ("jaccard-for-f", "b"),
    ("two-forgotten", "a"),
    ("distinct-totals", "f"),
    ("corpus-sums", "a"),
    ("products-of-counts", "e"),
    ("first-reference", "d"),
]

L_CHOICES = {
    "a": Honest("words at white space; beta 1.2", {"tokenizer": "none", "beta": 1.2}, Rouge(0, lower_words, 1.2)),
    "b": Honest("words at white space; case kept", {"tokenizer": "none", "case": "keep"}, Rouge(0, str.split)),
    "c": Honest("one score of summed counts; 0 to 100", {"average": "corpus", "scale": "100"}, Rouge(0, of_corpus=True, scale=100.0)),
    "d": Honest("beta 2; the mean over references", {"beta": 2.0, "references": "mean"}, Rouge(0, beta=2.0, mean_of_references=True)),
    "e": Honest("words at white space; recall", {"tokenizer": "none", "measure": "recall"}, Rouge(0, lower_words, measure="recall")),
}  # fmt: skip

L_BUGS = [
    ("substring-for-subsequence", "a"),
    ("bag-for-subsequence", "b"),
    ("subsequence-from-one-side", "a"),
    ("last-token-missing", "c"),
    ("beta-on-the-wrong-side", "d"),
    ("beta-not-squared", "a"),
    ("arithmetic-mean-of-precision-and-recall", "b"),
    ("geometric-mean-of-precision-and-recall", "c"),
    ("divided-by-the-longer", "b"),
    ("precision-for-recall", "e"),
    ("lowest-reference", "a"),
]

PROGRAMS = [
    *programs("ROUGE", "rouge-n", CHOICES, BUGS, right="af"),
    *programs("ROUGE", "rouge-l", L_CHOICES, L_BUGS, right="bd"),
]
