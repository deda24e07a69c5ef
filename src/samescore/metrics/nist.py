"""NIST (Doddington, HLT 2002).

A matching n-gram is weighted by its information (equation 2),

    Info(w_1 ... w_n) = log_2 (occurrences of w_1 ... w_{n-1} / occurrences of w_1 ... w_n),

with both counted in all references of the corpus; for n = 1 the numerator is their number of words. Then (equation 3)

    NIST = sum over n of (information of the matches / n-grams of the hypotheses) * exp(b * ln^2 min(L_sys/L_ref, 1)),

where b makes the last factor 1/2 when L_sys is 2/3 of L_ref.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, pairwise

import msgspec

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus
from samescore.kernels.corpus_ngrams import frequencies, matches
from samescore.kernels.kinds import kinds, picked, products
from samescore.metrics.base import MetricFacts, Tokens, broken_axioms, only_the_first
from samescore.metrics.kept import Ids, KeptWords, Lengths, Pair, WordsMetric
from samescore.metrics.nist_settings import NistSettings
from samescore.metrics.summation import COMPENSATED, add_up
from samescore.metrics.words import (
    PreparesWords,
    all_tokens,
    most_often,
    tokenizer_for,
)
from samescore.settings import Stage

Gram = tuple[int, ...]

_BETA = math.log(0.5) / math.log(1.5) ** 2


class Sums(msgspec.Struct, frozen=True):
    """The sums of equation 3: information and n-grams of each order, N * L_sys, and N * L_ref."""

    information: list[float]
    totals: list[int]
    system: int
    reference: float


def ngrams(words: Ids, n: int) -> Counter[Gram]:
    """Return the counts of the n-grams of one order, in order of first occurrence."""
    return Counter(zip(*(words[i:] for i in range(n)), strict=False))


def information(pairs: Sequence[Pair], settings: NistSettings) -> dict[Gram, float]:
    """Return the information (equation 2) of every n-gram of the references."""
    counts: Counter[Gram] = Counter()
    words = 0
    for _, references in pairs:
        for reference in references:
            words += len(reference)
            for n in range(1, settings.max_order + 1):
                counts.update(ngrams(reference, n))
    shorter = {gram: counts[gram[:-1]] if len(gram) > 1 else words for gram in counts}
    return {gram: _information(shorter[gram], count, settings) for gram, count in counts.items()}


def _information(shorter: int, count: int, settings: NistSettings) -> float:
    """Return the information (equation 2) of an n-gram that occurs `count` times, and `shorter` times without its last word."""
    ratio = shorter / count
    return math.log2(ratio) if settings.logarithm == "log2" else math.log(ratio, 2)


def match_information(pairs: Sequence[Pair], settings: NistSettings) -> Iterator[list[float]]:
    """Yield, for each order, the information of each hypothesis' matches with each reference, or with all if merged."""
    weights = information(pairs, settings)
    for n in range(1, settings.max_order + 1):
        matched = []
        for hypothesis, references in pairs:
            grams = ngrams(hypothesis, n)
            candidates = [ngrams(reference, n) for reference in references]
            if settings.references == "merged":
                candidates = [most_often(candidates)]
            matched += [_weigh(grams, candidate, weights) for candidate in candidates]
        yield matched


def _weigh(hypothesis: Counter[Gram], reference: Counter[Gram], weights: dict[Gram, float]) -> float:
    """Return the total information of the matches of a hypothesis with a reference."""
    return sum(weights[gram] * min(count, reference[gram]) for gram, count in hypothesis.items() if gram in reference)


def compiled_match_information(kept: KeptWords, settings: NistSettings, *, alone: bool) -> Iterator[Sequence[float]]:
    """Yield `match_information`, computed by the kernels; with `alone`, each segment is a corpus of its own."""
    shorter, alive = _reference_words(kept, alone=alone), array("B", [1]) * len(kept.ids)
    for n in range(1, settings.max_order + 1):
        shorter, matched = _compiled_order(kept, settings, n, shorter, alive, alone=alone)
        yield matched


def _compiled_order(
    kept: KeptWords, settings: NistSettings, n: int, shorter: array[int], alive: array[int], *, alone: bool
) -> tuple[array[int], array[float]]:
    """Return the frequencies of n-grams of one order, and the result of `match_information` for it.

    `shorter` has the frequencies of the next lower order.
    """
    places, times, ends = matches(kept.ids, kept.lines, kept.firsts, n, settings.references == "merged", alive)
    counts = frequencies(kept.ids, kept.lines, kept.firsts, n, shorter, False, alone, alive)
    whole, part, names = kinds(picked(shorter, places), picked(counts, places))
    weights = array("d", [_information(a, b, settings) for a, b in zip(whole, part, strict=True)])
    return counts, products(weights, names, times, ends, COMPENSATED)


def _reference_words(kept: KeptWords, *, alone: bool) -> array[int]:
    """Return, for each word, the number of words of all references, or with `alone` of its own segment's references."""
    words = [kept.lines[following] - kept.lines[first + 1] for first, following in pairwise(kept.firsts)]
    if not alone:
        return array("i", [sum(words)]) * len(kept.ids)
    at_places = array("i")
    for count, (first, following) in zip(words, pairwise(kept.firsts), strict=True):
        at_places.extend(array("i", [count]) * (kept.lines[following] - kept.lines[first]))
    return at_places


def accumulate(informed: Iterable[Sequence[float]], lengths: Sequence[Lengths], settings: NistSettings) -> Sums:
    """Return the sums over the segments, given the information of the matches of each order."""
    hypotheses = [hypothesis for hypothesis, _ in lengths]
    if settings.references == "merged":
        sizes = [max(references) for _, references in lengths]
    else:
        sizes = list(chain.from_iterable(references for _, references in lengths))
    averages = array("d")
    if settings.reference_length == "average":
        averages.extend(sum(references) / len(references) for _, references in lengths)
    sums, totals, length = [], [], 0.0
    for n, matched in enumerate(informed, 1):
        best, sizes_of_best = _best(matched, sizes, lengths)
        sums.append(add_up(best, "left-to-right"))
        totals.append(sum([size - n + 1 for size in hypotheses if size >= n]))
        for size in averages or sizes_of_best:
            length += size
    return Sums(sums, totals, sum(hypotheses) * settings.max_order, length)


def _best(
    matched: Sequence[float], sizes: Sequence[int], lengths: Sequence[Lengths]
) -> tuple[Sequence[float], Sequence[int]]:
    """Return the information of each segment's best candidate, and the length of that candidate.

    `matched` and `sizes` hold the information and the lengths of all candidates: one for each segment if references are
    merged, else one for each reference. The best has the most information, and on ties the greatest length.
    """
    if len(matched) == len(lengths):  # one candidate each
        return matched, sizes
    candidates = zip(matched, sizes, strict=True)
    best = [max(islice(candidates, len(references))) for _, references in lengths]
    return [information for information, _ in best], [size for _, size in best]


def combine(sums: Sums, settings: NistSettings) -> float:
    """Return the score of equation 3.

    Raises `MetricError` for an order without n-grams if ``empty_order`` is raise, and if the references have no words
    unless ``length_penalty=none``.
    """
    score = 0.0
    for informed, total in zip(sums.information, sums.totals, strict=True):
        if total:
            score += informed / total
        elif settings.empty_order == "raise":
            raise MetricError("for at least one order, the hypotheses have no n-gram", kind="ZeroDivisionError")
    if settings.length_penalty == "none":
        return score
    return score * _penalty(sums)


def _penalty(sums: Sums) -> float:
    if not sums.reference:
        raise MetricError("the references have no words", kind="ZeroDivisionError")
    ratio = sums.system / sums.reference
    if not 0 < ratio < 1:
        return min(ratio, 1.0)
    return math.exp(_BETA * math.log(ratio) ** 2)


def clipped_matches(pairs: Sequence[Pair], n: int) -> list[int]:
    """Return the matches of order n in every segment; each n-gram counts at most as often as in any one reference."""
    matched = []
    for hypothesis, references in pairs:
        most = most_often(ngrams(reference, n) for reference in references)
        matched.append((ngrams(hypothesis, n) & most).total())
    return matched


def compiled_clipped_matches(kept: KeptWords, n: int) -> list[int]:
    """Return `clipped_matches`, computed with the kernels."""
    _, times, ends = matches(kept.ids, kept.lines, kept.firsts, n, True, array("B", [1]) * len(kept.ids))
    counts = iter(times)
    return [sum(islice(counts, end - start)) for start, end in pairwise([0, *ends])]


def match_ratios(matched: Sequence[int], lengths: Sequence[Lengths]) -> float:
    """Return the score by NLTK 3.2.5's formula (``information=match-ratios``), given the matches of orders 0 to N - 1.

    Raises `MetricError` if the formula divides by a length of 0.
    """
    h = sum(hypothesis for hypothesis, _ in lengths)
    r = sum(min((abs(words - hypothesis), words) for words in references)[1] for hypothesis, references in lengths)
    totals = [sum(hypothesis - (n - 1) for hypothesis, _ in lengths) for n in range(len(matched))]
    if not h or not all(totals[:-1]):
        raise MetricError("information=match-ratios divides by a length of 0", kind="ZeroDivisionError")
    ratio = r / h
    if 0 < ratio < 1:
        penalty = math.exp(math.log(0.5) / math.log(0.5) ** 2 * math.log(ratio) ** 2)
    else:
        penalty = max(min(ratio, 1.0), 0.0)
    information = [math.log(more / fewer) if more and fewer else 0 for more, fewer in pairwise(matched)]
    return sum(ratio / total for ratio, total in zip(information, totals, strict=False)) * penalty


def _ratio_orders(settings: NistSettings) -> list[int]:
    """Return the orders of n-grams to match for the orders 0 to N - 1; order 0 has the matches of order 1."""
    return [max(n, 1) for n in range(settings.max_order)]


def _split_by_segment(
    by_order: Sequence[Sequence[float]], lengths: Sequence[Lengths], settings: NistSettings
) -> Iterator[list[Sequence[float]]]:
    """Yield for each segment its part of the results of `match_information`, order by order."""
    start = 0
    for _, references in lengths:
        stop = start + (1 if settings.references == "merged" else len(references))
        yield [matched[start:stop] for matched in by_order]
        start = stop


def _trace(sums: Sums, settings: NistSettings) -> Trace:
    return Trace(combine(sums, settings), {"information": sums.information, "totals": sums.totals})


_MATCH_RATIOS = broken_axioms(
    (
        "every segment counts",
        "more matches are better",
        "parts of a text count",
        "every reference counts",
        "duplication",
    ),
    "NLTK 3.2.5's formula weighs matches by their own numbers, and divides by the length of the corpus",
    information="match-ratios",
)


class Nist(PreparesWords[NistSettings], WordsMetric[NistSettings]):
    """NIST of a corpus: 0 or more, without an upper limit; an empty hypothesis scores 0.

    Raises `MetricError` on an empty corpus, on a segment without references, on an order without n-grams if
    ``empty_order`` is raise, and if no reference has any word unless ``length_penalty=none``; under
    ``information=match-ratios`` if a length to divide by is 0.

    The weight of an n-gram depends on the references of the whole corpus, and the weights of the matches are added up
    in order, so all tokens are kept in order.
    """

    name = "nist"
    title = "NIST"
    settings = NistSettings
    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=None,
        beyond={"information": ("match-ratios",)},
        higher_is_better=True,
        stages=("tokens", "information", "totals", "sentences"),
        inputs="long-translation",
        growth=1,
        plausible={
            "tokenizer": ("none", "13a", "intl"),
            "case": ("keep", "lower"),
            "max_order": (5, 4),
            "average": ("corpus", "sentences"),
        },
        breaks=(*only_the_first(), *_MATCH_RATIOS),
        window=0.1,
        in_percent=None,
    )

    def counting(self, settings: NistSettings) -> NistSettings:
        """Return the settings that affect the tokens, and whether only the first references are used."""
        counting = settings.up_to(Stage.TOKENS)
        return counting.replace(references="first") if settings.references == "first" else counting

    def commutes(self, settings: NistSettings) -> bool:
        """Return whether the score is independent of the order of the segments.

        Match ratios and exact means do not depend on it; sums of information do, because they are added up in order.
        """
        return self.adds_exactly(settings) if self.averages(settings) else settings.information == "match-ratios"

    def combine_words(self, kept: KeptWords, settings: NistSettings) -> Trace:
        pairs, lengths = kept.pairs, kept.lengths
        if settings.information == "match-ratios":
            return self._from_ratios([clipped_matches(pairs, n) for n in _ratio_orders(settings)], lengths, settings)
        if self.averages(settings):
            segments = zip(pairs, lengths, strict=True)
            sentences = [
                combine(accumulate(match_information([pair], settings), [length], settings), settings)
                for pair, length in segments
            ]
            return Trace(self.mean_of(sentences, settings), {"sentences": sentences})
        return _trace(accumulate(match_information(pairs, settings), lengths, settings), settings)

    def compiled_combine_words(self, kept: KeptWords, settings: NistSettings) -> Trace:
        lengths = kept.lengths
        if settings.information == "match-ratios":
            return self._from_ratios(
                [compiled_clipped_matches(kept, n) for n in _ratio_orders(settings)], lengths, settings
            )
        if self.averages(settings):
            by_segment = _split_by_segment(
                list(compiled_match_information(kept, settings, alone=True)), lengths, settings
            )
            segments = zip(by_segment, lengths, strict=True)
            sentences = [combine(accumulate(matched, [length], settings), settings) for matched, length in segments]
            return Trace(self.mean_of(sentences, settings), {"sentences": sentences})
        return _trace(accumulate(compiled_match_information(kept, settings, alone=False), lengths, settings), settings)

    def _from_ratios(
        self, matched: Sequence[Sequence[int]], lengths: Sequence[Lengths], settings: NistSettings
    ) -> Trace:
        """Return the score under ``information=match-ratios``, from the matches of each order and segment.

        Raises the errors of `match_ratios`.
        """
        if not self.averages(settings):
            return Trace(match_ratios(list(map(sum, matched)), lengths), {})
        segments = zip(zip(*matched, strict=True), lengths, strict=True)
        sentences = [match_ratios(matches_of, [length]) for matches_of, length in segments]
        return Trace(self.mean_of(sentences, settings), {"sentences": sentences})

    def tokens(self, data: Corpus, settings: NistSettings) -> Tokens:
        return all_tokens(data, tokenizer_for(data, settings))


NIST = Nist()
