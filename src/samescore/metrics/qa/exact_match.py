"""Exact match of answers to questions, and of any texts.

SQuAD (Rajpurkar et al., 2016 and 2018), CMRC2018, DROP, CoQA, TriviaQA, and ``exact_match`` of Hugging Face's evaluate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from samescore.data.corpus import Corpus, Segment
from samescore.errors import SettingsError
from samescore.metrics.base import (
    BrokenAxiom,
    Metric,
    MetricFacts,
    Row,
    Statistics,
    Total,
    need_segments,
    only_the_first,
)
from samescore.metrics.qa.answers import (
    UNSAID,
    AnswerSettings,
    Parts,
    answers_of,
    normalizer_for,
    text_of,
    times,
)
from samescore.metrics.summation import summed
from samescore.outcome import Trace
from samescore.settings import BoolDomain, Choice, Stage, knob
from samescore.text.answer_normalization import DIGITS, GSM8K_PATTERNS, PUNCTUATION


class ExactMatchSettings(AnswerSettings):
    """The knobs of exact match.

    What is ignored is deleted in the order of the knobs, and only from answers that are not normalized.
    """

    metric: ClassVar[str] = "exact-match"

    strings: str = knob(
        Stage.TEXT,
        Choice(("python", "numpy")),
        "python",
        "texts as they are; or as NumPy's arrays of a question's texts hold them: NULs at the end are lost, and a text "
        "that lower-casing makes longer than the longest on its side is cut",
    )
    ignore_patterns: str = knob(
        Stage.TEXT,
        Choice(("none", "gsm8k")),
        "none",
        "patterns that are deleted: none; or the task gsm8k's: commas, dollar signs, everything up to the last '#### ', and "
        "a full stop at the end",
    )
    ignore_case: bool = knob(Stage.TEXT, BoolDomain(), False, "lower the case")
    ignore_punctuation: bool = knob(Stage.TEXT, BoolDomain(), False, "delete ASCII punctuation")
    ignore_numbers: bool = knob(Stage.TEXT, BoolDomain(), False, "delete ASCII digits")
    spans: str = knob(
        Stage.TEXT,
        Choice(("one", "lines")),
        "one",
        "an answer is one part; or each of its lines is a part, and the set of parts and their number must be equal",
    )

    def check_together(self) -> None:
        if self.normalization != "none" and self.ignores:
            raise SettingsError(
                f"exact-match: normalization={self.normalization} decides what counts, and nothing else is ignored",
                hint="set normalization=none to ignore something",
            )

    @property
    def ignores(self) -> bool:
        """Is anything ignored?"""
        ignored = self.ignore_case or self.ignore_punctuation or self.ignore_numbers
        return ignored or self.ignore_patterns != "none"


class ExactMatch(Metric):
    """The share of questions whose answer is right, in 0..`scale`.

    Under ``answers=leave-one-out`` the score of a question is the share of its gold answers without which it is right.
    Raises `MetricError` for an empty corpus, and for a question without gold answers if ``no_answer`` is raise;
    `SettingsError` for tokens.
    """

    name = "exact-match"
    title = "exact match"
    settings = ExactMatchSettings
    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tokens", "sentences"),
        inputs="answers",
        plausible=UNSAID,
        breaks=(
            BrokenAxiom("parts of a text count", "an answer is right or wrong as a whole"),
            *only_the_first("answers"),
        ),
        counted=True,
    )

    def statistics(self, data: Corpus, s: ExactMatchSettings) -> Statistics:
        """One row a question: 1 if the answer is right; or how many gold answers may be left out, and their number."""
        if s.answers != "leave-one-out":
            return Statistics(("right",), [[int(any(_matches(*pair)))] for pair in _questions(data, s)])
        rows = []
        for predicted, right in _questions(data, s):
            count = len(right)
            matches = sum(_matches(predicted, right))
            rows.append([count if matches > 1 or count == 1 == matches else matches * (count - 1), count])
        return Statistics(("right without", "answers"), rows)

    def averages(self, s: ExactMatchSettings) -> bool:
        return s.answers == "leave-one-out"

    def is_mean(self, s: ExactMatchSettings) -> bool:
        return self.averages(s) and s.scale == "1"

    def mean_summation(self, s: ExactMatchSettings) -> str:
        return "left-to-right"

    def series(self, rows: Sequence[Row], s: ExactMatchSettings) -> tuple[Sequence[float], ...]:
        return ([_share(row) for row in rows],) if self.averages(s) else ()

    def segment_score(self, row: Row, s: ExactMatchSettings) -> float:
        return times(s) * (_share(row) if self.averages(s) else row[0])

    def shows_sentences(self, s: ExactMatchSettings) -> bool:
        return True

    def combine(self, total: Total, s: ExactMatchSettings) -> Trace:
        need_segments(total)
        right = summed(total.series[0], "left-to-right") if self.averages(s) else total.sums[0]
        return Trace(times(s) * right / total.segments, {})

    def tokens(self, data: Corpus, s: ExactMatchSettings) -> list[Any]:
        """The normalized answers."""
        return [["\n".join(answer) for answer in (predicted, *right)] for predicted, right in _questions(data, s)]


def _questions(corpus: Corpus, s: ExactMatchSettings) -> Iterator[tuple[Parts, list[Parts]]]:
    """The prediction and the gold answers that count of each question, in normalized parts."""
    parts = normalizer_for(corpus, s)
    for segment in corpus:
        yield answers_of(_without_ignored(segment, s) if s.ignores or s.strings == "numpy" else segment, parts, s)


def _without_ignored(segment: Segment, s: ExactMatchSettings) -> Segment:
    (predicted,) = _kept([text_of(segment.hypothesis)], s)
    return Segment(predicted, tuple(_kept([text_of(reference) for reference in segment.references], s)))


def _kept(texts: list[str], s: ExactMatchSettings) -> list[str]:
    """The texts of one side of a question without what is ignored."""
    room = max(map(len, texts), default=0)
    for pattern in GSM8K_PATTERNS if s.ignore_patterns == "gsm8k" else ():
        texts = [pattern(text) for text in texts]
        room = max(map(len, texts), default=0)
        texts = _held(texts, room, s)
    texts = _held(texts, room, s)
    if s.ignore_case:
        texts = _held([text.lower() for text in texts], room, s)
    if s.ignore_punctuation:
        texts = [text.translate(PUNCTUATION) for text in texts]
    if s.ignore_numbers:
        texts = [text.translate(DIGITS) for text in texts]
    return _held(texts, room, s)


def _held(texts: list[str], room: int, s: ExactMatchSettings) -> list[str]:
    """The texts as an array holds them that has room for so many characters."""
    return [text[:room].rstrip("\0") for text in texts] if s.strings == "numpy" else texts


def _matches(predicted: Parts, right: list[Parts]) -> list[bool]:
    """Has each gold answer the same set of parts, and the same number of them?"""
    return [set(predicted) == set(answer) and len(predicted) == len(answer) for answer in right]


def _share(row: Row) -> float:
    """The share of gold answers without which the question is right; 0 if it has none."""
    return row[0] / max(1, row[1])


EXACT_MATCH = ExactMatch()
