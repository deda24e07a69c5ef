"""CIDEr-D (Vedantam, Zitnick and Parikh, "CIDEr: consensus-based image description evaluation", CVPR 2015).

An n-gram w that occurs h_w times in a text has the weight g_w = h_w (ln I - ln max(1, d_w)), where I is the number of
segments and d_w the number of segments with w in at least one reference (equation 1). With c a hypothesis and s_j its
references, for each order n (equation 5)

    CIDEr-D_n = 10/m * sum over j of exp(-(l_c - l_sj)^2 / 2 sigma^2) * (min(g(c), g(s_j)) . g(s_j)) / (|g(c)| |g(s_j)|),

and CIDEr-D is the mean over the orders.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from itertools import pairwise
from typing import ClassVar

import msgspec

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus
from samescore.kernels.corpus_ngrams import counts, frequencies, similarities
from samescore.kernels.kinds import kinds, sums
from samescore.metrics.base import BrokenAxiom, MetricFacts, Tokens, only_the_first
from samescore.metrics.kept import Ids, KeptWords, Pair, WordsMetric
from samescore.metrics.summation import add_up
from samescore.metrics.words import PreparesWords, WordSettings, all_tokens, mean_summation_knob, tokenizer_for
from samescore.settings import Choice, Integer, Real, Stage, knob

Gram = tuple[int, ...]


class CiderSettings(WordSettings):
    """The knobs of CIDEr-D."""

    metric: ClassVar[str] = "cider"

    max_order: int = knob(Stage.STATISTICS, Integer(1, 20), 4, "Highest n-gram order N; orders 1 to N are counted")
    references: str = knob(
        Stage.STATISTICS,
        Choice(("all", "first")),
        "all",
        "How several references are used. all: mean similarity to all of them; first: similarity to the first",
    )
    empty_reference: str = knob(
        Stage.STATISTICS,
        Choice(("zero", "raise")),
        "zero",
        "Score if no reference has words. zero: 0; raise: an error",
        former=("no_words",),
    )
    mean_summation: str = mean_summation_knob()
    clipping: str = knob(
        Stage.COMBINATION,
        Choice(("clipped", "unclipped")),
        "clipped",
        "Clipping of hypothesis weights. clipped: at most the weights of the reference (CIDEr-D); unclipped: "
        "no clipping (CIDEr)",
    )
    sigma: float = knob(
        Stage.COMBINATION,
        Real(1e-3, 1e6),
        6.0,
        "Width, in words, of the Gaussian penalty for length differences",
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("10", "1")), "10", "Score of a hypothesis with similarity 1")


class TfIdf(msgspec.Struct, frozen=True):
    """A text's n-gram weights by order, their Euclidean norms, and the text's length in words."""

    weights: list[dict[Gram, float]]
    norms: list[float]
    length: int


def vector(words: Ids, frequency: Counter[Gram], segments: int, settings: CiderSettings) -> TfIdf:
    """Return g(text) for every order, given the document frequencies d and the number of segments I."""
    rarest = math.log(float(segments))
    weights, norms = [], []
    for n in range(1, settings.max_order + 1):
        counts = Counter(zip(*(words[i:] for i in range(n)), strict=False))
        weighed = {gram: _weight(count, frequency[gram], rarest) for gram, count in counts.items()}
        squares = 0.0
        for weight in weighed.values():
            squares += weight**2
        weights.append(weighed)
        norms.append(math.sqrt(squares))
    return TfIdf(weights, norms, len(words))


def _weight(count: int, frequency: int, rarest: float) -> float:
    """Return g_w of an n-gram that occurs `count` times in a text, and in `frequency` segments; `rarest` is ln I."""
    return float(count) * (rarest - math.log(max(1.0, frequency)))


def by_order(hypothesis: TfIdf, reference: TfIdf, settings: CiderSettings) -> list[float]:
    """Return the summand of equation 5 without the factor 10/m, for each order; 0 if either text has no weight."""
    penalty = _penalty(hypothesis.length - reference.length, settings)
    similar = []
    for n in range(settings.max_order):
        product = 0.0
        for gram, weight in hypothesis.weights[n].items():
            other = reference.weights[n].get(gram, 0.0)
            product += (min(weight, other) if settings.clipping == "clipped" else weight) * other
        if hypothesis.norms[n] != 0 and reference.norms[n] != 0:
            product /= hypothesis.norms[n] * reference.norms[n]
        similar.append(product * penalty)
    return similar


def _penalty(difference: int, settings: CiderSettings) -> float:
    """Return the penalty factor, in 0..1, for two texts whose lengths differ by `difference` words."""
    factor: float = math.e ** (-(float(difference) ** 2) / (2 * settings.sigma**2))
    return factor


def _document_frequencies(pairs: Sequence[Pair], settings: CiderSettings) -> Counter[Gram]:
    """Return d_w: the number of segments with w in at least one reference, for every n-gram of the references."""
    frequency: Counter[Gram] = Counter()
    for _, references in pairs:
        grams = {
            gram
            for words in references
            for n in range(1, settings.max_order + 1)
            for gram in zip(*(words[i:] for i in range(n)), strict=False)
        }
        frequency.update(grams)
    return frequency


def _segment_score(pair: Pair, frequency: Counter[Gram], segments: int, settings: CiderSettings) -> float:
    """Return CIDEr-D of one segment, in 0..`scale`."""
    hypothesis, references = pair
    weighed = vector(hypothesis, frequency, segments, settings)
    added_up = [0.0] * settings.max_order
    for words in references:
        similar = by_order(weighed, vector(words, frequency, segments, settings), settings)
        added_up = [added + similarity for added, similarity in zip(added_up, similar, strict=True)]
    return _mean(added_up, len(references), settings)


def _mean(added_up: Sequence[float], references: int, settings: CiderSettings) -> float:
    """Return the mean over orders and references of similarities summed over the references."""
    score = add_up(added_up, "left-to-right") / settings.max_order / references
    return score * 10.0 if settings.scale == "10" else score


def scores(kept: KeptWords, settings: CiderSettings) -> list[float]:
    """Return CIDEr-D of every segment, in 0..`scale`."""
    pairs = kept.pairs
    frequency = _document_frequencies(pairs, settings)
    return [_segment_score(pair, frequency, len(pairs), settings) for pair in pairs]


def compiled_scores(kept: KeptWords, settings: CiderSettings) -> list[float]:
    """Return `scores`, computed with the kernels."""
    penalties = _penalties(kept, settings)
    frequency, added_up, everywhere = array("i"), [], array("B", [1]) * len(kept.ids)
    for n in range(1, settings.max_order + 1):
        frequency = frequencies(kept.ids, kept.lines, kept.firsts, n, frequency, True, False, everywhere)
        added_up.append(_compiled_order(kept, settings, n, frequency, penalties))
    references = [following - first - 1 for first, following in pairwise(kept.firsts)]
    return [_mean(sums_of, number, settings) for *sums_of, number in zip(*added_up, references, strict=True)]


def _compiled_order(
    kept: KeptWords, settings: CiderSettings, n: int, frequency: array[int], penalties: array[float]
) -> array[float]:
    """Return the similarities of order n, summed over the references of each segment: one array element a segment."""
    ids, lines = kept.ids, kept.lines
    rarest = math.log(float(kept.segments))
    count, segments, names = kinds(counts(ids, lines, n), frequency)
    weights = array("d", [_weight(c, d, rarest) for c, d in zip(count, segments, strict=True)])
    squares = array("d", [weight**2 for weight in weights])
    norms = array("d", map(math.sqrt, sums(names, lines, squares)))
    clipped = settings.clipping == "clipped"
    added_up: array[float] = similarities(ids, lines, kept.firsts, n, names, weights, norms, penalties, clipped)
    return added_up


def _penalties(kept: KeptWords, settings: CiderSettings) -> array[float]:
    """Return the penalty factor of each line: 1 for a hypothesis; for a reference, by its length difference."""
    penalty = cache(partial(_penalty, settings=settings))
    penalties = array("d")
    for hypothesis, references in kept.lengths:
        penalties.append(1.0)
        penalties.extend([penalty(hypothesis - reference) for reference in references])
    return penalties


class Cider(PreparesWords[CiderSettings], WordsMetric[CiderSettings]):
    """CIDEr-D of a corpus: the mean of its segments' scores, in 0..`scale`.

    A corpus of one segment scores 0, as every n-gram is in all segments. Raises `MetricError` on an empty corpus, on a
    segment without references, and if no reference has a word unless ``empty_reference`` is zero.

    The weight of an n-gram depends on the references of the whole corpus, so all tokens are kept, in order.
    """

    name = "cider"
    title = "CIDEr-D"
    settings = CiderSettings
    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=None,
        higher_is_better=True,
        stages=("tokens", "sentences"),
        inputs="translation",
        growth=1,
        # Plain CIDEr neither clips nor penalizes lengths; with so large a sigma the penalty factor is 1.
        plausible={
            "clipping": ("clipped", "unclipped"),
            "sigma": (6.0, 1e6),
            "tokenizer": ("none", "13a"),
            "case": ("keep", "lower"),
            "references": ("all", "first"),
        },
        breaks=(
            BrokenAxiom("duplication", "an n-gram of no reference weighs the logarithm of the number of segments"),
            *only_the_first(),
        ),
        window=0.002,
    )

    def counting(self, settings: CiderSettings) -> CiderSettings:
        """Return the settings with defaults for knobs that affect neither the tokens nor the used references."""
        return settings.up_to(Stage.TOKENS).replace(references=settings.references)

    def commutes(self, settings: CiderSettings) -> bool:
        return self.adds_exactly(settings)

    def combine_words(self, kept: KeptWords, settings: CiderSettings) -> Trace:
        return self._trace(scores(kept, settings), kept, settings)

    def compiled_combine_words(self, kept: KeptWords, settings: CiderSettings) -> Trace:
        return self._trace(compiled_scores(kept, settings), kept, settings)

    def _trace(self, sentences: list[float], kept: KeptWords, settings: CiderSettings) -> Trace:
        if settings.empty_reference == "raise" and not any(any(references) for _, references in kept.lengths):
            raise MetricError("no reference contains any words")
        return Trace(self.mean_of(sentences, settings), {"sentences": sentences})

    def tokens(self, data: Corpus, settings: CiderSettings) -> Tokens:
        return all_tokens(data, tokenizer_for(data, settings))


CIDER = Cider()
