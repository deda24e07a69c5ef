"""A function for ``samescore identify``: unsmoothed BLEU of words at white space, the mean over segments."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence


def corpus_bleu(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    """Return the mean BLEU of the segments, from 0 to 100."""
    pairs = zip(hypotheses, references, strict=True)
    scores = [_bleu(hypothesis.split(), [r.split() for r in several]) for hypothesis, several in pairs]
    return 100 * sum(scores) / len(scores)


def _bleu(words: list[str], references: list[list[str]]) -> float:
    closest = min((abs(len(reference) - len(words)), len(reference)) for reference in references)[1]
    product = 1.0
    for order in range(1, 5):
        counts = _ngrams(words, order)
        best: Counter[tuple[str, ...]] = Counter()
        for reference in references:
            best |= _ngrams(reference, order)
        matches = sum((counts & best).values())
        if not matches:
            return 0.0
        product *= matches / sum(counts.values())
    return math.sqrt(math.sqrt(product)) * min(1.0, math.exp(1 - closest / len(words)))


def _ngrams(words: list[str], order: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[i : i + order]) for i in range(len(words) - order + 1))
