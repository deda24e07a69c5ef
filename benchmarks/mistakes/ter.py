"""TER: edits of words and shifts of phrases, divided by the average length of the references."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence

from benchmarks.mistakes.program import Honest, programs

Words = list[str]


def lower_words(text: str) -> Words:
    """Return the lower-cased words of a text."""
    return text.lower().split()


def levenshtein(h: Sequence[str], r: Sequence[str], substitution: int = 1) -> int:
    """Return the fewest insertions, deletions and substitutions."""
    above = list(range(len(r) + 1))
    for i, word in enumerate(h, 1):
        row = [i]
        for j, other in enumerate(r, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (0 if word == other else substitution)))
        above = row
    return above[-1]


@dataclasses.dataclass(frozen=True)
class Ter:
    """TER of translations with lists of references. Each shift moves a run of equal words to its place in the reference."""

    tokenize: Callable[[str], Words] = lower_words
    of_corpus: bool = False
    scale: float = 1.0
    bug: str = ""

    def __call__(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
        if not hypotheses:
            raise ValueError("there are no segments")
        rows = [self.counts(h, several) for h, several in zip(hypotheses, references, strict=True)]
        if self.of_corpus != (self.bug in ("sentence-mean", "corpus-sums")):
            return self.rate(sum(edits for edits, _ in rows), sum(length for _, length in rows))
        return sum(self.rate(*row) for row in rows) / len(rows)

    def rate(self, edits: float, length: float) -> float:
        rate = self.scale * edits / length
        if self.bug == "complement":
            return self.scale - rate
        return min(self.scale, rate) if self.bug == "capped-at-one" else rate

    def counts(self, hypothesis: str, references: Sequence[str]) -> tuple[float, float]:
        """Return the edits of a segment, and the length by which they are divided."""
        h, several = self.tokenize(hypothesis), [self.tokenize(reference) for reference in references]
        pairs = [(r, h) if self.bug == "swapped" else (h, r) for r in several]
        edits = [self.edits(*pair) for pair in pairs]
        average = sum(map(len, several)) / len(several)
        if self.bug == "mean-of-references":
            return sum(edits) / len(edits), average
        if self.bug in ("divided-by-hypothesis", "swapped"):
            return min(edits), len(h)
        if self.bug == "divided-by-the-longer":
            return min(edits), max(len(h), average)
        if self.bug == "lengths-in-characters":
            return min(edits), sum(map(len, references)) / len(references)
        return min(edits), average

    def edits(self, h: Words, r: Words) -> int:
        substitution = 2 if self.bug == "substitution-costs-two" else 1
        cost, left = 0, levenshtein(h, r, substitution)
        while left and self.bug != "no-shifts":
            tried = [(left - levenshtein(text, r, substitution), size, text) for size, text in self.shifts(h, r)]
            gain, size, text = max(tried, key=lambda shift: (shift[0], shift[2]), default=(0, 0, []))
            if gain <= 0:
                break
            h, left = text, left - gain
            cost += 0 if self.bug == "shifts-free" else size if self.bug == "shift-costs-its-words" else 1
            if self.bug == "one-shift":
                break
        return cost + left

    def shifts(self, h: Words, r: Words) -> Iterator[tuple[int, Words]]:
        """Yield the size of each possible shift, and the text after it."""
        for i in range(len(h)):
            for j in range(len(r)):
                if i == j or h[i] != r[j]:
                    continue
                size = 1
                while i + size < len(h) and j + size < len(r) and h[i + size] == r[j + size]:
                    size += 1
                if self.bug == "single-words-shifted":
                    size = 1
                rest = h[:i] + h[i + size :]
                yield size, rest[:j] + h[i : i + size] + rest[j:]


#: The length limit of pyter, which the programs follow except for their choices.
_UNLIMITED = 1_000_000
_PYTER = {
    "search": "common-runs",
    "max_shift_size": _UNLIMITED,
    "max_shift_distance": _UNLIMITED,
    "max_candidates": _UNLIMITED,
    "empty_reference": "raise",
    "case": "keep",
    "average": "sentences",
    "scale": "1",
}

CHOICES = {
    "a": Honest("like pyter, of lower-cased words; 0 to 100", {**_PYTER, "case": "lower", "scale": "100"}, Ter(scale=100.0)),
    "b": Honest("like pyter, of lower-cased words; one score of summed edits", {**_PYTER, "case": "lower", "average": "corpus"}, Ter(of_corpus=True)),
    "c": Honest("like pyter; 0 to 100; one score of summed edits", {**_PYTER, "scale": "100", "average": "corpus"}, Ter(str.split, True, 100.0)),
}  # fmt: skip

BUGS = [
    ("no-shifts", "a"),
    ("shifts-free", "b"),
    ("divided-by-hypothesis", "c"),
    ("substitution-costs-two", "a"),
    ("shift-costs-its-words", "b"),
    ("one-shift", "a"),
    ("swapped", "b"),
    ("mean-of-references", "c"),
    ("capped-at-one", "a"),
    ("sentence-mean", "b"),
    ("divided-by-the-longer", "c"),
    ("lengths-in-characters", "c"),
    ("complement", "a"),
    ("single-words-shifted", "b"),
]

PROGRAMS = programs("TER", "ter", CHOICES, BUGS, right="ac")
