"""Exact match and F1 of answers to questions: SQuAD (Rajpurkar et al., 2016 and 2018) and CMRC2018.

A segment is a question: the hypothesis is the predicted answer, the references are the right ones.
F1 counts m words that the two answers share, of p in the prediction and g in the right answer:
P = m/p, R = m/g, F1 = 2 P R / (P + R).
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from samescore.data.corpus import Corpus, Line, Segment
from samescore.errors import MetricError, SettingsError
from samescore.metrics.base import Metric, Statistics, add_up, need_segments, need_text
from samescore.outcome import Trace
from samescore.settings import Choice, Settings, Stage, knob
from samescore.text.answer_normalization import NORMALIZATIONS, mixed_words, sentence_words
from samescore.text.tokenizers import tokenize_char
from samescore.text.treebank import treebank_words


@dataclasses.dataclass(frozen=True, slots=True)
class AnswerSettings(Settings):
    """The knobs that both metrics have. The defaults are SQuAD v1.1's."""

    normalization: str = knob(
        Stage.TEXT,
        Choice(tuple(NORMALIZATIONS)),
        "squad",
        "lower: case and ends; squad: also no ASCII punctuation and articles; cmrc: also none of its punctuation; drop: "
        "words between spaces and hyphens, numbers by their value",
    )
    blank_answers: str = knob(
        Stage.STATISTICS,
        Choice(("keep", "drop", "drop-unsaid")),
        "keep",
        "right answers of which normalization leaves nothing: like others, or not counted; or not counted if their first "
        "part is white space before it",
    )
    no_answer: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "empty", "zero")),
        "raise",
        "a question without right answers is an error, or wants the empty answer, or scores 0",
    )
    answers: str = knob(
        Stage.STATISTICS, Choice(("best", "first")), "best", "several right answers: the best match, or the first"
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "the score of right answers throughout")


@dataclasses.dataclass(frozen=True, slots=True)
class ExactMatchSettings(AnswerSettings):
    """The knobs of exact match."""

    metric: ClassVar[str] = "exact-match"

    spans: str = knob(
        Stage.TEXT,
        Choice(("one", "lines")),
        "one",
        "an answer is one part; or each of its lines is a part, and the same different parts, as many of them, are right",
    )


@dataclasses.dataclass(frozen=True, slots=True)
class AnswerF1Settings(AnswerSettings):
    """The knobs of F1."""

    metric: ClassVar[str] = "answer-f1"

    segmentation: str = knob(
        Stage.TOKENS,
        Choice(("whitespace", "mixed", "char")),
        "whitespace",
        "words are what white space separates; or Chinese characters, and Treebank words between; or characters",
    )
    sentences: str = knob(
        Stage.TOKENS,
        Choice(("one", "punkt-untrained")),
        "one",
        "mixed: each English run is one sentence, or cut into sentences by Punkt without training data",
    )
    overlap: str = knob(
        Stage.STATISTICS,
        Choice(("bag", "run")),
        "bag",
        "shared words: of two bags, or the longest run of words in both",
    )
    both_empty: str = knob(Stage.STATISTICS, Choice(("0", "1")), "0", "the score of no words where no words are right")
    summation: str = knob(
        Stage.AGGREGATION,
        Choice(("left-to-right", "sum")),
        "left-to-right",
        "the questions' scores are added one by one, or by builtin sum",
        rounding=True,
    )


Words = list[str]


def words(text: str, s: AnswerF1Settings) -> Words:
    """The words of a normalized answer."""
    if s.segmentation == "mixed":
        return mixed_words(text, treebank_words if s.sentences == "one" else sentence_words)
    return text.split() if s.segmentation == "whitespace" else tokenize_char(text)


def _text(line: Line) -> str:
    if isinstance(line, tuple):
        raise SettingsError("answers are text, but the corpus holds tokens", hint="use Corpus.from_segments")
    return line


def answers_of(segment: Segment, s: AnswerSettings) -> tuple[list[str], list[list[str]]]:
    """The prediction and the right answers that count, in normalized parts; none where the question scores 0."""
    need_text(segment, s.metric)
    normalize = NORMALIZATIONS[s.normalization]

    def parts(line: Line) -> list[str]:
        text = _text(line)
        return [normalize(part) for part in (text.split("\n") if getattr(s, "spans", "one") == "lines" else [text])]

    right = [parts(reference) for reference in segment.references]
    if s.blank_answers == "drop":
        right = [answer for answer in right if any(answer)]
    elif s.blank_answers == "drop-unsaid":
        said = [bool(_text(reference).split("\n")[0].strip()) for reference in segment.references]
        right = [answer for answer, kept in zip(right, said, strict=True) if kept]
    if not right:
        if s.no_answer == "raise":
            raise MetricError("a question has no right answer")
        right = [[""]] if s.no_answer == "empty" else []
    return parts(segment.hypothesis), right[:1] if s.answers == "first" else right


def _answers(segment: Segment, s: AnswerSettings) -> tuple[str, list[str]]:
    """The same for answers of one part."""
    predicted, right = answers_of(segment, s)
    return predicted[0], [answer[0] for answer in right]


def _matches(segment: Segment, s: ExactMatchSettings) -> list[int]:
    predicted, right = answers_of(segment, s)
    return [int(any(set(predicted) == set(answer) and len(predicted) == len(answer) for answer in right))]


@lru_cache(maxsize=4)
def exact_match_statistics(corpus: Corpus, s: ExactMatchSettings) -> Statistics:
    """One row a question: 1 where the answer is right."""
    return Statistics(("right",), [_matches(segment, s) for segment in corpus])


def _longest_run(left: Sequence[str], right: Sequence[str]) -> int:
    """Length of the longest run of words that is in both: m[i][j] ends at words i and j."""
    longest, above = 0, [0] * (len(right) + 1)
    for word in left:
        row = [0]
        for j, other in enumerate(right):
            row.append(above[j] + 1 if word == other else 0)
        longest, above = max(longest, *row), row
    return longest


def _shared(predicted: Words, right: Words, s: AnswerF1Settings) -> int:
    if s.overlap == "run":
        return _longest_run(right, predicted)
    return (Counter(predicted) & Counter(right)).total()


@lru_cache(maxsize=4)
def f1_statistics(corpus: Corpus, s: AnswerF1Settings) -> Statistics:
    """One row a question: m, p and g against the right answer that counts, and 1 where no words are right."""
    rows = []
    for segment in corpus:
        text, answers = _answers(segment, s)
        predicted = words(text, s)
        candidates = [[0, len(predicted), 0, 0]] if not answers else []
        for answer in answers:
            right = words(answer, s)
            credit = int(s.both_empty == "1" and not predicted and not right)
            candidates.append([_shared(predicted, right, s), len(predicted), len(right), credit])
        rows.append(max(candidates, key=answer_f1))
    return Statistics(("shared", "predicted", "right", "both empty"), rows)


def answer_f1(row: Sequence[int]) -> float:
    """F1 of counts (m, p, g), in SQuAD's order of operations; 0 where nothing is shared."""
    shared, predicted, right, both_empty = row
    if not shared:
        return float(both_empty)
    precision, recall = shared / predicted, shared / right
    return 2 * precision * recall / (precision + recall)


def _mean(statistics: Callable[..., Statistics], each: Callable[[Sequence[int]], float]) -> Callable[..., Trace]:
    """The metric that averages ``each(row)`` over questions."""

    def evaluate(corpus: Corpus, s: Any) -> Trace:
        """The mean over questions, in 0..`scale`.

        Raises `MetricError` for an empty corpus, and for a question without right answers as ``no_answer``
        says; `SettingsError` for tokens.
        """
        need_segments(corpus)
        table = statistics(corpus, s.up_to(Stage.STATISTICS))
        scores = [each(row) for row in table.rows]
        scale = 100 if s.scale == "100" else 1
        value = scale * add_up(scores, getattr(s, "summation", "sum")) / len(scores)
        stages: dict[str, Any] = {"rows": table, "sentences": [scale * score for score in scores]}
        if len(table.columns) > 1:
            stages["counts"] = table.total()[:3]
        return Trace(value, stages, lambda: [_units(segment, s) for segment in corpus])

    return evaluate


def _units(segment: Segment, s: AnswerSettings) -> list[Any]:
    """What is compared: normalized texts, or their words."""
    if isinstance(s, AnswerF1Settings):
        predicted, right = _answers(segment, s)
        return [words(text, s) for text in (predicted, *right)]
    first, others = answers_of(segment, s)
    return ["\n".join(answer) for answer in (first, *others)]


EXACT_MATCH = Metric(
    "exact-match",
    "exact match",
    ExactMatchSettings,
    (Corpus,),
    _mean(exact_match_statistics, lambda row: row[0]),
    presets=(("em", ()),),
)
ANSWER_F1 = Metric("answer-f1", "answer F1", AnswerF1Settings, (Corpus,), _mean(f1_statistics, answer_f1))
