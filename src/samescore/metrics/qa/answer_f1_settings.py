"""The knobs of F1 of answers to questions."""

from __future__ import annotations

from typing import ClassVar

from samescore.base.errors import SettingsError
from samescore.metrics.float32 import dtype_knob
from samescore.metrics.qa.answers import AnswerSettings, empty_input_knob
from samescore.settings import Choice, Real, Stage, knob


class AnswerF1Settings(AnswerSettings):
    """The knobs of F1."""

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
        "words are separated by white space; mixed: Chinese characters, and Treebank words in between; or characters",
    )
    sentences: str = knob(
        Stage.TOKENS,
        Choice(("one", "punkt-untrained")),
        "one",
        "under segmentation=mixed, each English run is one sentence, or is split by Punkt without training data",
    )
    overlap: str = knob(
        Stage.STATISTICS,
        Choice(("bag", "set", "run")),
        "bag",
        "shared words: the overlap of two bags, or of two sets, in which a word counts once; or the longest run of words in "
        "both",
    )
    unanswerable: str = knob(
        Stage.STATISTICS,
        Choice(("words", "majority")),
        "words",
        "CANNOTANSWER is a word like others; or, if at least half of the gold answers are that, the only one, which nothing "
        "else matches in any part, and otherwise none of them",
    )
    yes_no: str = knob(
        Stage.STATISTICS,
        Choice(("words", "whole")),
        "words",
        "yes, no and noanswer are words like others; or an answer that is one of them shares nothing with any other",
    )
    both_empty: str = knob(
        Stage.STATISTICS, Choice(("0", "1")), "0", "the score if prediction and gold answer both have no words"
    )
    f_form: str = knob(
        Stage.STATISTICS,
        Choice(("product", "harmonic")),
        "product",
        "2 P R / (P + R), or the same as 1 / (0.5 / P + 0.5 / R)",
        rounding=True,
    )
    left_out_summation: str = knob(
        Stage.STATISTICS,
        Choice(("left-to-right", "sum")),
        "left-to-right",
        "under references=leave-one-out, how the scores of a question are added up: from left to right, or by builtin sum",
        rounding=True,
    )
    min_human_f1: float = knob(
        Stage.STATISTICS,
        Real(0.0, 1.0),
        0.0,
        "questions are left out on whose gold answers people agree less: the mean over gold answers of the best F1 against "
        "the others",
    )
    measure: str = knob(
        Stage.STATISTICS,
        Choice(("f1", "human-equivalence")),
        "f1",
        "the mean F1; or the share of questions whose F1 is not below that of people (HEQ-Q)",
    )
    empty_input: str = empty_input_knob()
    dtype: str = dtype_knob(meaning=", and adds up from left to right")
    summation: str = knob(
        Stage.AGGREGATION,
        Choice(("left-to-right", "sum", "sum-integers", "exact")),
        "left-to-right",
        "the questions' scores are added from left to right, by builtin sum, or exactly (rounded once); sum-integers: by "
        "builtin sum, to which two empty answers give the integer 1, answers that share nothing 0, and others floats",
        rounding=True,
    )
