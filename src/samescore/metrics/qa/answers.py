"""The base of answer metrics: their common knobs, the normalization of answers, and the selection of gold answers.

A segment is a question: the hypothesis is the predicted answer, the references are the gold answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from samescore.base.errors import MetricError, SettingsError
from samescore.data.corpus import Corpus, Line, Segment
from samescore.metrics.base import Total, need_segments
from samescore.metrics.words import EmptyInputKnob, need_text, once_per_line
from samescore.settings import Choice, Settings, Stage, knob
from samescore.text.answer_normalization import NORMALIZATIONS


def empty_references_knob(default: str) -> str:
    """Define the knob ``empty_references`` of answer metrics, with this default."""
    return knob(
        Stage.STATISTICS,
        Choice(("keep", "drop", "drop-unsaid")),
        default,
        "Gold answers that are empty after normalization. keep: keep them; drop: remove them; drop-unsaid: keep "
        "them, but remove every gold answer whose first line is blank before normalization",
        former=("blank_answers",),
    )


def no_references_knob(default: str) -> str:
    """Define the knob ``no_references`` of answer metrics, with this default."""
    return knob(
        Stage.STATISTICS,
        Choice(("raise", "empty", "zero")),
        default,
        "Questions without gold answers. raise: an error; empty: use the empty answer as gold answer; zero: score 0",
        former=("no_answer",),
    )


class AnswerSettings(Settings):
    """The knobs that answer metrics share. The defaults are SQuAD v1.1's."""

    normalization: str = knob(
        Stage.TEXT,
        Choice(tuple(NORMALIZATIONS)),
        "squad",
        "Normalization of answers. none: no normalization; strip: strip white space; lower: strip and lowercase; "
        "squad: lower, and remove ASCII punctuation and articles; squad-with-articles: squad, but keep articles; "
        "triviaqa: squad, but replace punctuation, quotation marks and the acute accent by spaces; cmrc: lower, and "
        "remove CMRC2018's punctuation; drop: split at spaces and hyphens, lowercase, remove ASCII punctuation and "
        "articles, and rewrite numbers as Python prints floats (1,000 as 1000.0); drop-bare-numbers: drop, but remove "
        "punctuation from numbers, too (3.5 becomes 35.0); dpr: lowercase, and separate punctuation from words and "
        "accents from letters",
    )
    empty_references: str = empty_references_knob("keep")
    no_references: str = no_references_knob("raise")
    references: str = knob(
        Stage.STATISTICS,
        Choice(("best", "first", "leave-one-out")),
        "best",
        "How several gold answers are used. best: the best match; first: the first; leave-one-out: leave out "
        "each in turn, and average the best matches among the rest",
        former=("answers",),
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "Score if all answers are right")


def empty_input_knob() -> str:
    """Define the knob ``empty_input`` of a mean over questions."""
    return knob(
        Stage.AGGREGATION,
        Choice(("raise", "undefined")),
        "raise",
        "Result for an empty corpus. raise: an error; undefined: undefined (0/0)",
        former=("no_segments",),
    )


def need_questions(total: Total, settings: EmptyInputKnob) -> bool:
    """Return whether there are any questions; raises `MetricError` if there are none and ``empty_input`` is raise."""
    if settings.empty_input == "raise":
        need_segments(total)
    return total.segments > 0


#: The normalized parts of an answer.
Parts = list[str]

#: Usual values of knobs that publications tend not to report.
UNSAID = {"normalization": ("squad", "none", "lower", "cmrc"), "references": ("best", "first")}


def text_of(line: Line) -> str:
    """Return the text of an answer; raises `SettingsError` for tokens."""
    if isinstance(line, tuple):
        raise SettingsError("answers are text, but the corpus holds tokens", hint="use Corpus.from_segments")
    return line


def normalizer_for(corpus: Corpus, settings: AnswerSettings) -> Callable[[Line], Parts]:
    """Return a function from an answer to its normalized parts, cached for each line of the corpus."""
    key = ("answers", settings.normalization, getattr(settings, "spans", "one"))
    return once_per_line(corpus, key, lambda line: normalized_parts(line, settings))


def normalized_parts(line: Line, settings: AnswerSettings) -> Parts:
    """Return an answer's normalized parts: its lines if the knob ``spans`` is lines, else the whole answer.

    Raises `SettingsError` for tokens.
    """
    normalize, text = NORMALIZATIONS[settings.normalization], text_of(line)
    parts = text.split("\n") if getattr(settings, "spans", "one") == "lines" else [text]
    return [normalize(part) for part in parts]


def answers_of(segment: Segment, parts: Callable[[Line], Parts], settings: AnswerSettings) -> tuple[Parts, list[Parts]]:
    """Return the normalized prediction and the gold answers used; the list is empty only under ``no_references=zero``.

    Raises `SettingsError` for tokens, and `MetricError` for a question without gold answers if ``no_references`` is
    raise.
    """
    need_text(segment, settings.metric)
    right = [parts(reference) for reference in segment.references]
    if settings.empty_references == "drop":
        right = [answer for answer in right if any(answer)]
    elif settings.empty_references == "drop-unsaid":
        said = [bool(text_of(reference).split("\n")[0].strip()) for reference in segment.references]
        right = [answer for answer, counts in zip(right, said, strict=True) if counts]
    if not right:
        if settings.no_references == "raise":
            raise MetricError("a question has no gold answer")
        right = [[""]] if settings.no_references == "empty" else []
    return parts(segment.hypothesis), right[:1] if settings.references == "first" else right


class ScaleKnob(Protocol):
    """Settings with the knob ``scale``."""

    scale: str


def times(settings: ScaleKnob) -> int:
    """Return the factor that converts a score from 0..1 to the scale of the settings."""
    return 100 if settings.scale == "100" else 1
