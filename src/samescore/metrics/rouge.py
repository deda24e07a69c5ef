"""ROUGE-N, ROUGE-L and ROUGE-Lsum (Lin, "ROUGE: a package for automatic evaluation of summaries", 2004).

Each counts matches m against h units of the hypothesis and r of the reference; R = m/r, P = m/h and
F = (1 + b^2) R P / (R + b^2 P). The units are n-grams (section 2), or tokens of a longest common
subsequence of the texts (3.1), or of the union over sentences, one a line (3.2).
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any, ClassVar

from samescore.corpus import Corpus, Line
from samescore.errors import MetricError, SettingsError
from samescore.metrics.base import Metric, Statistics, mean, need_segments, tokenize
from samescore.outcome import Trace
from samescore.settings import Choice, Integer, Real, Settings, Stage, knob
from samescore.text.porter import porter_stem

_STEM_FROM = 4  # rouge-score and ROUGE-1.5.5 stem words of at least four letters


@dataclasses.dataclass(frozen=True, slots=True)
class RougeSettings(Settings):
    """The knobs that every ROUGE has. The defaults are rouge-score's."""

    case: str = knob(Stage.TEXT, Choice(("lower", "keep")), "lower", "lower the case (str.lower) first, or keep it")
    tokenizer: str = knob(
        Stage.TOKENS,
        Choice(("rouge", "none", "spaces", "13a", "zh", "char", "given")),
        "rouge",
        "how text becomes tokens; rouge keeps runs of a-z and 0-9 only, none splits at white space, spaces at each "
        "space character, so that tokens may be empty",
    )
    stemmer: str = knob(
        Stage.TOKENS,
        Choice(("none", "porter-nltk", "porter-martin", "porter-original")),
        "none",
        "stemmer for tokens of four characters or more",
    )
    references: str = knob(
        Stage.STATISTICS,
        Choice(("best", "first", "pooled", "best-parts")),
        "best",
        "several references: the one with the best F1 (first on ties), the first, the sums of their counts, or the "
        "best precision and the best recall, each of any reference",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("sentences", "corpus")),
        "sentences",
        "the mean of the segments' scores, or one score from the summed counts",
    )
    measure: str = knob(Stage.COMBINATION, Choice(("f", "precision", "recall")), "f", "which number is the score")
    beta: float = knob(Stage.COMBINATION, Real(0.0, 1e6), 1.0, "weight of recall relative to precision in F")
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "the score of a perfect hypothesis")


@dataclasses.dataclass(frozen=True, slots=True)
class RougeNSettings(RougeSettings):
    """The knobs of ROUGE-N."""

    metric: ClassVar[str] = "rouge-n"

    order: int = knob(Stage.STATISTICS, Integer(1, 20), 1, "n of the n-grams")


@dataclasses.dataclass(frozen=True, slots=True)
class RougeLSettings(RougeSettings):
    """The knobs of ROUGE-L."""

    metric: ClassVar[str] = "rouge-l"


@dataclasses.dataclass(frozen=True, slots=True)
class RougeLsumSettings(RougeSettings):
    """The knobs of ROUGE-Lsum."""

    metric: ClassVar[str] = "rouge-lsum"

    lcs_tie: str = knob(
        Stage.STATISTICS,
        Choice(("reference", "hypothesis")),
        "reference",
        "of several longest subsequences: where both ways back are equally good, step back in this text",
    )

    def check_together(self) -> None:
        if self.tokenizer == "given":
            raise SettingsError("rouge-lsum splits text into lines, so it cannot take tokens")


Sentences = list[list[str]]


def tokens(line: Line, s: RougeSettings) -> list[str]:
    """One text's tokens, stemmed."""
    found = tokenize(line, s)
    if s.stemmer == "none":
        return list(found)
    mode: Any = s.stemmer.removeprefix("porter-")
    return [porter_stem(token, mode) if len(token) >= _STEM_FROM else token for token in found]


def sentences(line: Line, s: RougeLsumSettings) -> Sentences:
    """The tokens of each non-empty line of a text."""
    if isinstance(line, tuple):
        raise SettingsError("rouge-lsum reads text, but the corpus holds tokens", hint="use Corpus.from_segments")
    return [tokens(sentence, s) for sentence in line.split("\n") if sentence]


def _count_n(hypothesis: Line, reference: Line, s: RougeNSettings) -> list[int]:
    h, r = (Counter(_ngrams(tokens(text, s), s.order)) for text in (hypothesis, reference))
    matched = sum(min(count, h[gram]) for gram, count in r.items() if gram in h)
    return [matched, sum(h.values()), sum(r.values())]


def _ngrams(found: list[str], n: int) -> list[tuple[str, ...]]:
    return list(zip(*(found[i:] for i in range(n)), strict=False))


def _count_l(hypothesis: Line, reference: Line, s: RougeLSettings) -> list[int]:
    h, r = tokens(hypothesis, s), tokens(reference, s)
    return [_lcs_table(r, h)[-1][-1], len(h), len(r)]


def _lcs_table(reference: Sequence[str], hypothesis: Sequence[str]) -> list[list[int]]:
    """``table[i][j]``: length of the longest common subsequence of the first i and first j tokens."""
    table = [[0] * (len(hypothesis) + 1)]
    for token in reference:
        above, row = table[-1], [0]
        for j, other in enumerate(hypothesis):
            row.append(above[j] + 1 if token == other else max(above[j + 1], row[j]))
        table.append(row)
    return table


def _lcs_positions(reference: Sequence[str], hypothesis: Sequence[str], tie: str) -> set[int]:
    """Positions in the reference of one longest common subsequence, read back from the end."""
    table = _lcs_table(reference, hypothesis)
    i, j = len(reference), len(hypothesis)
    positions = set()
    while i and j:
        if reference[i - 1] == hypothesis[j - 1]:
            i, j = i - 1, j - 1
            positions.add(i)
        elif table[i][j - 1] > table[i - 1][j] or (tie == "hypothesis" and table[i][j - 1] == table[i - 1][j]):
            j -= 1
        else:
            i -= 1
    return positions


def _count_lsum(hypothesis: Line, reference: Line, s: RougeLsumSettings) -> list[int]:
    """Union LCS (section 3.2); like ROUGE-1.5.5, no token counts more often than either text has it."""
    h, r = sentences(hypothesis, s), sentences(reference, s)
    left_h = Counter(token for sentence in h for token in sentence)
    left_r = Counter(token for sentence in r for token in sentence)
    hits = 0
    for sentence in r:
        union = set().union(*(_lcs_positions(sentence, candidate, s.lcs_tie) for candidate in h))
        for position in sorted(union):
            token = sentence[position]
            if left_h[token] > 0 and left_r[token] > 0:
                hits += 1
                left_h[token] -= 1
                left_r[token] -= 1
    return [hits, sum(map(len, h)), sum(map(len, r))]


def precision_recall_f(row: Sequence[int], beta: float) -> tuple[float, float, float]:
    """P, R and F of counts (m, h, r), or (m, h, other m, r); each is 0 where it would divide by zero."""
    precision, recall = row[0] / max(row[1], 1), row[-2 if len(row) == 4 else 0] / max(row[-1], 1)
    if not precision + recall > 0:
        return precision, recall, 0.0
    return precision, recall, (1 + beta**2) * precision * recall / (recall + beta**2 * precision)


@lru_cache(maxsize=4)
def count_statistics(count: Any, corpus: Corpus, s: RougeSettings) -> Statistics:
    """One row a segment: m, h and r against the reference, or references, that count."""
    rows = []
    for segment in corpus:
        if not segment.references:
            raise MetricError("a segment has no references")
        used = segment.references[:1] if s.references == "first" else segment.references
        candidates = [count(segment.hypothesis, reference, s) for reference in used]
        if s.references == "pooled":
            rows.append([sum(column) for column in zip(*candidates, strict=True)])
        elif s.references == "best-parts":
            precise, complete = (max(candidates, key=lambda row: precision_recall_f(row, 1.0)[part]) for part in (0, 1))
            rows.append([*precise[:2], complete[0], complete[2]])
        else:
            rows.append(max(candidates, key=lambda row: precision_recall_f(row, 1.0)[2]))
    other = ("other_matches",) if s.references == "best-parts" else ()
    return Statistics(("matches", "hypothesis", *other, "reference"), rows)


def _evaluate(count: Any, corpus: Corpus, s: RougeSettings) -> Trace:
    """ROUGE of a corpus, in 0..`scale`; an empty side scores 0.

    Raises `MetricError` on an empty corpus or a segment without references.
    """
    need_segments(corpus)
    table = count_statistics(count, corpus, s.up_to(Stage.STATISTICS))
    which = ("precision", "recall", "f").index(s.measure)
    scale = 100 if s.scale == "100" else 1
    by_segment = [scale * precision_recall_f(row, s.beta)[which] for row in table.rows]
    pooled = scale * precision_recall_f(table.total(), s.beta)[which]
    value = pooled if s.average == "corpus" else mean(by_segment)
    stages: dict[str, Any] = {"rows": table, "counts": table.total(), "sentences": by_segment}
    make: Any = sentences if isinstance(s, RougeLsumSettings) else tokens
    return Trace(
        value,
        stages,
        lambda: [[make(line, s) for line in (segment.hypothesis, *segment.references)] for segment in corpus],
    )


ROUGE_N = Metric(
    "rouge-n",
    "ROUGE-N",
    RougeNSettings,
    (Corpus,),
    partial(_evaluate, _count_n),
    presets=tuple((f"{name}{n}", (("order", n),)) for n in range(1, 10) for name in ("rouge", "rouge-")),
)
ROUGE_L = Metric(
    "rouge-l", "ROUGE-L", RougeLSettings, (Corpus,), partial(_evaluate, _count_l), presets=(("rougel", ()),)
)
ROUGE_LSUM = Metric(
    "rouge-lsum",
    "ROUGE-Lsum",
    RougeLsumSettings,
    (Corpus,),
    partial(_evaluate, _count_lsum),
    presets=(("rougelsum", ()),),
)
