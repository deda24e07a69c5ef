"""chrF and chrF++ (Popovic, WMT 2015 and 2017): F-score over character and word n-grams.

With h, r and m the hypothesis', reference's and matching n-grams of one order, P = m/h, R = m/r and
F = (1 + b^2) P R / (b^2 P + R).
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar

from samescore.corpus import Corpus, Line
from samescore.errors import MetricError, SettingsError
from samescore.metrics.base import SUMMATIONS, Metric, Statistics, add_up, mean, need_segments, need_text
from samescore.outcome import Trace
from samescore.settings import Choice, Integer, Real, Settings, Stage, knob

#: The value that stands for "undefined" in chrF++.py, NLTK and sacreBLEU's epsilon mode.
EPSILON = 1e-16

#: Unicode's White_Space property: what the `regex` package calls ``\s``. `str.split` also splits at
#: U+001C to U+001F.
_WHITE_SPACE = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")

_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


@dataclasses.dataclass(frozen=True, slots=True)
class ChrfSettings(Settings):
    """The knobs of chrF. The defaults are sacreBLEU's ``corpus_chrf``; ``word_order=2`` is chrF++."""

    metric: ClassVar[str] = "chrf"

    case: str = knob(Stage.TEXT, Choice(("keep", "lower")), "keep", "keep the case, or lower it (str.lower)")
    whitespace: str = knob(
        Stage.TOKENS,
        Choice(("remove", "remove-unicode", "keep")),
        "remove",
        "white space before characters are counted: remove what str.split splits at, "
        "remove Unicode's White_Space (U+001C to U+001F stay), or keep all",
    )
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
        Choice(("highest-f", "first")),
        "highest-f",
        "the reference a segment is scored against: the one with the highest F (first on ties), or the first",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "one score from the corpus' summed statistics, or the mean of the sentences' scores",
    )
    missing_order: str = knob(
        Stage.SMOOTHING,
        Choice(("effective", "epsilon-counts", "epsilon-score")),
        "effective",
        "an order one side lacks: left out (effective); P or R is 1e-16 where its count is 0 (epsilon-counts); "
        "P, R and F are 1e-16 where any division by zero occurs (epsilon-score)",
    )
    order_mean: str = knob(
        Stage.COMBINATION,
        Choice(("precision-recall", "f-score")),
        "precision-recall",
        "average P and R over the orders and take one F, or average each order's F",
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
        Stage.COMBINATION, Choice(SUMMATIONS), "left-to-right", "how orders are added up", rounding=True
    )
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


def tokens(line: Line, s: ChrfSettings) -> Sequence[str]:
    """The text whose characters are counted, then, for chrF++, its words."""
    text = str(line).lower() if s.case == "lower" else str(line)
    return [_characters(text, s), *(words(text) if s.word_order else [])]


def _characters(text: str, s: ChrfSettings) -> str:
    if s.whitespace == "remove":
        return "".join(text.split())
    return _WHITE_SPACE.sub("", text) if s.whitespace == "remove-unicode" else text


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
    rows = [
        candidates[0] if len(candidates) == 1 else max(candidates, key=lambda row: _score(row, s))
        for candidates in count_candidates(corpus, s.up_to(Stage.STATISTICS))
    ]
    return Statistics(tuple(f"{name}_{side}" for name in names for side in ("h", "r", "m")), rows)


@lru_cache(maxsize=4)
def count_candidates(corpus: Corpus, s: ChrfSettings) -> list[list[list[int]]]:
    """For each segment, the row of every reference in question."""
    found = []
    for segment in corpus:
        need_text(segment, "chrf")
        if not segment.references:
            raise MetricError("a segment has no references")
        hypothesis = _ngrams(str(segment.hypothesis), s)
        references = segment.references[:1] if s.best_reference == "first" else segment.references
        found.append([_compare(hypothesis, _ngrams(str(reference), s), s) for reference in references])
    return found


def _compare(hypothesis: list[Counter[Any]], reference: list[Counter[Any]], s: ChrfSettings) -> list[int]:
    row = []
    for h, r in zip(hypothesis, reference, strict=True):
        counted = sum(h.values()) if r or s.missing_reference_order == "count-hypothesis" else 0
        row += [counted, sum(r.values()), sum(min(count, r[gram]) for gram, count in h.items() if gram in r)]
    return row


def _order_scores(row: Sequence[int], s: ChrfSettings) -> list[tuple[float, float, float]]:
    """P, R and F of every order that counts."""
    factor = s.beta**2
    scores = []
    for h, r, m in zip(row[0::3], row[1::3], row[2::3], strict=True):
        if s.missing_order == "effective" and not (h and r):
            continue
        precision = m / h if h else EPSILON
        recall = m / r if r else EPSILON
        denominator = factor * precision + recall
        if denominator == 0:
            f = 0.0 if s.missing_order == "effective" else EPSILON
        else:
            f = _f(precision, recall, factor, s) / denominator
        if s.missing_order == "epsilon-score" and not (h and r and denominator):
            precision = recall = f = EPSILON
        scores.append((precision, recall, f))
    return scores


def _f(precision: float, recall: float, factor: float, s: ChrfSettings) -> float:
    """The numerator of F."""
    if s.f_product == "grouped":
        return (1 + factor) * (precision * recall)
    return (1 + factor) * precision * recall


def _score(row: Sequence[int], s: ChrfSettings) -> float:
    """ChrF of summed statistics, in 0..`scale`."""
    scale = 100 if s.scale == "100" else 1
    scores = _order_scores(row, s)
    if not scores:
        return 0.0
    if s.order_mean == "f-score":
        return scale * add_up([f for _, _, f in scores], s.summation) / len(scores)
    precision = add_up([p for p, _, _ in scores], s.summation) / len(scores)
    recall = add_up([r for _, r, _ in scores], s.summation) / len(scores)
    factor = s.beta**2
    denominator = factor * precision + recall
    return scale * (_f(precision, recall, factor, s) / denominator) if denominator else 0.0


def _order_first_mean(rows: Sequence[Sequence[int]], s: ChrfSettings) -> float:
    """The mean over sentences and orders, adding up each order over the sentences first."""
    columns = list(zip(*([f for _, _, f in _order_scores(row, s)] for row in rows), strict=True))
    scale = 100 if s.scale == "100" else 1
    return scale * (add_up([add_up(column, s.summation) for column in columns], s.summation) / len(columns)) / len(rows)


def evaluate(corpus: Corpus, s: ChrfSettings) -> Trace:
    """ChrF of a corpus.

    The value is in 0..`scale`. With ``missing_order=effective`` an empty side scores 0, with the
    epsilon rules about 1e-16. An empty corpus, or a segment without references, raises `MetricError`.
    """
    need_segments(corpus)
    table = statistics(corpus, s)
    total = table.total()
    by_segment = [_score(row, s) for row in table.rows]
    if s.average == "corpus":
        value = _score(total, s)
    elif s.mean_order == "order-first" and s.order_mean == "f-score" and s.missing_order != "effective":
        value = _order_first_mean(table.rows, s)
    else:
        value = mean(by_segment)
    stages = {"rows": table, "counts": total, "sentences": by_segment}
    return Trace(
        value,
        stages,
        lambda: [[tokens(line, s) for line in (segment.hypothesis, *segment.references)] for segment in corpus],
    )


CHRF = Metric("chrf", "chrF", ChrfSettings, (Corpus,), evaluate, presets=(("chrf++", (("word_order", 2),)),))
