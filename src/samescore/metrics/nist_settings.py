"""The knobs of NIST."""

from __future__ import annotations

from typing import ClassVar

from samescore.metrics.words import (
    WordSettings,
    mean_summation_knob,
    tokenizer_knob,
)
from samescore.settings import Choice, Integer, Stage, knob


class NistSettings(WordSettings):
    """The knobs of NIST. The defaults are the paper's."""

    metric: ClassVar[str] = "nist"

    case: str = knob(
        Stage.TEXT,
        Choice(("keep", "lower", "lower-characters", "ascii-tokens")),
        "keep",
        "Case handling. keep: leave the text unchanged; lower: lowercase it before tokenizing (str.lower); "
        "lower-characters: lowercase the tokens after tokenizing, each character separately, as Perl's lc does (a "
        "final Σ becomes σ, not ς); ascii-tokens: lowercase A to Z in the tokens after tokenizing",
    )
    tokenizer: str = tokenizer_knob("none", "13a", "13a-unicode", "intl", "intl-mteval", "zh", "char")
    max_order: int = knob(Stage.STATISTICS, Integer(1, 20), 5, "Highest n-gram order N; orders 1 to N are counted")
    information: str = knob(
        Stage.STATISTICS,
        Choice(("references", "match-ratios")),
        "references",
        "Weight of a match. references: its information in the references, by equation 2 in Doddington (2002); "
        "match-ratios: NLTK 3.2.5's formula, the sum of ln(m_n / m_n+1) / (h - n + 1) over n = 0 to N - 2 with "
        "m_0 = m_1, times a penalty for hypotheses longer than their references",
    )
    references: str = knob(
        Stage.STATISTICS,
        Choice(("merged", "best-by-order", "first")),
        "merged",
        "How several references are used. merged: clip an n-gram's matches to its highest count in any one "
        "reference; best-by-order: for each order, use the reference whose matches have the most information "
        "(the longest on ties); first: use the first",
    )
    reference_length: str = knob(
        Stage.STATISTICS,
        Choice(("average", "matched")),
        "average",
        "Reference length L_ref of a segment. average: mean length of its references; matched: mean over the "
        "orders of the length of the matched reference (the longest with references=merged)",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("corpus", "sentences")),
        "corpus",
        "Aggregation over segments. corpus: one score from summed statistics; sentences: mean of the segment "
        "scores, each segment scored as a corpus",
    )
    mean_summation: str = mean_summation_knob()
    empty_order: str = knob(
        Stage.COMBINATION,
        Choice(("zero", "raise")),
        "zero",
        "Orders for which the hypotheses have no n-gram. zero: add 0 to the score; raise: an error",
    )
    length_penalty: str = knob(
        Stage.COMBINATION,
        Choice(("standard", "none")),
        "standard",
        "Length penalty. standard: the last factor of equation 3 in Doddington (2002); none: no penalty",
    )
    logarithm: str = knob(
        Stage.STATISTICS,
        Choice(("log2", "quotient")),
        "log2",
        "How log_2 x is computed. log2: math.log2; quotient: ln x / ln 2",
        rounding=True,
    )
