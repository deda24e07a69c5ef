"""chrF and chrF++ (Popovic, WMT 2015 and 2017): F-score over character and word n-grams.

With h, r and m the hypothesis', reference's and matching n-grams of one order, P = m/h, R = m/r and
F = (1 + b^2) P R / (b^2 P + R).
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar

from samescore.data.corpus import Corpus, Line
from samescore.errors import MetricError, SettingsError
from samescore.metrics.base import (
    SUMMATIONS,
    Metric,
    Statistics,
    add_up,
    counted_references,
    empty_references_knob,
    mean,
    need_segments,
    need_text,
)
from samescore.metrics.float32 import add_singles, arithmetic_knob, rounding
from samescore.outcome import Trace
from samescore.settings import Choice, Integer, Real, Settings, Stage, knob
from samescore.text.tokenizers import WHITE_SPACE

#: The value that stands for "undefined" in chrF++.py, NLTK and sacreBLEU's epsilon mode.
EPSILON = 1e-16

_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


@dataclasses.dataclass(frozen=True, slots=True)
class ChrfSettings(Settings):
    """The knobs of chrF. The defaults are sacreBLEU's ``corpus_chrf``; ``word_order=2`` is chrF++."""

    metric: ClassVar[str] = "chrf"

    case: str = knob(Stage.TEXT, Choice(("keep", "lower")), "keep", "keep the case, or lower it (str.lower)")
    whitespace: str = knob(
        Stage.TOKENS,
        Choice(("remove", "remove-unicode", "remove-spaces", "keep")),
        "remove",
        "white space before characters are counted: remove what str.split splits at, remove Unicode's White_Space "
        "(U+001C to U+001F stay), remove U+0020 and what str.strip removes at the ends, or keep all",
    )
    empty_references: str = empty_references_knob()
    char_order: int = knob(Stage.STATISTICS, Integer(0, 20), 6, "character n-grams up to this order")
    min_char_order: int = knob(Stage.STATISTICS, Integer(1, 20), 1, "character n-grams from this order")
    word_order: int = knob(Stage.STATISTICS, Integer(0, 20), 0, "word n-grams up to this order; 2 is chrF++")
    missing_reference_order: str = knob(
        Stage.STATISTICS,
        Choice(("drop-hypothesis", "count-hypothesis")),
        "drop-hypothesis",
        "where a reference has no n-gram of an order: the hypothesis' n-grams of it are dropped, or counted",
    )
    best_reference: str = knob(
        Stage.STATISTICS,
        Choice(("highest-f", "above-zero", "above-zero-or-previous", "first")),
        "highest-f",
        "the reference a segment is scored against: the one with the highest F (first on ties), which above-zero "
        "must exceed 0, else no reference counts, or else (-or-previous) the segment before is counted again; "
        "or the first",
    )
    no_segments: str = knob(
        Stage.STATISTICS, Choice(("raise", "zero")), "raise", "a corpus without segments is an error, or scores 0"
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences", "last-segment")),
        "corpus",
        "one score from the corpus' summed statistics, the mean of the sentences' scores, or the last sentence's alone",
    )
    missing_order: str = knob(
        Stage.SMOOTHING,
        Choice(("effective", "zero", "epsilon-counts", "epsilon-score", "raise")),
        "effective",
        "an order one side lacks: left out (effective); P or R is 0 where its count is 0, or 1e-16 (epsilon-counts); "
        "P, R and F are 1e-16 where any division by zero occurs (epsilon-score), or that is an error",
    )
    order_mean: str = knob(
        Stage.COMBINATION,
        Choice(("precision-recall", "f-score", "pooled")),
        "precision-recall",
        "average P and R over the orders and take one F, average each order's F, or count all orders' n-grams together",
    )
    beta: float = knob(Stage.COMBINATION, Real(0.0, 1e6), 2.0, "weight of recall relative to precision")
    f_product: str = knob(
        Stage.COMBINATION,
        Choice(("left-to-right", "grouped")),
        "left-to-right",
        "((1+b^2)*P)*R or (1+b^2)*(P*R)",
        rounding=True,
    )
    summation: str = knob(
        Stage.COMBINATION,
        Choice((*SUMMATIONS, "by-kind")),
        "left-to-right",
        "how orders are added up; by-kind: those of characters, those of words (by sum), then both",
        rounding=True,
    )
    arithmetic: str = arithmetic_knob()
    mean_order: str = knob(
        Stage.COMBINATION,
        Choice(("sentence-first", "order-first")),
        "sentence-first",
        "a mean over sentences of a mean over orders adds up sentence by sentence, or order by order; "
        "without such a mean (or with missing_order=effective, where sentences differ in orders) it is idle",
        rounding=True,
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("100", "1")), "100", "the score of a perfect hypothesis")

    def check_together(self) -> None:
        if self.char_order + self.word_order == 0:
            raise SettingsError("chrf: char_order and word_order are both 0", hint="set one of them")
        if self.char_order and self.min_char_order > self.char_order:
            raise SettingsError(
                f"chrf: min_char_order={self.min_char_order} is above char_order={self.char_order}",
                hint="set it to char_order at most",
            )
        if self.missing_order == "raise" and self.best_reference not in ("highest-f", "first"):
            raise SettingsError(
                f"chrf: missing_order=raise has no score to tell by which reference exceeds 0, as "
                f"best_reference={self.best_reference} does",
                hint="set best_reference=highest-f",
            )
        if self.summation == "by-kind" and self.missing_order == "effective":
            raise SettingsError(
                "chrf: summation=by-kind adds up all orders, missing_order=effective leaves some out",
                hint="set summation=left-to-right",
            )


def tokens(line: Line, s: ChrfSettings) -> Sequence[str]:
    """The text whose characters are counted, then, for chrF++, its words."""
    text = str(line).lower() if s.case == "lower" else str(line)
    return [_characters(text, s), *(words(text) if s.word_order else [])]


def _characters(text: str, s: ChrfSettings) -> str:
    if s.whitespace == "remove":
        return "".join(text.split())
    if s.whitespace == "remove-spaces":
        return text.strip().replace(" ", "")
    return WHITE_SPACE.sub("", text) if s.whitespace == "remove-unicode" else text


def words(text: str) -> list[str]:
    """chrF++'s words: one ASCII punctuation mark split off, the last character's or else the first's.

    >>> words('(hi) "x" ...')
    ['(hi', ')', '"x', '"', '..', '.']
    """
    found = []
    for word in text.split():
        if len(word) > 1 and word[-1] in _PUNCTUATION:
            found += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in _PUNCTUATION:
            found += [word[0], word[1:]]
        else:
            found.append(word)
    return found


def _ngrams(line: str, s: ChrfSettings) -> list[Counter[Any]]:
    """One counter for each order: characters, then words."""
    text, *found = tokens(line, s)
    counters: list[Counter[Any]] = [
        Counter(text[i : i + n] for i in range(len(text) - n + 1)) for n in range(s.min_char_order, s.char_order + 1)
    ]
    word_orders = range(1, s.word_order + 1)
    return [*counters, *(Counter(zip(*(found[i:] for i in range(n)), strict=False)) for n in word_orders)]


def statistics(corpus: Corpus, s: ChrfSettings) -> Statistics:
    """One row a segment: for each order h, r and m against the segment's best reference."""
    names = [f"char_{n}" for n in range(s.min_char_order, s.char_order + 1)]
    names += [f"word_{n}" for n in range(1, s.word_order + 1)]
    rows: list[list[int]] = []
    for alone, candidates in count_candidates(corpus, s.up_to(Stage.STATISTICS)):
        if s.best_reference in ("highest-f", "first"):
            rows.append(candidates[0] if len(candidates) == 1 else max(candidates, key=lambda row: _score(row, s)))
            continue
        best = max(candidates, key=lambda row: _matched_score(row, s), default=alone)
        if _matched_score(best, s) > 0:
            rows.append(best)
        elif s.best_reference == "above-zero":
            rows.append(alone)
        elif rows:
            rows.append(rows[-1])
        else:
            raise MetricError("the first segment matches nothing, and there is none before it to count again")
    return Statistics(tuple(f"{name}_{side}" for name in names for side in ("h", "r", "m")), rows)


@lru_cache(maxsize=4)
def count_candidates(corpus: Corpus, s: ChrfSettings) -> list[tuple[list[int], list[list[int]]]]:
    """For each segment, its row without a reference, and that of every reference in question."""
    found = []
    for segment in corpus:
        need_text(segment, "chrf")
        hypothesis = _ngrams(str(segment.hypothesis), s)
        counted = counted_references(segment, s)
        if not counted and s.best_reference != "above-zero":
            raise MetricError("a segment has no references")
        references = counted[:1] if s.best_reference == "first" else counted
        alone = _compare(hypothesis, [Counter()] * len(hypothesis), s)
        found.append((alone, [_compare(hypothesis, _ngrams(str(reference), s), s) for reference in references]))
    return found


def _compare(hypothesis: list[Counter[Any]], reference: list[Counter[Any]], s: ChrfSettings) -> list[int]:
    row = []
    for h, r in zip(hypothesis, reference, strict=True):
        counted = sum(h.values()) if r or s.missing_reference_order == "count-hypothesis" else 0
        row += [counted, sum(r.values()), sum(min(count, r[gram]) for gram, count in h.items() if gram in r)]
    return row


def _order_scores(row: Sequence[int], s: ChrfSettings) -> list[tuple[float, float, float]]:
    """P, R and F of every order that counts."""
    rounded = rounding(s.arithmetic)
    factor, missing = rounded(s.beta**2), 0.0 if s.missing_order == "zero" else EPSILON
    scores = []
    orders = list(zip(row[0::3], row[1::3], row[2::3], strict=True))
    if s.order_mean == "pooled":
        h, r, m = (sum(column) for column in zip(*orders, strict=True))
        orders = [(h, r, m)]
    for h, r, m in orders:
        if s.missing_order == "raise" and not (h and r and m):
            raise MetricError("a text has no n-gram, or none matches", kind="ZeroDivisionError")
        if s.missing_order == "effective" and not (h and r):
            continue
        precision = rounded(m / h) if h else missing
        recall = rounded(m / r) if r else missing
        denominator = rounded(rounded(factor * precision) + recall)
        f = rounded(_f(precision, recall, s) / denominator) if denominator else _undefined(s)
        if s.missing_order == "epsilon-score" and not (h and r and denominator):
            precision = recall = f = EPSILON
        scores.append((precision, recall, f))
    return scores


def _undefined(s: ChrfSettings) -> float:
    """What F is where P and R are 0."""
    return 0.0 if s.missing_order in ("effective", "zero", "raise") else EPSILON


def _f(precision: float, recall: float, s: ChrfSettings) -> float:
    """The numerator of F."""
    rounded = rounding(s.arithmetic)
    factor = rounded(1 + s.beta**2)
    if s.f_product == "grouped":
        return rounded(factor * rounded(precision * recall))
    return rounded(rounded(factor * precision) * recall)


def _added_up(values: list[float], s: ChrfSettings) -> float:
    """The sum over orders, the first of them those of characters."""
    if s.summation == "by-kind":
        kinds = len(range(s.min_char_order, s.char_order + 1))
        parts = [_plain_sum(values[:kinds], "sum", s), _plain_sum(values[kinds:], "sum", s)]
        return rounding(s.arithmetic)(parts[0] + parts[1])
    return _plain_sum(values, s.summation, s)


def _plain_sum(values: list[float], how: str, s: ChrfSettings) -> float:
    return add_singles(values) if s.arithmetic == "float32" else add_up(values, how)


def _matched_score(row: Sequence[int], s: ChrfSettings) -> float:
    """The mean F of a segment's orders, 0 for those without a match."""
    scores = _order_scores(row, s)
    return _added_up([f if precision > EPSILON else 0.0 for precision, _, f in scores], s) / max(1, len(scores))


def _score(row: Sequence[int], s: ChrfSettings) -> float:
    """ChrF of summed statistics, in 0..`scale`."""
    scale = 100 if s.scale == "100" else 1
    scores = _order_scores(row, s)
    if not scores:
        return 0.0
    rounded = rounding(s.arithmetic)
    if s.order_mean in ("f-score", "pooled"):
        return rounded(scale * _added_up([f for _, _, f in scores], s) / len(scores))
    precision = rounded(_added_up([p for p, _, _ in scores], s) / len(scores))
    recall = rounded(_added_up([r for _, r, _ in scores], s) / len(scores))
    denominator = rounded(rounded(rounded(s.beta**2) * precision) + recall)
    if denominator == 0:
        return rounded(scale * _undefined(s))
    return rounded(scale * (_f(precision, recall, s) / denominator))


def _order_first_mean(rows: Sequence[Sequence[int]], s: ChrfSettings) -> float:
    """The mean over sentences and orders, adding up each order over the sentences first."""
    columns = list(zip(*([f for _, _, f in _order_scores(row, s)] for row in rows), strict=True))
    scale, how = 100 if s.scale == "100" else 1, "sum" if s.summation == "by-kind" else s.summation
    return scale * (add_up([add_up(column, how) for column in columns], how) / len(columns)) / len(rows)


def evaluate(corpus: Corpus, s: ChrfSettings) -> Trace:
    """ChrF of a corpus.

    The value is in 0..`scale`. With ``missing_order=effective`` an empty side scores 0, with the
    epsilon rules about 1e-16. An empty corpus (see ``no_segments``), or a segment without references (see
    ``best_reference``), raises `MetricError`.
    """
    if s.no_segments == "zero" and not len(corpus):
        return Trace(0.0, {})
    need_segments(corpus)
    table = statistics(corpus, s)
    total = table.total()
    if s.average == "last-segment":
        last = _score(table.rows[-1], s)
        return Trace(last, {"rows": table, "counts": table.rows[-1]}, lambda: _all_tokens(corpus, s))
    if s.average == "corpus" and s.missing_order == "raise":  # a sentence may have no score where the corpus has
        return Trace(_score(total, s), {"rows": table, "counts": total}, lambda: _all_tokens(corpus, s))
    by_segment = [_score(row, s) for row in table.rows]
    if s.average == "corpus":
        value = _score(total, s)
    elif s.mean_order == "order-first" and s.order_mean == "f-score" and s.missing_order != "effective":
        value = _order_first_mean(table.rows, s)
    else:
        value = mean(by_segment)
    stages = {"rows": table, "counts": total, "sentences": by_segment}
    return Trace(value, stages, lambda: _all_tokens(corpus, s))


def _all_tokens(corpus: Corpus, s: ChrfSettings) -> list[list[Sequence[str]]]:
    """`tokens` of every line of every segment."""
    return [[tokens(line, s) for line in (segment.hypothesis, *segment.references)] for segment in corpus]


CHRF = Metric("chrf", "chrF", ChrfSettings, (Corpus,), evaluate, presets=(("chrf++", (("word_order", 2),)),))
