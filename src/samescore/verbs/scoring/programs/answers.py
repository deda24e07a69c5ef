"""Shared code for the evaluation programs of SQuAD, CMRC2018 and DROP: their output, and the scores of questions.

The score of every question is the native metric's. What the programs do around it (questions without a prediction, the
order and form of additions, messages) is implemented once for each program. A program that ends with an exception has
printed the lines before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from samescore.data.corpus import Corpus
from samescore.metrics import metric
from samescore.metrics.aggregation import MeanOfSegments
from samescore.records import PrintedLine, ProgramOutput
from samescore.verbs.inputs.settings import settings_for

#: A prediction, and the gold answers of its question.
Asked = tuple[str, Sequence[str]]


class Output:
    """The output of a program, line by line, and the numbers in it."""

    def __init__(self) -> None:
        self.lines: list[PrintedLine] = []
        self.scores: dict[str, int | float | None] = {}

    def say(self, text: str) -> None:
        """Add text to standard output, one line for each line of the text."""
        self.lines += [PrintedLine("stdout", line) for line in text.split("\n")]

    def warn(self, text: str) -> None:
        """Add a line to standard error."""
        self.lines.append(PrintedLine("stderr", text))

    def record(self, program: str, error: str = "") -> ProgramOutput:
        """Return the whole output as a record; `error` describes the exception that ends the program, empty for none."""
        return ProgramOutput(program, self.lines, self.scores, error)


def question_scores(name: str, like: str, asked: Sequence[Asked]) -> list[float]:
    """Return the score, from 0 to 1, of each prediction against its gold answers.

    `name` is the metric, and `like` the implementation whose settings are used. Without predictions the list is empty.
    Raises `TypeError` for a metric that does not score individual questions.
    """
    if not asked:
        return []
    corpus = Corpus.from_segments([prediction for prediction, _ in asked], [answers for _, answers in asked])
    chosen, settings = metric(name), settings_for(name, like=like).replace(scale="1")
    if not isinstance(chosen, MeanOfSegments):
        raise TypeError(f"{name} does not score individual questions")
    return chosen.sentence_scores(chosen.counted(corpus, settings), settings)
