"""GLEU, NIST, RIBES and METEOR without synonyms, computed exactly; see each function for the paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

from tests.oracle.arithmetic import (
    Number,
    OracleError,
    decimal,
    decimal_text,
    exact,
    mean,
    product,
    sixty_digits,
)
from tests.oracle.text import PORTER_MODES, lower_tokens, tokenize

Data = dict[str, Any]
Settings = dict[str, Any]
Tokens = list[str]
#: The tokens of a hypothesis, then of each reference that counts.
Segment = list[Tokens]

#: Differences below this are rounding of 60-digit decimals.
NOTHING = Decimal("1e-45")


def _segments(data: Data, settings: Settings) -> list[Segment]:
    def tokens(line: str | Tokens) -> Tokens:
        if settings["case"] == "lower":
            line = line.lower() if isinstance(line, str) else [word.lower() for word in line]
        return lower_tokens(tokenize(line, settings["tokenizer"]), settings["case"])

    return [[tokens(line) for line in (segment["hypothesis"], *segment["references"])] for segment in data["segments"]]


def _counted(segment: Segment, settings: Settings) -> Segment:
    """Return the segments without the references that do not count."""
    return segment[:2] if settings["references"] == "first" else segment


def _no_segments(settings: Settings) -> dict[str, Any]:
    if settings["empty_input"] == "raise":
        raise OracleError("no segments")
    return {"value": Fraction(0), "stages": {}}


def _answer(sentences: list[Number], stages: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the mean of the segments' scores."""
    scaled = [product(score, Fraction(settings["scale"])) for score in sentences]
    return {"value": mean(scaled), "stages": {**stages, "sentences": [decimal_text(score) for score in scaled]}}


def _ngrams(tokens: Tokens, n: int) -> list[tuple[str, ...]]:
    return [tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1)]


def _overlap(left: Counter[Any], right: Counter[Any]) -> int:
    return sum(min(left[word], right[word]) for word in set(left) & set(right))


def _power(base: Fraction, exponent: Fraction) -> Number:
    if exponent.denominator == 1:
        return base**exponent.numerator
    return (decimal(exponent) * decimal(base).ln()).exp() if base else Fraction(0)


# GLEU (Wu et al., arXiv:1609.08144, section 5): the smaller of precision and recall of all n-grams together.


@sixty_digits
def gleu(data: Data, settings: Settings) -> dict[str, Any]:
    """Return GLEU of a corpus: the sum of matches over the sum of the larger of the two numbers of n-grams."""
    segments = _segments(data, settings)
    if not segments:
        return _no_segments(settings)
    rows = [_gleu_counts(segment, settings) for segment in segments]
    total = [sum(column) for column in zip(*rows, strict=True)]
    if settings["average"] == "corpus":
        value = _part(*total) * Fraction(settings["scale"])
        return {"value": value, "stages": {"tokens": segments, "counts": total}}
    return _answer([_part(*row) for row in rows], {"tokens": segments}, settings)


def _gleu_counts(segment: Segment, settings: Settings) -> tuple[int, int]:
    hypothesis, *references = segment
    if not references and settings["no_references"] == "raise":
        raise OracleError("a segment without references")
    best, best_score = (0, 0), Fraction(-1)
    for reference in _counted(segment, settings)[1:]:
        h_counts, r_counts = (
            Counter(
                gram for n in range(settings["min_order"], settings["max_order"] + 1) for gram in _ngrams(tokens, n)
            )
            for tokens in (hypothesis, reference)
        )
        h, r, m = sum(h_counts.values()), sum(r_counts.values()), _overlap(h_counts, r_counts)
        if h == r == 0:
            continue
        score = min(_part(m, h), _part(m, r))
        if score > best_score:
            best, best_score = (m, max(h, r)), score
    return best


def _part(some: int, every: int) -> Fraction:
    return Fraction(some, every) if every else Fraction(0)


# NIST (Doddington, HLT 2002), equations 2 and 3.


@sixty_digits
def nist(data: Data, settings: Settings) -> dict[str, Any]:
    """Return the information of the matches per n-gram of the hypotheses, summed over the orders, times a penalty."""
    segments = _segments(data, settings)
    if not segments:
        raise OracleError("no segments")
    if any(len(segment) == 1 for segment in segments):
        raise OracleError("a segment without references")
    counted = [_counted(segment, settings) for segment in segments]
    if settings["average"] == "sentences":
        values = [_nist_of([segment], settings)[0] for segment in counted]
        return {
            "value": mean(values),
            "stages": {"tokens": segments, "sentences": [decimal_text(score) for score in values]},
        }
    value, informed, totals = _nist_of(counted, settings)
    stages = {"tokens": segments, "totals": totals, "information": [decimal_text(weight) for weight in informed]}
    return {"value": value, "stages": stages if totals else {"tokens": segments}}


def _by_match_ratios(segments: list[Segment], settings: Settings) -> Decimal:
    """Return NIST by the formula of NLTK 3.2.5: order 0, which repeats order 1, comes first, and the last order is missing."""

    def matched(n: int) -> int:
        total = 0
        for hypothesis, *references in segments:
            counts = Counter(_ngrams(hypothesis, n))
            reference_counts = [Counter(_ngrams(reference, n)) for reference in references]
            total += sum(
                min(count, max(counts_of[gram] for counts_of in reference_counts)) for gram, count in counts.items()
            )
        return total

    h = sum(len(hypothesis) for hypothesis, *_ in segments)
    r = sum(
        min((len(reference) for reference in references), key=lambda length: (abs(length - len(hypothesis)), length))
        for hypothesis, *references in segments
    )
    orders = [1, *range(1, settings["max_order"])]
    ns = range(settings["max_order"])
    score = Decimal(0)
    if h == 0:
        raise OracleError("no words")
    for n, order, after in zip(ns, orders, orders[1:], strict=False):
        below = h - (n - 1) * len(segments)
        if below == 0:
            raise OracleError("division by 0")
        more, fewer = matched(order), matched(after)
        score += decimal(Fraction(more, fewer)).ln() / below if more and fewer else 0
    if r == 0:
        return Decimal(0)
    half = Decimal("0.5").ln()
    return score * (decimal(Fraction(r, h)).ln() ** 2 / half).exp() if r < h else score


def _merged(bags: list[Counter[Any]]) -> Counter[Any]:
    """Return the highest count of every n-gram."""
    merged: Counter[Any] = Counter()
    for bag in bags:
        merged |= bag
    return merged


def _nist_of(segments: list[Segment], settings: Settings) -> tuple[Decimal, list[Decimal], list[int]]:
    if settings["information"] == "match-ratios":
        return _by_match_ratios(segments, settings), [], []
    orders = range(1, settings["max_order"] + 1)
    everything = [reference for segment in segments for reference in segment[1:]]
    occurrences = Counter(gram for reference in everything for n in orders for gram in _ngrams(reference, n))
    occurrences[()] = sum(map(len, everything))  # what comes before a single word is counted by words

    @cache
    def information(gram: tuple[str, ...]) -> Decimal:
        return decimal(Fraction(occurrences[gram[:-1]], occurrences[gram])).ln() / Decimal(2).ln()

    informed, totals, matched_lengths = [], [], []
    for n in orders:
        information_sum, total = Decimal(0), 0
        for hypothesis, *references in segments:
            own = Counter(_ngrams(hypothesis, n))
            bags = [Counter(_ngrams(reference, n)) for reference in references]
            lengths = [len(reference) for reference in references]
            if settings["references"] == "merged":
                bags = [_merged(bags)]
                lengths = [max(lengths)]
            sums = [
                sum((information(g) * min(k, bag[g]) for g, k in own.items() if g in bag), Decimal(0)) for bag in bags
            ]
            most = max(sums)
            information_sum += most
            total += sum(own.values())
            matched_lengths.append(max(k for k, weight in zip(lengths, sums, strict=True) if most - weight < NOTHING))
        informed.append(information_sum)
        totals.append(total)
    if settings["empty_order"] == "raise" and 0 in totals:
        raise OracleError("an order without n-grams")
    score = sum((weight / total for weight, total in zip(informed, totals, strict=True) if total), Decimal(0))
    l_sys = Fraction(sum(len(segment[0]) for segment in segments))
    l_ref = sum((Fraction(sum(map(len, refs)), len(refs)) for _, *refs in segments), Fraction(0))
    if settings["reference_length"] == "matched":
        l_ref = Fraction(sum(matched_lengths), len(orders))
    return score * _length_penalty(l_sys, l_ref, settings), informed, totals


def _length_penalty(l_sys: Fraction, l_ref: Fraction, settings: Settings) -> Decimal:
    if settings["length_penalty"] == "none":
        return Decimal(1)
    if l_ref == 0:
        raise OracleError("references without words")
    if l_sys >= l_ref:
        return Decimal(1)
    if l_sys == 0:
        return Decimal(0)
    beta = Decimal("0.5").ln() / Decimal("1.5").ln() ** 2
    return (beta * decimal(l_sys / l_ref).ln() ** 2).exp()


# RIBES (Isozaki et al., EMNLP 2010).


@sixty_digits
def ribes(data: Data, settings: Settings) -> dict[str, Any]:
    """Return RIBES: Kendall's tau of the word order, from 0 to 1, times powers of precision and brevity penalty."""
    segments = _segments(data, settings)
    if not segments:
        return _no_segments(settings)
    rows, scores = [], []
    for segment in segments:
        row, score = _ribes_of(segment, settings)
        rows.append(row)
        scores.append(score)
    return _answer(scores, {"tokens": segments, "alignments": rows}, settings)


def _ribes_of(segment: Segment, settings: Settings) -> tuple[list[int], Number]:
    hypothesis, *references = _counted(segment, settings)
    if not references:
        if settings["no_references"] == "raise":
            raise OracleError("a segment without references")
        return [], Fraction(-1 if settings["no_references"] == "minus-one" else 0)
    if not hypothesis:
        if settings["empty_hypothesis"] == "raise":
            raise OracleError("an empty hypothesis")
        return [], Fraction(0)
    limit = settings["max_length"]
    if limit and max(map(len, (hypothesis, *references))) > limit:
        raise OracleError("a text beyond the limit")
    scored = []
    for reference in references:
        ranks = ribes_ranks(hypothesis, reference, settings)
        if len(ranks) < 2 and settings["few_aligned"] == "raise":
            raise OracleError("fewer than two aligned words")
        pairs = [
            (a, b) for a in range(len(ranks)) for b in range(a + 1, len(ranks)) if _in_order(ranks[a : b + 1], settings)
        ]
        row = [len(pairs), len(ranks), len(hypothesis), len(reference)]
        scored.append((row, _ribes_score(row, settings)))
    best = max(decimal(score) for _, score in scored)
    return next(candidate for candidate in scored if best - decimal(candidate[1]) < NOTHING)


def _in_order(ranks: list[int], settings: Settings) -> bool:
    """Return whether the last rank is above the first and, for runs, all ranks are consecutive."""
    if settings["concordance"] == "runs":
        return ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return ranks[0] < ranks[-1]


def ribes_ranks(hypothesis: Tokens, reference: Tokens, settings: Settings) -> list[int]:
    """Return the place in the reference of each word that can be aligned, in the order of the hypothesis."""

    def places(part: Tokens, text: Tokens) -> list[int]:
        return [start for start in range(len(text)) if text[start : start + len(part)] == part]

    ranks, n = [], len(hypothesis)
    for i in range(n):
        # Contexts that begin (0) or end (1) with word i, the shortest first; a text of one word is a context, too.
        stretches = [(end - i, 0, i, end) for end in range(i + 1, n + 1)]
        first = 1 if settings["contexts"] == "short-of-start" and i - 1 >= n - i else 0
        stretches += [(i + 1 - start, 1, start, i + 1) for start in range(first, i)]
        absent = set()  # if the reference lacks a context, it also lacks every longer one
        for _, direction, start, end in sorted(stretches):
            if direction in absent:
                continue
            part = hypothesis[start:end]
            positions = places(part, reference)
            if not positions:
                absent.add(direction)
            if len(positions) == 1 == len(places(part, hypothesis)):
                ranks.append(positions[0] + i - start)
                break
    return ranks


def _ribes_score(row: list[int], settings: Settings) -> Number:
    concordant, aligned, h, r = row
    if aligned < 2:
        return Fraction(0)  # tau is -1
    tau = 2 * Fraction(2 * concordant, aligned * (aligned - 1)) - 1
    precision = _power(Fraction(aligned, h), exact(settings["alpha"]))
    brevity = (decimal(exact(settings["beta"]) * (1 - Fraction(r, h)))).exp() if r > h else Fraction(1)
    return product(product((tau + 1) / 2, precision), brevity)


# METEOR (Lavie and Agarwal, WMT 2007, section 2), exact and stem stages.


@sixty_digits
def meteor(data: Data, settings: Settings) -> dict[str, Any]:
    """Return METEOR: F_mean times 1 minus the penalty for fragmentation."""
    segments = _segments(data, settings)
    if not segments:
        raise OracleError("no segments")
    rows, scores = [], []
    for segment in segments:
        hypothesis, *references = _counted(segment, settings)
        if not references:
            raise OracleError("a segment without references")
        scored = []
        for reference in references:
            pairs = meteor_pairs(hypothesis, reference, _stem(settings["stemmer"]))
            row = [len(pairs), _chunks(pairs), len(hypothesis), len(reference)]
            scored.append((row, _meteor_score(row, settings)))
        best = max(decimal(score) for _, score in scored)
        row, score = next(candidate for candidate in scored if best - decimal(candidate[1]) < NOTHING)
        rows.append(row)
        scores.append(score)
    return _answer(scores, {"tokens": segments, "alignments": rows}, settings)


@cache
def _stem(stemmer_name: str) -> Callable[[str], str]:
    if stemmer_name == "none":
        return lambda word: word
    from nltk.stem.porter import PorterStemmer

    older = {"porter-nltk-3.6": 0, "porter-nltk-3.2": 2}.get(stemmer_name)
    if older is None:
        stemmer = PorterStemmer(PORTER_MODES[stemmer_name])
        return cache(lambda word: str(stemmer.stem(word)))
    stemmer = PorterStemmer(PORTER_MODES["porter-nltk"])
    irregular = {word: stemmer.pool.pop(word) for word in list(stemmer.pool)}

    @cache
    def stem(word: str) -> str:
        if word in irregular:
            return str(irregular[word])
        return word if len(word) <= older else str(stemmer.stem(word))

    return stem


def meteor_pairs(hypothesis: Tokens, reference: Tokens, stem: Callable[[str], str]) -> dict[int, int]:
    """Return the aligned pairs of hypothesis and reference words: from the right, first equal words, then equal stems."""
    pairs: dict[int, int] = {}
    for h_words, r_words in (hypothesis, reference), ([*map(stem, hypothesis)], [*map(stem, reference)]):
        taken = set(pairs.values())
        free = [j for j in range(len(r_words) - 1, -1, -1) if j not in taken]
        for i in [i for i in range(len(h_words) - 1, -1, -1) if i not in pairs]:
            j = next((j for j in free if h_words[i] == r_words[j]), None)
            if j is not None:
                pairs[i] = j
                free.remove(j)
    return pairs


def _chunks(pairs: dict[int, int]) -> int:
    """Return the number of chunks: pairs whose left neighbours are not paired with each other."""
    return sum(1 for i, j in pairs.items() if i - 1 not in pairs or pairs[i - 1] != j - 1)


def _meteor_score(row: list[int], settings: Settings) -> Number:
    m, ch, h, r = row
    if m == 0:
        return Fraction(0)
    precision, recall, alpha = Fraction(m, h), Fraction(m, r), exact(settings["alpha"])
    f_mean = precision * recall / (alpha * precision + (1 - alpha) * recall)
    fragmentation = _power(Fraction(ch, m), exact(settings["beta"]))
    penalty = product(exact(settings["gamma"]), fragmentation)
    if isinstance(penalty, Fraction):
        return f_mean * (1 - penalty)
    return decimal(f_mean) * (1 - penalty)
