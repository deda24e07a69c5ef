"""ROUGE-N, ROUGE-L and ROUGE-Lsum (Lin, "ROUGE: a package for automatic evaluation of summaries", 2004), exactly.

With m matches, h units in the hypothesis and r in the reference: R = m/r, P = m/h and
F = (1 + b^2) R P / (R + b^2 P), equations (2) to (4) of the paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tests.oracle.arithmetic import (
    Number,
    OracleError,
    decimal,
    decimal_text,
    exact,
    mean,
    product,
    single,
    sixty_digits,
)
from tests.oracle.rouge_text import Settings, Tokens, read_sentences, read_tokens

ONE = Fraction(1)

#: m, h and r; or m and h for precision, then m and r for recall.
Triple = tuple[Any, ...]


def score_n(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return ROUGE-N (section 2)."""
    return score_with(data, settings, read_tokens, count_n)


def score_l(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return ROUGE-L of whole texts (section 3.1)."""
    return score_with(data, settings, read_tokens, count_l)


def score_lsum(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return ROUGE-L of texts with one sentence a line (section 3.2)."""
    return score_with(data, settings, read_sentences, count_lsum, root=exact(settings["weight"]))


@sixty_digits
def score_with(
    data: dict[str, Any],
    settings: Settings,
    read: Callable[[Any, Settings], Any],
    count: Callable[[Any, Any, Settings], Triple],
    root: Fraction = ONE,
    root_in_choice: Fraction = ONE,
) -> dict[str, Any]:
    """Return any ROUGE, given how to read a text and how to count two of them.

    P and R are taken to the power 1/`root`; to 1/`root_in_choice` where a reference is chosen by F1.
    """
    if not data["segments"]:
        if settings["empty_input"] != "raise":
            return {"value": None if settings["empty_input"] == "undefined" else Fraction(0), "stages": {}}
        raise OracleError("no segments")
    several = settings["references"] in ("jackknife", "mean")
    if several and settings["average"] in ("means", "corpus", "resampled-corpus"):
        raise OracleError("a mean over references leaves no counts")
    units = [
        [read(line, settings) for line in (segment["hypothesis"], *segment["references"])]
        for segment in data["segments"]
    ]
    rows, groups = [], []
    for hypothesis, *references in units:
        if not references and settings["no_references"] == "raise":
            raise OracleError("a segment without references")
        used = references[:1] if settings["references"] == "first" else references
        candidates = [count(hypothesis, reference, settings) for reference in used]
        group = _choose(candidates, settings, root_in_choice) if candidates else []
        groups.append(group)
        rows += group
    stages: dict[str, Any] = {"tokens": units, "counts": [decimal_count(count) for count in _add(rows)]}
    scale = Fraction(settings["scale"])
    if not rows:
        return {"value": None, "stages": {**stages, "sentences": [None for _ in groups]}}
    if settings["average"] == "corpus":
        return {"value": product(measure(ratios(_add(rows), root), settings), scale), "stages": stages}
    if settings["average"] == "resampled-corpus":
        unrounded = {**settings, "digits": "all"}
        value = mean([measure(ratios(_add([rows[i] for i in sample])), unrounded) for sample in _samples(len(rows))])
        value = five_digits(value) if settings["digits"] == "5" else value
        return {"value": product(value, scale), "stages": stages}
    each = [
        _mean_of_references([measure(ratios(row, root), settings) for row in group], settings) if group else None
        for group in groups
    ]
    stages["sentences"] = [None if score is None else decimal_text(product(score, scale)) for score in each]
    scores = [score for score in each if score is not None]
    if settings["average"] == "means":
        precisions, recalls = zip(*(ratios(row, root) for row in rows), strict=True)
        value = measure((mean(precisions), mean(recalls)), settings)
    elif settings["dtype"] == "float32-mean" and settings["average"] == "sentences":
        value = single(mean([single(product(score, scale)) for score in scores]))
        return {"value": value, "stages": stages}
    else:
        value = _mean_in_turn(scores) if _in_turn(settings) else mean(scores)
        if settings["average"] == "resampled":
            value = resampled(scores)
            value = five_digits(value) if settings["digits"] == "5" else value
    return {"value": product(value, scale), "stages": stages}


def _mean_of_references(scores: list[Number], settings: Settings) -> Number:
    """Return the mean over references; fewer than four 32-bit floats are added up in turn, as in PyTorch."""
    return _mean_in_turn(scores) if settings["dtype"] == "float32" else mean(scores)


def _in_turn(settings: Settings) -> bool:
    """Return whether every sum of the mean is rounded to 24 binary digits."""
    return (settings["dtype"], settings["mean_summation"]) == ("float32", "left-to-right")


def _mean_in_turn(scores: list[Number]) -> Fraction:
    """Return the mean of numbers of 24 binary digits, with every sum rounded to 24 binary digits."""
    so_far = Fraction(0)
    for score in scores:
        so_far = single(so_far + Fraction(score))
    return single(so_far / len(scores))


def decimal_count(count: Number | int) -> int | str:
    """Return a count as JSON has it: whole, or, for weighted lengths, in decimal."""
    return int(count) if count == int(count) else decimal_text(count)


def resampled(scores: list[Number]) -> Number:
    """Return the mean of the means of 1000 samples, of which sample k is drawn by drand48 with seed k.

    This is a 48-bit linear congruential generator: 25214903917 x + 11, starting at 65536 k + 13070.
    """
    return mean(
        [product(score, Fraction(times, 1000)) for score, times in zip(scores, _draws(len(scores)), strict=True)]
    )


@lru_cache(maxsize=256)
def _draws(count: int) -> tuple[int, ...]:
    """Return the number of times that each of `count` scores is drawn in all samples, which have equal sizes."""
    times = Counter(place for sample in _samples(count) for place in sample)
    return tuple(times[place] for place in range(count))


@lru_cache(maxsize=256)
def _samples(count: int) -> tuple[tuple[int, ...], ...]:
    """Return the indices of the segments, of `count`, that each sample draws."""
    samples = []
    for seed in range(1000):
        x, sample = 65536 * seed + 13070, []
        for _ in range(count):
            x = (25214903917 * x + 11) % 2**48
            sample.append(x * count // 2**48)
        samples.append(tuple(sample))
    return tuple(samples)


def five_digits(number: Number) -> Fraction:
    """Return a number rounded to five decimals, half to even."""
    return round(Fraction(number), 5)


def _add(rows: list[Triple]) -> Triple:
    if all(isinstance(number, Decimal) for row in rows for number in row):
        return tuple(sum(column, Decimal(0)) for column in zip(*rows, strict=True))
    return tuple(sum(column) for column in zip(*rows, strict=True))


def _choose(rows: list[Triple], settings: Settings, root: Fraction) -> list[Triple]:
    """Return the chosen rows of a segment with several references, whose mean score is the segment's score.

    Recalls that only differ after the 40th digit, as sums of powers may, count as equal.
    """

    def by_recall(row: Triple) -> Number:
        recall = _ratio(row[0], row[2])
        return Context(prec=40).plus(recall) if isinstance(recall, Decimal) else recall

    how = settings["references"]
    if how in ("first", "mean"):
        return rows
    if how == "pooled":
        return [_add(rows)]
    if how == "jackknife" and len(rows) > 1:
        return [max((row for j, row in enumerate(rows) if j != i), key=by_recall) for i in range(len(rows))]
    if how == "best-parts":
        best = max(rows, key=lambda row: _ratio(row[0], row[1])), max(rows, key=by_recall)
        return [(best[0][0], best[0][1], best[1][0], best[1][2])]
    return [max(rows, key=by_recall if how != "best" else lambda row: f_score(ratios(row, root), ONE))]


def ratios(row: Triple, root: Fraction = ONE) -> tuple[Number, Number]:
    """Return P and R, to the power 1/root."""
    m, h, *others, r = row
    return to_the(_ratio(m, h), 1 / root), to_the(_ratio(others[0] if others else m, r), 1 / root)


def to_the(base: Number | int, power: Fraction) -> Number:
    """Return a power; 0 for 0, and a fraction if `base` is one and the power is 1."""
    if power == 1:
        return base if isinstance(base, Decimal) else Fraction(base)
    return decimal(base) ** decimal(power) if base else Fraction(0)


def measure(pair: tuple[Number, Number], settings: Settings) -> Number:
    """Return precision, recall or F, as ``measure`` selects."""
    value = _measure(pair, settings)
    return single(value) if settings["dtype"] == "float32" else value


def _measure(pair: tuple[Number, Number], settings: Settings) -> Number:
    rounded: Callable[[Number], Number] = five_digits if settings["digits"] == "5" else lambda number: number
    p, r = map(rounded, pair)
    if settings["measure"] != "f":
        return p if settings["measure"] == "precision" else r
    if settings["f_form"] == "alpha":
        alpha = exact(settings["alpha"])
        return rounded(over(product(p, r), total(product(p, 1 - alpha), product(r, alpha)), p, r))
    if settings["f_form"] == "ratio":
        if not p or not r:
            return Fraction(0)
        small = Decimal(1).scaleb(-12)
        b2 = (decimal(p) / (decimal(r) + small)) ** 2
        return rounded((1 + b2) * decimal(r) * decimal(p) / (decimal(r) + b2 * decimal(p) + small))
    epsilon = Fraction(1, 10**8) if settings["f_form"] == "epsilon" else Fraction(0)
    return rounded(f_score((p, r), exact(settings["beta"]), epsilon))


def f_score(pair: tuple[Number, Number], b: Fraction, epsilon: Fraction = Fraction(0)) -> Number:
    """Return F, equation (4); 0 if nothing matches."""
    p, r = pair
    return over(product(product(p, r), 1 + b**2), total(total(r, product(p, b**2)), epsilon), p, r)


def total(left: Number, right: Number) -> Number:
    """Return the sum, a fraction if both terms are."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left + right
    return decimal(left) + decimal(right)


def over(numerator: Number, denominator: Number, p: Number, r: Number) -> Number:
    """Return the quotient of F: 0 without matches, and an error if P and R cancel out (R can be negative)."""
    if not p or not r:
        return Fraction(0)
    if not denominator:
        raise OracleError("P and R cancel out")
    if isinstance(numerator, Fraction) and isinstance(denominator, Fraction):
        return numerator / denominator
    return decimal(numerator) / decimal(denominator)


def _ratio(part: Number | int, whole: Number | int) -> Number:
    if not whole:
        return Fraction(0)
    if isinstance(part, Decimal) or isinstance(whole, Decimal):
        return decimal(part) / decimal(whole)
    return Fraction(part) / whole


# Counts of one pair of texts.


def need_something(text: list[Any], settings: Settings) -> None:
    """Raise for a text without units, if ``empty_text`` says so."""
    if settings["empty_text"] in ("raise", "raise-short-reference") and not text:
        raise OracleError("an empty text")


def count_n(hypothesis: Tokens, reference: Tokens, settings: Settings) -> Triple:
    """Return the numbers of matching n-grams and of n-grams in each text."""
    need_something(hypothesis, settings)
    need_something(reference, settings)
    n = settings["order"]
    h_counts, r_counts = (
        Counter(_key(tokens[start : start + n], settings) for start in range(len(tokens) - n + 1))
        for tokens in (hypothesis, reference)
    )
    if settings["empty_text"] == "raise-short-reference" and len(reference) < n:
        raise OracleError("no n-gram in a reference")
    if settings["counting"] == "distinct":
        return len(set(h_counts) & set(r_counts)), len(set(h_counts)), len(set(r_counts))
    matches = sum(min(count, r_counts[ngram]) for ngram, count in h_counts.items() if ngram in r_counts)
    if settings["counting"] == "distinct-matches":
        matches = sum(1 for ngram in h_counts if ngram in r_counts)
    if settings["totals"] == "length":
        return matches, len(hypothesis) - (n - 1), len(reference) - (n - 1)
    return matches, sum(h_counts.values()), sum(r_counts.values())


def _key(ngram: Sequence[str], settings: Settings) -> Any:
    """Return the key by which an n-gram is compared: its tokens, or one string of them."""
    return {"tuple": tuple(ngram), "joined": "".join(ngram)}[settings["ngram_key"]]


def lcs_length(left: Tokens, right: Tokens) -> int:
    """Return the length of the longest common subsequence."""
    return _lcs_length(tuple(left), tuple(right))


@lru_cache(maxsize=1 << 14)
def _lcs_length(left: tuple[Any, ...], right: tuple[Any, ...]) -> int:
    """Return `lcs_length` row by row of its table, cached because different settings lead to the same texts."""
    above = [0] * (len(right) + 1)
    for token in left:
        row = [0]
        for j, other in enumerate(right):
            row.append(above[j] + 1 if token == other else max(above[j + 1], row[j]))
        above = row
    return above[-1]


def count_l(hypothesis: Tokens, reference: Tokens, settings: Settings) -> Triple:
    """Return the length of the longest common subsequence, and the lengths of both texts."""
    need_something(hypothesis, settings)
    need_something(reference, settings)
    return lcs_length(hypothesis, reference), len(hypothesis), len(reference)


def lcs_positions(reference: Tokens, hypothesis: Tokens, tie: str) -> set[int]:
    """Return positions in `reference` of one longest common subsequence, traced back from the ends.

    Equal last tokens belong to it. Otherwise one of the texts drops its last token: the text for which this
    does not shorten the subsequence, and the `tie` text if this holds for both.
    """
    reference, hypothesis = list(reference), list(hypothesis)
    positions = set()
    while reference and hypothesis:
        if reference[-1] == hypothesis[-1]:
            positions.add(len(reference) - 1)
            reference.pop()
            hypothesis.pop()
            continue
        without_reference = lcs_length(reference[:-1], hypothesis)
        without_hypothesis = lcs_length(reference, hypothesis[:-1])
        if without_reference == without_hypothesis:
            shorter = reference if tie == "reference" else hypothesis
        else:
            shorter = reference if without_reference > without_hypothesis else hypothesis
        shorter.pop()
    return positions


def count_lsum(hypothesis: list[Tokens], reference: list[Tokens], settings: Settings) -> Triple:
    """Return the union LCS of each reference sentence with all hypothesis sentences.

    A token does not match more often than it occurs in either text, as in ROUGE 1.5.5 (the paper does not
    say it). Other values of the knob compare sets of tokens, or use no union.
    """
    need_something(hypothesis, settings)
    need_something(reference, settings)
    every_h, every_r = ([token for sentence in text for token in sentence] for text in (hypothesis, reference))
    if settings["empty_text"] == "raise-blank" and not (every_h and every_r):
        raise OracleError("a text without tokens")
    if settings["union"] == "every":
        matches = sum(lcs_length(sentence, other) for sentence in reference for other in hypothesis)
        return matches, len(every_h), len(every_r)
    left, matched = Counter(every_h), set()
    matches = 0
    for sentence in reference:
        union: set[int] = set()
        for other in hypothesis:
            union |= lcs_positions(sentence, other, settings["lcs_tie"])
        for position in sorted(union):
            matched.add(sentence[position])
            if left[sentence[position]]:
                left[sentence[position]] -= 1
                matches += 1
    if settings["union"] == "distinct":
        return len(matched), len(set(every_h)), len(set(every_r))
    return matches, len(every_h), len(every_r)
