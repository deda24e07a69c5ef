"""NIST (Doddington, HLT 2002).

A matching n-gram is weighted by its information (equation 2),

    Info(w_1 ... w_n) = log_2 (occurrences of w_1 ... w_{n-1} / occurrences of w_1 ... w_n),

in the corpus' references, with the number of words over that of w_1 for n = 1, and (equation 3)

    NIST = sum over n of (information of the matches / n-grams of the hypotheses) * exp(b * ln^2 min(L_sys/L_ref, 1)),

where b makes the last factor 1/2 when L_sys is 2/3 of L_ref.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import Any, ClassVar

from samescore.data.corpus import Corpus
from samescore.errors import MetricError
from samescore.metrics.base import MetricFacts, Statistics, Total, broken_axioms, need_segments, only_the_first
from samescore.metrics.kept import Pair, RowlessMetric, TokenPairs, Words
from samescore.metrics.words import WordSettings, all_tokens, mean_summation_knob, tokenizer_for
from samescore.outcome import Trace
from samescore.settings import Choice, Integer, Stage, knob

Gram = tuple[str, ...]

_BETA = math.log(0.5) / math.log(1.5) ** 2


class NistSettings(WordSettings):
    """The knobs of NIST. The defaults are the paper's."""

    metric: ClassVar[str] = "nist"

    max_order: int = knob(Stage.STATISTICS, Integer(1, 20), 5, "N: n-grams of orders 1 to N are counted")
    information: str = knob(
        Stage.STATISTICS,
        Choice(("references", "match-ratios")),
        "references",
        "weight of a match: its information (equation 2); or NLTK 3.2.5's formula, the sum of ln(m_n / m_n+1) / (h - n "
        "+ 1) over n = 0 to N - 2 with m_0 = m_1, times a penalty for hypotheses longer than their references",
    )
    references: str = knob(
        Stage.STATISTICS,
        Choice(("merged", "best-by-order", "first")),
        "merged",
        "several references: an n-gram matches at most as often as it occurs in any one of them; or, for each order, "
        "only the reference whose matches have the most information counts (the longest on ties); or only the first",
    )
    reference_length: str = knob(
        Stage.STATISTICS,
        Choice(("average", "matched")),
        "average",
        "L_ref: the average length of a segment's references, or the mean over the orders of the length of the "
        "reference that is matched against (merged: the longest)",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "one score from the corpus' sums, or the mean of the segments' scores, each as a corpus of its own",
    )
    mean_summation: str = mean_summation_knob()
    empty_order: str = knob(
        Stage.COMBINATION,
        Choice(("zero", "raise")),
        "zero",
        "an order for which the hypotheses have no n-gram adds 0 to the score, or is an error",
    )
    length_penalty: str = knob(
        Stage.COMBINATION, Choice(("standard", "none")), "standard", "the last factor of equation 3, or 1"
    )
    logarithm: str = knob(
        Stage.STATISTICS,
        Choice(("log2", "quotient")),
        "log2",
        "log_2 x computed by math.log2, or as ln x / ln 2",
        rounding=True,
    )


@dataclasses.dataclass(frozen=True, slots=True)
class Sums:
    """The sums of equation 3: information and n-grams of each order, N * L_sys, and N * L_ref."""

    information: list[float]
    totals: list[int]
    system: int
    reference: float


def ngrams(tokens: Words, n: int) -> Counter[Gram]:
    """The n-grams of one order, in order of first occurrence."""
    return Counter(zip(*(tokens[i:] for i in range(n)), strict=False))


def information(pairs: Sequence[Pair], s: NistSettings) -> dict[Gram, float]:
    """Equation 2 for every n-gram of the references."""
    counts: Counter[Gram] = Counter()
    words = 0
    for _, references in pairs:
        for reference in references:
            words += len(reference)
            for n in range(1, s.max_order + 1):
                counts.update(ngrams(reference, n))
    ratios = {gram: (counts[gram[:-1]] if len(gram) > 1 else words) / count for gram, count in counts.items()}
    if s.logarithm == "log2":
        return {gram: math.log2(ratio) for gram, ratio in ratios.items()}
    return {gram: math.log(ratio, 2) for gram, ratio in ratios.items()}


def accumulate(pairs: Sequence[Pair], s: NistSettings) -> Sums:
    """The sums over the segments."""
    weights = information(pairs, s)
    sums, totals, length = [], [], 0.0
    for n in range(1, s.max_order + 1):
        informed, total = 0.0, 0
        for hypothesis, references in pairs:
            grams = ngrams(hypothesis, n)
            candidates = [ngrams(reference, n) for reference in references]
            lengths = [len(reference) for reference in references]
            if s.references == "merged":
                candidates, lengths = [reduce(or_, candidates)], [max(lengths)]
            best, matched_length = max(
                (_weigh(grams, candidate, weights), size) for candidate, size in zip(candidates, lengths, strict=True)
            )
            informed += best
            total += sum(grams.values())
            if s.reference_length == "matched":
                length += matched_length
            else:
                length += sum(map(len, references)) / len(references)
        sums.append(informed)
        totals.append(total)
    return Sums(sums, totals, sum(len(hypothesis) for hypothesis, _ in pairs) * s.max_order, length)


def _weigh(hypothesis: Counter[Gram], reference: Counter[Gram], weights: dict[Gram, float]) -> float:
    """The information of the matches."""
    return sum(weights[gram] * min(count, reference[gram]) for gram, count in hypothesis.items() if gram in reference)


def combine(sums: Sums, s: NistSettings) -> float:
    """Equation 3."""
    score = 0.0
    for informed, total in zip(sums.information, sums.totals, strict=True):
        if total:
            score += informed / total
        elif s.empty_order == "raise":
            raise MetricError("for some order, the hypotheses have no n-gram", kind="ZeroDivisionError")
    if s.length_penalty == "none":
        return score
    return score * _penalty(sums)


def _penalty(sums: Sums) -> float:
    if not sums.reference:
        raise MetricError("the references have no words", kind="ZeroDivisionError")
    ratio = sums.system / sums.reference
    if not 0 < ratio < 1:
        return min(ratio, 1.0)
    return math.exp(_BETA * math.log(ratio) ** 2)


def _clipped_matches(pair: Pair, n: int) -> int:
    """Matches of one order, each n-gram at most as often as in one reference; of order 0, as of order 1."""
    hypothesis, references = pair
    most = reduce(or_, [ngrams(reference, max(n, 1)) for reference in references])
    return sum((ngrams(hypothesis, max(n, 1)) & most).values())


def match_ratios(pairs: Sequence[Pair], s: NistSettings) -> float:
    """The formula of NLTK 3.2.5 (``information=match-ratios``), orders 0 to N - 1."""
    h = sum(len(hypothesis) for hypothesis, _ in pairs)
    r = sum(
        min((abs(len(words) - len(hypothesis)), len(words)) for words in references)[1]
        for hypothesis, references in pairs
    )
    matches = [sum(_clipped_matches(pair, n) for pair in pairs) for n in range(s.max_order)]
    lengths = [sum(len(hypothesis) - (n - 1) for hypothesis, _ in pairs) for n in range(s.max_order)]
    if not h or not all(lengths[:-1]):
        raise MetricError("information=match-ratios divides by a length of 0", kind="ZeroDivisionError")
    ratio = r / h
    if 0 < ratio < 1:
        penalty = math.exp(math.log(0.5) / math.log(0.5) ** 2 * math.log(ratio) ** 2)
    else:
        penalty = max(min(ratio, 1.0), 0.0)
    information = [math.log(more / fewer) if more and fewer else 0 for more, fewer in pairwise(matches)]
    return sum(ratio / length for ratio, length in zip(information, lengths, strict=False)) * penalty


def _score(pairs: Sequence[Pair], s: NistSettings) -> float:
    return match_ratios(pairs, s) if s.information == "match-ratios" else combine(accumulate(pairs, s), s)


_MATCH_RATIOS = broken_axioms(
    ("every segment counts", "more matches are better", "parts of a text count", "duplication"),
    "NLTK 3.2.5's formula weighs matches by their own numbers, and divides by the length of the corpus",
    information="match-ratios",
)


class Nist(RowlessMetric):
    """NIST of a corpus: 0 or more, without an upper limit; an empty hypothesis scores 0.

    Raises `MetricError` on an empty corpus, on a segment without references, on an order without n-grams if
    ``empty_order`` is raise, and if no reference has any word unless ``length_penalty`` is none.

    The weight of an n-gram depends on the references of the whole corpus, and the weights of the matches are added up
    in order, so all tokens are kept, in order.
    """

    name = "nist"
    title = "NIST"
    settings = NistSettings
    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=None,
        higher_is_better=True,
        stages=("tokens", "information", "totals", "sentences"),
        inputs="long-translation",
        breaks=(*only_the_first(), *_MATCH_RATIOS),
    )

    def counting(self, s: NistSettings) -> Any:
        """The settings of the tokenization, and whether only the first references are used."""
        counting = s.up_to(Stage.TOKENS)
        return counting.replace(references="first") if s.references == "first" else counting

    def statistics(self, data: Corpus, s: NistSettings) -> Statistics:
        """The tokens of every segment."""
        return Statistics((), (), TokenPairs.of(data, s))

    def commutes(self, s: NistSettings) -> bool:
        """Information is a float that is added up in order; match ratios are computed from integers."""
        return self.adds_exactly(s) if self.averages(s) else s.information == "match-ratios"

    def combine(self, total: Total, s: NistSettings) -> Trace:
        need_segments(total)
        pairs: Sequence[Pair] = total.kept.pairs
        if self.averages(s):
            sentences = [_score([pair], s) for pair in pairs]
            return Trace(self.mean_of(sentences, s), {"sentences": sentences})
        if s.information == "match-ratios":
            return Trace(match_ratios(pairs, s), {})
        sums = accumulate(pairs, s)
        return Trace(combine(sums, s), {"information": sums.information, "totals": sums.totals})

    def tokens(self, data: Corpus, s: NistSettings) -> list[Any]:
        return all_tokens(data, tokenizer_for(data, s))


NIST = Nist()
