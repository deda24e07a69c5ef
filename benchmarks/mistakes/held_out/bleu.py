"""BLEU: the counts of a corpus in one object, to which segments are added."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs

Counts = dict[tuple[str, ...], int]


def split_13a(text: str) -> list[str]:
    """Return the tokens of mteval-v13a."""
    text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    if "&" in text:
        text = text.replace("&quot;", '"').replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
    text = re.sub(r"([{-~[-` -&(-+:-@/])", r" \1 ", f" {text} ")
    text = re.sub(r"([^0-9])([.,])", r"\1 \2 ", text)
    text = re.sub(r"([.,])([^0-9])", r" \1 \2", text)
    return re.sub(r"([0-9])(-)", r"\1 \2 ", text).split()


class Tally:
    """Matches and totals of the n-grams of orders 1 to 4, and the lengths c and r."""

    def __init__(self, bug: str, *, shortest: bool) -> None:
        self.bug = bug
        self.shortest = shortest
        self.c = self.r = 0
        self.matches = dict.fromkeys(range(1, 5), 0)
        self.totals = dict.fromkeys(range(1, 5), 0)
        self.allowed: Counts = {}

    def ngrams(self, tokens: Sequence[str], n: int) -> Counts:
        found: Counts = {}
        stop = len(tokens) - n + 1
        if self.bug == "last-ngram-of-a-text-not-counted":
            stop -= 1
        for start in range(stop):
            ngram = tuple(tokens[start : start + n])
            found[ngram] = found.get(ngram, 0) + 1
        return found

    def add(self, hypothesis: Sequence[str], references: Sequence[Sequence[str]]) -> None:
        lengths = [len(reference) for reference in references]
        self.c += len(hypothesis)
        if self.bug == "first-reference-gives-r":
            self.r += lengths[0]
        elif self.shortest:
            self.r += min(lengths)
        else:
            self.r += min(lengths, key=lambda length: (abs(length - len(hypothesis)), length))
        if self.bug != "reference-counts-kept-from-earlier-segments":
            self.allowed = {}
        for n in range(1, 5):
            for reference in references:
                for ngram, count in self.ngrams(reference, n).items():
                    if self.bug == "counts-of-a-later-reference-overwrite":
                        self.allowed[ngram] = count
                    else:
                        self.allowed[ngram] = max(count, self.allowed.get(ngram, 0))
            for ngram, count in self.ngrams(hypothesis, n).items():
                self.totals[n] += count
                if self.bug == "repeated-ngram-matches-once":
                    self.matches[n] += ngram in self.allowed
                else:
                    self.matches[n] += min(count, self.allowed.get(ngram, 0))

    def brevity_penalty(self) -> float:
        if self.c == 0:
            return 0.0 if self.r else 1.0
        if self.bug == "penalty-for-long-output-only":
            return 1.0 if self.c < self.r else math.exp(1 - self.r / self.c)
        return math.exp(1 - self.r / self.c) if self.c < self.r else 1.0

    def percentages(self, smoothing: str) -> list[float]:
        """Return the precision of each order; `smoothing` is none, add-one (from bigrams on) or halving."""
        result, parts = [], 1
        for n in range(1, 5):
            match, total = self.matches[n], self.totals[n]
            if smoothing == "add-one" and n > 1:
                match += 1
                if self.bug != "add-one-in-the-numerator-only":
                    total += 1
            if total == 0:
                result.append(0.0)
            elif match == 0 and smoothing == "halving":
                parts *= 2
                result.append(100.0 / (parts * total))
            else:
                result.append(100.0 * match / total)
        return result

    def score(self, smoothing: str) -> float:
        precisions = self.percentages(smoothing)
        if not any(self.matches.values()) or 0 in precisions:
            return 0.0
        return self.brevity_penalty() * math.exp(sum(map(math.log, precisions)) / 4)


def bleu(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    bug: str = "",
    split: Callable[[str], list[str]] = split_13a,
    lowercase: bool = False,
    shortest: bool = False,
    smoothing: str = "halving",
    mean: bool = False,
) -> float:
    """Return BLEU in percent, of the corpus or the mean of its segments."""
    if not hypotheses or not all(references):
        raise ValueError("each of one or more hypotheses needs references")
    scores = []
    tally = Tally(bug, shortest=shortest)
    for hypothesis, several in zip(hypotheses, references, strict=True):
        if lowercase:
            hypothesis = hypothesis.lower()
            if bug != "lower-case-for-hypotheses-only":
                several = [reference.lower() for reference in several]
        if mean:
            tally = Tally(bug, shortest=shortest)
        tally.add(split(hypothesis.rstrip()), [split(reference.rstrip()) for reference in several])
        scores.append(tally.score(smoothing))
    return sum(scores) / len(scores) if mean else scores[-1]


CHOICES = {
    "g": Honest("words at white space; add-one smoothing", {"tokenizer": "none", "smoothing": "add-k"}, Written(bleu, {"split": str.split, "smoothing": "add-one"})),
    "h": Honest("lower case; no smoothing", {"case": "lower", "smoothing": "none"}, Written(bleu, {"lowercase": True, "smoothing": "none"})),
    "i": Honest("words at white space; the shortest reference", {"tokenizer": "none", "reference_length": "shortest"}, Written(bleu, {"split": str.split, "shortest": True})),
    "j": Honest("the mean of segments; add-one smoothing", {"average": "sentences", "smoothing": "add-k"}, Written(bleu, {"mean": True, "smoothing": "add-one"})),
}  # fmt: skip

BUGS = [
    ("last-ngram-of-a-text-not-counted", "g"),
    ("penalty-for-long-output-only", "h"),
    ("reference-counts-kept-from-earlier-segments", "i"),
    ("repeated-ngram-matches-once", "i"),
    ("add-one-in-the-numerator-only", "j"),
    ("lower-case-for-hypotheses-only", "h"),
    ("counts-of-a-later-reference-overwrite", "g"),
    ("first-reference-gives-r", "j"),
]

PROGRAMS = programs("BLEU", "bleu", CHOICES, BUGS, "hj", half="final")
