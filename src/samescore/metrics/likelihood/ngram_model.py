"""Compute the perplexity of texts under an n-gram model with add-k smoothing, trained on the references.

The model is trained on *all references of the corpus*, or uses counts given in the input, and is applied to the texts:

    p(w | h) = (c(h w) + k) / (c(h) + k V)

with counts c of the training texts, the n - 1 words h before w, and V words in the vocabulary (Lidstone; Laplace for k
= 1). The perplexity of N words is (1 / product of the p)^(1/N).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from samescore.base.errors import MetricError, SettingsError
from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus, Line
from samescore.data.input_files import InputFiles
from samescore.data.trained import CountedTexts, read_training
from samescore.metrics.aggregation import MeanOfScores
from samescore.metrics.base import (
    BrokenAxiom,
    ComparesTexts,
    MetricFacts,
    Statistics,
    Tokens,
    Total,
    broken_axioms,
    need_segments,
)
from samescore.metrics.kept import Rowless, token_bytes
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.words import WordSettings, all_tokens, mean_summation_knob, tokenize, tokenizer_for
from samescore.settings import Choice, Integer, Real, Stage, knob

if TYPE_CHECKING:
    from samescore.data.batches import Bounds

_BEGIN, _END, _UNKNOWN = "<s>", "</s>", "<UNK>"


class NgramPerplexitySettings(WordSettings):
    """The knobs of n-gram perplexity. The defaults are the usual bigram model with k = 0.5."""

    metric: ClassVar[str] = "ngram-perplexity"

    order: int = knob(Stage.STATISTICS, Integer(1, 9), 2, "Order n of the model, which conditions on n - 1 words")
    padding: str = knob(
        Stage.STATISTICS,
        Choice(("none", "both")),
        "none",
        "Padding of texts. none: no padding; both: n - 1 times <s> at the start and </s> at the end",
    )
    ngram_key: str = knob(
        Stage.STATISTICS,
        Choice(("tuple", "joined")),
        "tuple",
        "How n-grams are compared. tuple: as word sequences; joined: as words concatenated without a "
        "separator, so different n-grams can collide",
    )
    context_count: str = knob(
        Stage.STATISTICS,
        Choice(("followed", "occurrences")),
        "followed",
        "Count c(h) of a context in the training text. followed: how often a word follows it; occurrences: how "
        "often it occurs, including at the end",
    )
    vocabulary: str = knob(
        Stage.STATISTICS,
        Choice(("words", "padded", "unknown")),
        "words",
        "Vocabulary V. words: distinct words of the training text; padded: also the padding; unknown: also "
        "<UNK>, which replaces words not seen in training",
    )
    add_k: float = knob(Stage.SMOOTHING, Real(0.0, 1e6), 0.5, "Amount k added to every count", former=("k",))
    denominator: str = knob(
        Stage.COMBINATION,
        Choice(("factors", "tokens")),
        "factors",
        "Number N of terms. factors: number of multiplied probabilities; tokens: number of words in the text, "
        "without padding",
        former=("length",),
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "Aggregation over texts. corpus: one perplexity of all texts together; sentences: mean of the texts' "
        "perplexities",
    )
    mean_summation: str = mean_summation_knob()
    empty_text: str = knob(
        Stage.AGGREGATION,
        Choice(("raise", "skip")),
        "raise",
        "Texts with N = 0. raise: an error; skip: ignore them (the score is undefined if none is left)",
        former=("empty",),
    )
    summation: str = knob(
        Stage.COMBINATION,
        Choice(("log2", "log2-sum", "log", "product")),
        "log2",
        "How probabilities are combined. log2: binary logarithms summed by math.fsum; log2-sum: binary "
        "logarithms summed by Python's built-in sum; log: natural logarithms summed by math.fsum; product: the "
        "product, where underflow to 0 is an error",
        former=("arithmetic",),
    )


Words = Sequence[str]
Key = tuple[str, ...] | str

#: The settings that tables of counts of words and of joined word pairs support.
_OF_COUNTS = {
    "order": 2,
    "padding": "none",
    "ngram_key": "joined",
    "context_count": "occurrences",
    "vocabulary": "words",
}

_COUNT_BYTES = 200  # an entry of a counter, with its key


class Model(msgspec.Struct, frozen=True):
    """The counts of the training texts: their distinct words, their n-grams, and the contexts of the n-grams.

    `given` tells whether the counts were part of the input.
    """

    types: frozenset[str]
    ngrams: Mapping[Key, float]
    contexts: Mapping[tuple[str, ...], float]
    given: bool = False

    @classmethod
    def of_counts(cls, data: CountedTexts, settings: NgramPerplexitySettings) -> Model:
        """Return the bigram model with the given counts; raises `SettingsError` for settings that need other counts."""
        for name, value in _OF_COUNTS.items():
            if getattr(settings, name) != value:
                hint = "--like add-k-bigram, or set " + ", ".join(
                    f"{knob}={needed}" for knob, needed in _OF_COUNTS.items()
                )
                raise SettingsError(f"tables of counts can only be used with {name}={value}", hint=hint)
        contexts: dict[tuple[str, ...], float] = {(word,): count for word, count in data.unigrams}
        return cls(frozenset(word for word, _ in data.unigrams), dict(data.bigrams), contexts, given=True)

    @classmethod
    def of(cls, texts: Iterable[Words], settings: NgramPerplexitySettings) -> Model:
        """Return a model trained on `texts`."""
        types: set[str] = set()
        ngrams: Counter[Key] = Counter()
        contexts: Counter[tuple[str, ...]] = Counter()
        for text in texts:
            padded = _pad(text, settings)
            types.update(text if settings.vocabulary == "words" else padded)
            for gram in _grams(padded, settings.order):
                ngrams[_key(gram, settings)] += 1
                if settings.context_count == "followed" or settings.order == 1:
                    contexts[gram[:-1]] += 1
            if settings.context_count == "occurrences" and settings.order > 1:
                contexts.update(_grams(padded, settings.order - 1))
        return cls(frozenset(types), ngrams, contexts)

    def size(self, settings: NgramPerplexitySettings) -> int:
        """Return the vocabulary size V, as the knob ``vocabulary`` defines it.

        As in NLTK, <UNK> is counted in addition to the words, unless there are no words.
        """
        return len(self.types) + (settings.vocabulary == "unknown" and bool(self.types))

    def merge(self, other: Model) -> Model:
        """Return the model of both training texts; given counts are not added, because all parts have the same ones."""
        if self.given:
            return self
        ngrams, contexts = Counter(self.ngrams), Counter(self.contexts)
        ngrams.update(other.ngrams)
        contexts.update(other.contexts)
        return Model(self.types | other.types, ngrams, contexts)

    def probabilities(self, text: Words, settings: NgramPerplexitySettings) -> list[float]:
        """Return p for each word of a text that has n - 1 words, or padding, before it.

        Raises `MetricError` for an unseen context if k is 0.
        """
        padded, size = _pad(text, settings), self.size(settings)
        if settings.vocabulary == "unknown":
            padded = [word if word in self.types else _UNKNOWN for word in padded]
        return [self._probability(gram, size, settings) for gram in _grams(padded, settings.order)]

    def _probability(self, gram: tuple[str, ...], size: int, settings: NgramPerplexitySettings) -> float:
        denominator = self.contexts.get(gram[:-1], 0) + settings.add_k * size
        if not denominator:
            raise MetricError(
                "a context does not occur in the training text, and add_k=0",
                kind="ZeroDivisionError",
                hint="set add_k above 0",
            )
        return (self.ngrams.get(_key(gram, settings), 0) + settings.add_k) / denominator


def _pad(text: Words, settings: NgramPerplexitySettings) -> list[str]:
    ends = settings.order - 1 if settings.padding == "both" else 0
    return [*[_BEGIN] * ends, *text, *[_END] * ends]


def _grams(words: Words, n: int) -> Iterator[tuple[str, ...]]:
    return (tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def _key(gram: tuple[str, ...], settings: NgramPerplexitySettings) -> Key:
    return gram if settings.ngram_key == "tuple" else "".join(gram)


class ModelAndTexts(msgspec.Struct, frozen=True):
    """The model of the references, and the tokens of every hypothesis, in order."""

    grows: ClassVar[str] = "the model of the references, and the tokens of every hypothesis, in order"

    model: Model
    texts: tuple[Words, ...]

    @property
    def segments(self) -> int:
        return len(self.texts)

    @property
    def memory(self) -> int:
        counts = len(self.model.types) + len(self.model.ngrams) + len(self.model.contexts)
        return _COUNT_BYTES * counts + sum(map(token_bytes, self.texts))

    def merge(self, following: ModelAndTexts) -> ModelAndTexts:
        return ModelAndTexts(self.model.merge(following.model), self.texts + following.texts)


def _perplexity(probabilities: list[float], length: int, summation: str) -> float:
    """Return (1 / product of p)^(1/N); infinite if some p is 0, except for ``summation=product``.

    Raises `MetricError` if the product is 0 or the perplexity too large.
    """
    if summation == "product":
        product = 1.0
        for p in probabilities:
            product *= p
        if not product:
            raise MetricError("the product of the probabilities is 0", kind="ZeroDivisionError")
        return float((1 / product) ** (1 / length))
    if not all(probabilities):
        return math.inf
    try:
        if summation in ("log2", "log2-sum"):
            add = math.fsum if summation == "log2" else sum
            return float(2.0 ** (-add([math.log(p, 2) for p in probabilities]) / length))
        return math.exp(-math.fsum(map(math.log, probabilities)) / length)
    except OverflowError:
        raise MetricError("the perplexity is too large for a double", kind="OverflowError") from None


class NgramPerplexity(
    ComparesTexts[Corpus | CountedTexts, NgramPerplexitySettings],
    MeanOfScores[Corpus | CountedTexts, NgramPerplexitySettings],
    Rowless[Corpus | CountedTexts, NgramPerplexitySettings],
):
    """Perplexity of the hypotheses under a model of all references, or under given counts (`CountedTexts`).

    It can be below 1: with joined n-grams, or with k = 0 and contexts at the end, probabilities do not add up to 1.
    Raises `MetricError` on an empty corpus, for texts without probabilities (N = 0) if ``empty_text`` is raise, for
    unseen contexts if k is 0, for a perplexity beyond the range of doubles, and for a product of 0 under
    ``summation=product``; `SettingsError` if given counts do not suffice for the settings.

    A probability depends on the references of the whole corpus, so their n-gram counts are kept, with the tokens of the
    hypotheses in order.
    """

    name = "ngram-perplexity"
    title = "n-gram perplexity"
    settings = NgramPerplexitySettings
    takes = (Corpus, CountedTexts)
    facts = MetricFacts(
        lowest=0,
        highest=None,
        higher_is_better=False,
        stages=("tokens", "counts", "sentences"),
        inputs="texts",
        growth=1,
        plausible={
            "order": (2, 1, 3),
            "add_k": (0.5, 1.0),
            "padding": ("none", "both"),
            "vocabulary": ("words", "padded", "unknown"),
            "denominator": ("factors", "tokens"),
        },
        breaks=(
            BrokenAxiom("segments are compared with their own references", "all references train one model"),
            BrokenAxiom("duplication", "k does not grow with the counts that it is added to"),
            *broken_axioms(
                ("ordinary input has a score", "parts of a text count", "every segment counts"),
                "the product underflows to 0 on long texts",
                summation="product",
            ),
        ),
        window_is_a_share=True,
        in_percent=None,
    )

    def read(self, files: InputFiles) -> Corpus | CountedTexts:
        return read_training(files)

    def batches(self, files: InputFiles, bounds: Bounds) -> Iterator[Corpus | CountedTexts]:
        """Yield the input in batches, or as one input if there are separate files of training text or of counts."""
        return iter((self.read(files),)) if files.references else super().batches(files, bounds)

    def statistics(self, data: Corpus | CountedTexts, settings: NgramPerplexitySettings) -> Statistics:
        """Return the model and the tokens of every hypothesis as kept data, without rows.

        The model is trained on the references, or has the given counts. Raises `SettingsError` as `Model.of_counts`
        does.
        """
        if isinstance(data, CountedTexts):
            tokens = tokenizer_for(data.corpus, settings)
            return Statistics((), (), ModelAndTexts(Model.of_counts(data, settings), tuple(map(tokens, data.texts))))
        tokens = tokenizer_for(data, settings)
        model = Model.of((tokens(reference) for segment in data for reference in segment.references), settings)
        return Statistics((), (), ModelAndTexts(model, tuple(tokens(segment.hypothesis) for segment in data)))

    def commutes(self, settings: NgramPerplexitySettings) -> bool:
        """Return whether the order of segments is irrelevant, as it is if `math.fsum` adds logarithms.

        Otherwise the probabilities of all texts are multiplied, or their logarithms added, in order.
        """
        return self.adds_exactly(settings) if self.averages(settings) else settings.summation in ("log2", "log")

    def combine(self, total: Total, settings: NgramPerplexitySettings) -> Trace:
        need_segments(total)
        kept: ModelAndTexts = total.kept
        model, texts = kept.model, kept.texts
        probabilities = [model.probabilities(text, settings) for text in texts]
        factors = [len(row) for row in probabilities]
        lengths = [len(text) for text in texts] if settings.denominator == "tokens" else factors
        stages: dict[str, Any] = {"counts": [sum(factors), sum(lengths), model.size(settings)]}
        if not self.averages(settings):
            probabilities, lengths = [list(chain.from_iterable(probabilities))], [sum(lengths)]
        if settings.empty_text == "raise" and not all(lengths):
            raise MetricError("a text is too short to have a probability", kind="ZeroDivisionError")
        scores = [_perplexity(row, n, settings.summation) for row, n in zip(probabilities, lengths, strict=True) if n]
        if self.averages(settings):
            stages["sentences"] = scores
        return Trace(self.mean_of(scores, settings) if scores else math.nan, stages)

    def prepare(
        self, line: Line, settings: NgramPerplexitySettings, seen: Seen = unseen, *, reference: bool = False
    ) -> Units:
        return tokenize(line, settings, seen)

    def tokens(self, data: Corpus | CountedTexts, settings: NgramPerplexitySettings) -> Tokens:
        corpus = data.corpus if isinstance(data, CountedTexts) else data
        return all_tokens(corpus, tokenizer_for(corpus, settings))


NGRAM_PERPLEXITY = NgramPerplexity()
