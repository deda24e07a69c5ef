"""Perplexity of texts under an n-gram model with add-k smoothing, trained on the spot.

The model is trained on *all references of the corpus* and asked about the hypotheses:

    p(w | h) = (c(h w) + k) / (c(h) + k V)

with counts c of the training text, the n - 1 words h before w, and V words in the vocabulary (Lidstone;
Laplace for k = 1). The perplexity is (1 / product of the p)^(1/N).
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from samescore.data.corpus import Corpus
from samescore.errors import MetricError
from samescore.metrics.base import Metric, mean, need_segments, tokenize
from samescore.metrics.words import WordSettings
from samescore.outcome import Trace
from samescore.settings import Choice, Integer, Real, Stage, knob

_BEGIN, _END, _UNKNOWN = "<s>", "</s>", "<UNK>"


@dataclasses.dataclass(frozen=True, slots=True)
class NgramPerplexitySettings(WordSettings):
    """The knobs of n-gram perplexity. The defaults are the usual bigram model with k = 0.5."""

    metric: ClassVar[str] = "ngram-perplexity"

    order: int = knob(Stage.STATISTICS, Integer(1, 9), 2, "n of the n-grams; the model looks n - 1 words back")
    padding: str = knob(
        Stage.STATISTICS,
        Choice(("none", "both")),
        "none",
        "texts begin with their first word, or with n - 1 times <s>, and end with as many </s>",
    )
    ngram_key: str = knob(
        Stage.STATISTICS,
        Choice(("tuple", "joined")),
        "tuple",
        "when two n-grams are the same: equal words, or equal text when the words are joined",
    )
    context_count: str = knob(
        Stage.STATISTICS,
        Choice(("followed", "occurrences")),
        "followed",
        "c(h): how often h is followed by a word in the training text, or occurs, at an end too",
    )
    vocabulary: str = knob(
        Stage.STATISTICS,
        Choice(("words", "padded", "unknown")),
        "words",
        "V: different words of the training text; with the padding; with <UNK> too, which other words then become",
    )
    k: float = knob(Stage.SMOOTHING, Real(0.0, 1e6), 0.5, "what is added to every count")
    length: str = knob(
        Stage.COMBINATION,
        Choice(("factors", "tokens")),
        "factors",
        "N: how many probabilities are multiplied, or how many words the text has, padding apart",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "one perplexity of all texts, or the mean of theirs",
    )
    empty: str = knob(
        Stage.AGGREGATION,
        Choice(("raise", "skip")),
        "raise",
        "N = 0 is an error, or the text is left out: undefined where none remains",
    )
    arithmetic: str = knob(
        Stage.COMBINATION,
        Choice(("log2", "log2-sum", "log", "product")),
        "log2",
        "a sum (math.fsum; log2-sum: sum) of binary or natural logarithms, or a product, which is an error where it "
        "underflows to 0",
    )


Words = list[str]
Key = tuple[str, ...] | str


class _Model:
    """Counts of the training texts."""

    def __init__(self, texts: Sequence[Words], s: NgramPerplexitySettings) -> None:
        self.settings = s
        self.types = {word for text in texts for word in (text if s.vocabulary == "words" else self._padded(text))}
        # NLTK counts <UNK> apart from the words, and not at all where there are none.
        self.size = len(self.types) + (s.vocabulary == "unknown" and bool(self.types))
        self.ngrams: Counter[Key] = Counter()
        self.contexts: Counter[tuple[str, ...]] = Counter()
        for text in texts:
            padded = self._padded(text)
            for gram in self._grams(padded, s.order):
                self.ngrams[self._key(gram)] += 1
                if s.context_count == "followed" or s.order == 1:
                    self.contexts[gram[:-1]] += 1
            if s.context_count == "occurrences" and s.order > 1:
                self.contexts.update(self._grams(padded, s.order - 1))

    def _padded(self, text: Words) -> Words:
        ends = self.settings.order - 1 if self.settings.padding == "both" else 0
        return [*[_BEGIN] * ends, *text, *[_END] * ends]

    @staticmethod
    def _grams(words: Words, n: int) -> Iterator[tuple[str, ...]]:
        return (tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    def _key(self, gram: tuple[str, ...]) -> Key:
        return gram if self.settings.ngram_key == "tuple" else "".join(gram)

    def probabilities(self, text: Words) -> list[float]:
        """The p of each word of a text that has a context."""
        padded = self._padded(text)
        if self.settings.vocabulary == "unknown":
            padded = [word if word in self.types else _UNKNOWN for word in padded]
        return [self._probability(gram) for gram in self._grams(padded, self.settings.order)]

    def _probability(self, gram: tuple[str, ...]) -> float:
        k = self.settings.k
        denominator = self.contexts[gram[:-1]] + k * self.size
        if not denominator:
            raise MetricError("a context was never seen, and nothing is added to its count", kind="ZeroDivisionError")
        return (self.ngrams[self._key(gram)] + k) / denominator


def _perplexity(probabilities: list[float], length: int, arithmetic: str) -> float:
    """(1 / product of p)^(1/N); infinite if a p is 0, unless a product is asked for."""
    if arithmetic == "product":
        product = 1.0
        for p in probabilities:
            product *= p
        if not product:
            raise MetricError("the product of the probabilities is 0", kind="ZeroDivisionError")
        return float((1 / product) ** (1 / length))
    if not all(probabilities):
        return math.inf
    try:
        if arithmetic in ("log2", "log2-sum"):
            add = math.fsum if arithmetic == "log2" else sum
            return float(2.0 ** (-add([math.log(p, 2) for p in probabilities]) / length))
        return math.exp(-math.fsum(map(math.log, probabilities)) / length)
    except OverflowError:
        raise MetricError("the perplexity is too large", kind="OverflowError") from None


def _evaluate(corpus: Corpus, s: NgramPerplexitySettings) -> Trace:
    """Perplexity of the hypotheses under a model of all references.

    It can be below 1: with joined n-grams, or k = 0 and contexts at ends, the p do not add up to 1. Raises
    `MetricError` on an empty corpus, for N = 0 as ``empty`` says, for 0/0, overflow, and a product of 0.
    """
    need_segments(corpus)
    training = [list(tokenize(reference, s)) for segment in corpus for reference in segment.references]
    model = _Model(training, s)
    texts = [list(tokenize(segment.hypothesis, s)) for segment in corpus]
    found = [model.probabilities(text) for text in texts]
    lengths = [len(text) if s.length == "tokens" else len(each) for text, each in zip(texts, found, strict=True)]
    stages: dict[str, Any] = {"counts": [sum(map(len, found)), sum(lengths), model.size]}
    if s.average == "corpus":
        found, lengths = [[p for each in found for p in each]], [sum(lengths)]
    if s.empty == "raise" and not all(lengths):
        raise MetricError("a text is too short to have a probability", kind="ZeroDivisionError")
    scores = [_perplexity(each, n, s.arithmetic) for each, n in zip(found, lengths, strict=True) if n]
    if s.average == "sentences":
        stages["sentences"] = scores
    return Trace(
        mean(scores) if scores else math.nan,
        stages,
        lambda: [[tokenize(line, s) for line in (each.hypothesis, *each.references)] for each in corpus],
    )


NGRAM_PERPLEXITY = Metric(
    "ngram-perplexity",
    "n-gram perplexity",
    NgramPerplexitySettings,
    (Corpus,),
    _evaluate,
    presets=tuple(
        (f"{name}-perplexity", (("order", n),)) for n, name in enumerate(("unigram", "bigram", "trigram"), 1)
    ),
)
