"""METEOR without stems and synonyms: aligned words, their weighted F, and a penalty for the chunks that they are in."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from itertools import pairwise

from benchmarks.mistakes.program import Honest, programs

Pairs = list[tuple[int, int]]


def lower_words(text: str) -> list[str]:
    """Return the lower-cased words of a text."""
    return text.lower().split()


@dataclasses.dataclass(frozen=True)
class Meteor:
    """METEOR of translations with lists of references: the mean of the segments, each against its best reference."""

    tokenize: Callable[[str], list[str]] = lower_words
    alpha: float = 0.9
    beta: float = 3.0
    gamma: float = 0.5
    scale: float = 1.0
    bug: str = ""

    def __call__(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
        scores = []
        for hypothesis, several in zip(hypotheses, references, strict=True):
            if self.bug == "first-reference":
                several = several[:1]
            scores.append(max(self.score(self.tokenize(hypothesis), self.tokenize(other)) for other in several))
        return self.scale * sum(scores) / len(scores)

    def align(self, hypothesis: Sequence[str], reference: Sequence[str]) -> Pairs:
        """Return the pairs of equal words, from the last words on; each word of the reference is used once."""
        free = list(range(len(reference)))
        pairs: Pairs = []
        for i in reversed(range(len(hypothesis))):
            if self.bug == "distinct-words" and hypothesis[i] in hypothesis[i + 1 :]:
                continue
            for j in reversed(free):
                if hypothesis[i] == reference[j]:
                    pairs.append((i, j))
                    if self.bug != "unclipped":
                        free.remove(j)
                    break
        return sorted(pairs)

    def score(self, hypothesis: Sequence[str], reference: Sequence[str]) -> float:
        pairs = self.align(hypothesis, reference)
        if not pairs:
            return 0.0
        matches = len(pairs)
        precision, recall = matches / len(hypothesis), matches / len(reference)
        alpha = 1 - self.alpha if self.bug == "alpha-on-the-wrong-side" else self.alpha
        f = precision * recall / (alpha * precision + (1 - alpha) * recall)
        if self.bug == "arithmetic-mean-of-precision-and-recall":
            f = (1 - alpha) * precision + alpha * recall
        if self.bug == "recall-for-f":
            f = recall
        penalty = self.penalty(pairs, len(hypothesis))
        return f * (1 + penalty) if self.bug == "penalty-added" else f * (1 - penalty)

    def penalty(self, pairs: Pairs, length: int) -> float:
        chunks = 1
        for (i, j), (k, m) in pairwise(pairs):
            if self.bug == "chunks-of-the-hypothesis":
                chunks += k != i + 1
            else:
                chunks += (k, m) != (i + 1, j + 1)
        if self.bug == "chunks-from-zero":
            chunks -= 1
        whole = length if self.bug == "chunks-divided-by-hypothesis" else len(pairs)
        beta = 1.0 if self.bug == "penalty-not-cubed" else self.beta
        gamma = {"no-penalty": 0.0, "penalty-not-halved": 1.0}.get(self.bug, self.gamma)
        return float(gamma * (chunks / whole) ** beta)


CHOICES = {
    "a": Honest("no stems; alpha 0.8", {"stemmer": "none", "alpha": 0.8}, Meteor(alpha=0.8)),
    "b": Honest("no stems; case kept", {"stemmer": "none", "case": "keep"}, Meteor(str.split)),
    "c": Honest("no stems; 0 to 100", {"stemmer": "none", "scale": "100"}, Meteor(scale=100.0)),
    "d": Honest("no stems; gamma 0.4", {"stemmer": "none", "gamma": 0.4}, Meteor(gamma=0.4)),
}  # fmt: skip

BUGS = [
    ("penalty-not-cubed", "a"),
    ("alpha-on-the-wrong-side", "b"),
    ("chunks-from-zero", "a"),
    ("penalty-added", "c"),
    ("chunks-divided-by-hypothesis", "d"),
    ("no-penalty", "b"),
    ("unclipped", "c"),
    ("chunks-of-the-hypothesis", "a"),
    ("arithmetic-mean-of-precision-and-recall", "d"),
    ("penalty-not-halved", "b"),
    ("distinct-words", "a"),
    ("first-reference", "d"),
    ("recall-for-f", "c"),
]

PROGRAMS = programs("METEOR", "meteor", CHOICES, BUGS, right="ad")
