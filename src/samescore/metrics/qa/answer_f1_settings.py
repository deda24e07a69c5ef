"""The knobs of ``answer-f1``, the F1 of words in predicted and gold answers to questions."""

from __future__ import annotations

from typing import ClassVar

from samescore.base.errors import SettingsError
from samescore.metrics.float32 import dtype_knob
from samescore.metrics.qa.answers import AnswerSettings, empty_input_knob
from samescore.settings import Choice, Real, Stage, knob


class AnswerF1Settings(AnswerSettings):
    """The knobs of answer F1. The defaults are SQuAD v1.1's."""

    metric: ClassVar[str] = "answer-f1"

    def check_together(self) -> None:
        if self.dtype == "float32" and (
            self.references == "leave-one-out" or self.measure != "f1" or self.min_human_f1
        ):
            raise SettingsError(
                "answer-f1: dtype=float32 applies only to the mean F1 of all questions",
                hint="set references=best or first, measure=f1 and min_human_f1=0",
            )

    segmentation: str = knob(
        Stage.TOKENS,
        Choice(("whitespace", "mixed", "char")),
        "whitespace",
        "Word segmentation. whitespace: words separated by white space; mixed: single Chinese characters, and "
        "Treebank words between them; char: characters",
    )
    sentences: str = knob(
        Stage.TOKENS,
        Choice(("one", "punkt-untrained")),
        "one",
        "Sentence splitting before Treebank tokenization (only with segmentation=mixed). one: treat each "
        "English run as one sentence; punkt-untrained: split it with Punkt without training data",
    )
    overlap: str = knob(
        Stage.STATISTICS,
        Choice(("bag", "set", "run")),
        "bag",
        "Shared words. bag: multiset overlap; set: set overlap, where each word counts once; run: the longest "
        "run of consecutive words in both answers",
    )
    unanswerable: str = knob(
        Stage.STATISTICS,
        Choice(("words", "majority")),
        "words",
        "Handling of CANNOTANSWER. words: treat it like any other word; majority: if at least half of the gold "
        "answers are CANNOTANSWER, use it as the only gold answer, which must match as a whole; otherwise "
        "remove it from the gold answers",
    )
    yes_no: str = knob(
        Stage.STATISTICS,
        Choice(("words", "whole")),
        "words",
        "Handling of yes, no and noanswer. words: treat them like any other words; whole: an answer that is "
        "one of them matches only the same answer",
    )
    both_empty: str = knob(
        Stage.STATISTICS, Choice(("0", "1")), "0", "Score if neither the prediction nor the gold answer has words"
    )
    f_form: str = knob(
        Stage.STATISTICS,
        Choice(("product", "harmonic")),
        "product",
        "Formula for F1. product: 2 P R / (P + R); harmonic: 1 / (0.5 / P + 0.5 / R)",
        rounding=True,
    )
    left_out_summation: str = knob(
        Stage.STATISTICS,
        Choice(("left-to-right", "sum")),
        "left-to-right",
        "How the scores of a question are summed (only with references=leave-one-out). left-to-right: one "
        "after the other; sum: Python's built-in sum",
        rounding=True,
    )
    min_human_f1: float = knob(
        Stage.STATISTICS,
        Real(0.0, 1.0),
        0.0,
        "Skip questions whose human agreement is below this value, where human agreement is the mean over gold "
        "answers of the best F1 against the others",
    )
    measure: str = knob(
        Stage.STATISTICS,
        Choice(("f1", "human-equivalence")),
        "f1",
        "Reported measure. f1: mean F1; human-equivalence: share of questions whose F1 is at least the human "
        "F1 (HEQ-Q)",
    )
    empty_input: str = empty_input_knob()
    dtype: str = dtype_knob(meaning=", and sum from left to right")
    summation: str = knob(
        Stage.AGGREGATION,
        Choice(("left-to-right", "sum", "sum-integers", "exact")),
        "left-to-right",
        "How the questions' scores are summed. left-to-right: one after the other; sum: Python's built-in sum; "
        "sum-integers: the same, but the scores of two empty answers and of answers without overlap are the "
        "integers 1 and 0; exact: exactly, rounded once",
        rounding=True,
    )
