"""F1 between predicted and gold answers, as in SQuAD (Rajpurkar et al., 2016 and 2018), CMRC2018, HotpotQA and QuAC.

A segment is a question: the hypothesis is the predicted answer, the references are the gold answers. F1 counts m words
that two answers share, p words of the prediction and g of the gold answer: P = m/p, R = m/g, F1 = 2 P R / (P + R).
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice, pairwise
from typing import Any

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus, Line, Segment
from samescore.kernels import unigrams
from samescore.kernels.numbered import Numbered
from samescore.kernels.rouge_rows import HIGHEST_F, chosen, ngram_totals, triples
from samescore.kernels.words import number_words
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import (
    BrokenAxiom,
    ComparesTexts,
    MetricFacts,
    Row,
    Statistics,
    Tokens,
    Total,
    broken_axioms,
    only_the_first,
)
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.float32 import add_singles, rounding_function
from samescore.metrics.numbering import cost as numbering_cost
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.qa.answer_f1_settings import AnswerF1Settings
from samescore.metrics.qa.answers import (
    UNSAID,
    answers_of,
    need_questions,
    normalized_parts,
    normalizer_for,
    text_of,
    times,
)
from samescore.metrics.rows import Rows
from samescore.metrics.summation import add_up, sum_values
from samescore.metrics.words import once_per_line
from samescore.text.answer_normalization import NORMALIZATIONS, mixed_words, sentence_words, squad_together
from samescore.text.classes import word_rules
from samescore.text.tokenizers import tokenize_char
from samescore.text.treebank import treebank_words

Words = list[str]


def words(text: str, settings: AnswerF1Settings) -> Words:
    """Return the words of a normalized answer."""
    if settings.segmentation == "mixed":
        return mixed_words(text, treebank_words if settings.sentences == "one" else sentence_words)
    return text.split() if settings.segmentation == "whitespace" else tokenize_char(text)


#: The answer that stands for "no answer" in QuAC.
_UNANSWERABLE = "CANNOTANSWER"

_COLUMNS = ("shared", "predicted", "right", "both empty")
#: Column names for the best and the second-best gold answer, the number of gold answers, and the index of the best.
_COLUMNS_OF_TWO = (*_COLUMNS, *(f"{column}, second" for column in _COLUMNS), "answers", "best")
#: Column names: whether the question is kept, and whether it is kept and its F1 is at least the human F1.
_COLUMNS_OF_PEOPLE = ("kept", "as people")


def _numbered_answers(corpus: Corpus, settings: AnswerF1Settings) -> Numbered:
    """Return the words of each question's prediction and of its gold answers, as numbers."""
    references = (
        [answers[:1] for answers in corpus.reference_lines]
        if settings.references == "first"
        else corpus.reference_lines
    )
    lines: Any = [*corpus.hypothesis_lines, *chain.from_iterable(references)]
    if settings.normalization == "squad":
        normalized = squad_together(lines)
    else:
        normalized = list(map(cache(NORMALIZATIONS[settings.normalization]), lines))
    right = iter(normalized[len(corpus) :])
    rules = word_rules("none")
    grouped = [tuple(islice(right, len(answers))) for answers in references]
    text: Numbered = number_words(normalized[: len(corpus)], grouped, rules.classes, rules.padded, rules.clean)
    return text


def _credit_empty_answers(rows: Rows, text: Numbered) -> None:
    """Turn the row of each question whose prediction and some gold answer have no words into a match with score 1."""
    lengths = [end - start for start, end in pairwise(text.lines)]
    for place, (first, following) in enumerate(pairwise(text.segments)):
        if not lengths[first] and not all(lengths[first + 1 : following]):
            rows.cells[4 * place : 4 * place + 4] = array("q", (0, 0, 0, 1))


class AnswerF1(
    ComparesTexts[Corpus, AnswerF1Settings],
    CompiledCounting[Corpus, AnswerF1Settings],
    MeanOfSegments[Corpus, AnswerF1Settings],
):
    """The mean F1 of the questions, in 0..`scale`.

    Under ``references=leave-one-out`` the score of a question is the mean, over its gold answers, of F1 without that
    answer. Under ``measure=human-equivalence`` the score is the share of questions whose F1 is at least the human F1.
    Raises `MetricError` for an empty corpus if ``empty_input`` is raise, if all questions are skipped, and for a
    question without gold answers if ``no_references`` is raise; `SettingsError` for tokens.
    """

    name = "answer-f1"
    title = "answer F1"
    settings = AnswerF1Settings
    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tokens", "counts", "sentences"),
        inputs="answers",
        growth=1,
        plausible={**UNSAID, "segmentation": ("whitespace", "mixed", "char")},
        breaks=(
            *only_the_first("references"),
            *broken_axioms(
                ("ordinary input has a score", "every reference counts"),
                "questions on which people disagree are left out",
                min_human_f1=0.4,
            ),
            BrokenAxiom(
                "every segment counts", "an answer need not be better than people's", {"measure": "human-equivalence"}
            ),
        ),
    )

    def statistics(self, data: Corpus, settings: AnswerF1Settings) -> Statistics:
        """Return one row for each question: m, p, g and a flag, for the selected gold answer.

        m is the number of shared words, p of predicted words, and g of gold words. The flag is 1 if both answers are
        empty and the settings count that as a match. Some settings add columns. Raises `MetricError` as `answers_of`
        does.
        """
        rows = []
        for predicted, right, apart in _words_of(data, settings):
            candidates = [_row(predicted, answer, settings) for answer in right] or [[0, len(predicted), 0, 0]]
            if apart:
                candidates = [[0, *row[1:]] for row in candidates]
            if settings.references == "leave-one-out":
                row = _row_of_two_best(candidates, len(right), settings)
            else:
                row = max(candidates, key=lambda row: answer_f1(row, settings))
            rows.append([*row, *_beside_people(row, right, settings)] if _depends_on_people(settings) else row)
        columns = _COLUMNS if settings.references != "leave-one-out" else _COLUMNS_OF_TWO
        return Statistics((*columns, *_COLUMNS_OF_PEOPLE) if _depends_on_people(settings) else columns, rows)

    def covers(self, settings: AnswerF1Settings) -> bool:
        plain = (
            settings.references != "leave-one-out"
            and settings.yes_no == "words"
            and settings.empty_references == "keep"
        )
        plain = plain and settings.unanswerable == "words" and not _depends_on_people(settings)
        plain = plain and settings.segmentation == "whitespace" and settings.overlap == "bag"
        return (
            plain and settings.f_form == "product" and settings.dtype == "float64"
        )  # rounded scores may select a different gold answer

    def compiled_statistics(self, data: Corpus, settings: AnswerF1Settings) -> Statistics | None:
        if data.tokenized or not all(data.reference_lines):
            return None
        text = data.remembered(
            ("numbered answers", settings.normalization, settings.references),
            lambda: _numbered_answers(data, settings),
            numbering_cost,
        )
        pairs = triples(text, unigrams.matches(text, False, False), ngram_totals(text, 1, False))
        best = Rows(3, chosen(text, pairs, HIGHEST_F))
        rows = Rows(4, array("q", chain.from_iterable((*row, 0) for row in best)))
        if settings.both_empty == "1":
            _credit_empty_answers(rows, text)
        return Statistics(_COLUMNS, rows)

    def averages(self, settings: AnswerF1Settings) -> bool:
        return settings.measure == "f1"

    def shows_sentences(self, settings: AnswerF1Settings) -> bool:
        return True

    def mean_summation(self, settings: AnswerF1Settings) -> str:
        return settings.summation if settings.dtype == "float64" else "left-to-right"

    def is_mean(self, settings: AnswerF1Settings) -> bool:
        return settings.scale == "1" and settings.dtype == "float64" and not _depends_on_people(settings)

    def series(self, rows: Sequence[Row], settings: AnswerF1Settings) -> tuple[Sequence[float], ...]:
        if not self.averages(settings):
            return ()
        scores = [question_f1(row, settings) for row in rows]
        if self.mean_summation(settings) != "sum-integers":
            return (scores,)
        return scores, [
            0.0 if settings.references == "leave-one-out" else float(row[3] * _is_counted(row, settings))
            for row in rows
        ]

    def segment_score(self, row: Row, settings: AnswerF1Settings) -> float:
        return rounding_function(settings.dtype)(
            times(settings) * (question_f1(row, settings) if self.averages(settings) else row[-1])
        )

    def combine(self, total: Total, settings: AnswerF1Settings) -> Trace:
        if not need_questions(total, settings):
            return Trace(math.nan, {"counts": [0, 0, 0]})
        count = total.sums[-2] if _depends_on_people(settings) else total.segments
        if not count:
            raise MetricError(
                f"no question reaches the human agreement of min_human_f1={settings.min_human_f1}",
                hint="set a smaller min_human_f1",
                kind="ZeroDivisionError",
            )
        rounded = rounding_function(settings.dtype)
        value = rounded(
            times(settings) * (_sum_of_scores(total, settings) if self.averages(settings) else total.sums[-1])
        )
        return Trace(rounded(value / count), {"counts": list(total.sums[:3])})

    def prepare(self, line: Line, settings: AnswerF1Settings, seen: Seen = unseen, *, reference: bool = False) -> Units:
        (answer,) = normalized_parts(line, settings)
        seen("normalization", answer)
        split = words(answer, settings)
        seen("segmentation", split)
        return split

    def tokens(self, data: Corpus, settings: AnswerF1Settings) -> Tokens:
        """Return the words of the normalized answers of each question, the predicted one first."""
        return [[predicted, *right] for predicted, right, _ in _words_of(data, settings)]


def _sum_of_scores(total: Total, settings: AnswerF1Settings) -> float:
    """Return the sum of the questions' scores.

    Under ``summation=sum-integers``, the scores 0 and 1 of some questions are added as integers, which affects the
    rounding of a compensated `sum`.
    """
    if settings.dtype == "float32":
        return add_singles(list(total.series[0]))  # type: ignore[arg-type]  # not exact: see mean_summation
    if settings.summation != "sum-integers":
        return sum_values(total.series[0], settings.summation)
    scores, both_empty = total.series
    pairs: Iterable[tuple[float, float]] = zip(scores, both_empty, strict=True)  # type: ignore[arg-type]
    counted: list[int | float] = [1 if empty else score or 0 for score, empty in pairs]
    return sum(counted)


def _words_of(corpus: Corpus, settings: AnswerF1Settings) -> Iterator[tuple[Words, list[Words], bool]]:
    """Yield the words of each question's prediction and gold answers, and whether they cannot match.

    They cannot match if the gold answer is "no answer" and the prediction is not. Raises the errors of `answers_of`.
    """
    parts = normalizer_for(corpus, settings)
    key = ("answer words", settings.segmentation, settings.sentences)
    split = once_per_line(corpus, key, lambda text: words(text_of(text), settings))
    for segment in corpus:
        references = segment.references if settings.unanswerable == "words" else _majority_answers(segment.references)
        predicted, right = answers_of(Segment(segment.hypothesis, references), parts, settings)
        apart = settings.unanswerable != "words" and references == (_UNANSWERABLE,) != (segment.hypothesis,)
        yield split(predicted[0]), [split(answer[0]) for answer in right], apart


def _majority_answers(references: Sequence[Line]) -> tuple[Line, ...]:
    """Return the gold answers other than "no answer", or only "no answer" if these are at most half of all answers."""
    said = tuple(answer for answer in references if answer != _UNANSWERABLE)
    return said if 2 * len(said) > len(references) else (_UNANSWERABLE,)


def _depends_on_people(settings: AnswerF1Settings) -> bool:
    """Return whether the score depends on the agreement between gold answers."""
    return settings.min_human_f1 > 0 or settings.measure == "human-equivalence"


def _beside_people(row: Row, right: list[Words], settings: AnswerF1Settings) -> tuple[int, int]:
    """Return whether the question is kept, and whether it is kept and its F1 is at least the human F1."""
    people = human_f1(right, settings)
    kept = people >= settings.min_human_f1
    return int(kept), int(kept and question_f1((*row, 1, 0), settings) >= people)


def _is_counted(row: Row, settings: AnswerF1Settings) -> int:
    """Return 1 if the question counts, and 0 if it is skipped."""
    return row[-2] if _depends_on_people(settings) else 1


def human_f1(right: list[Words], settings: AnswerF1Settings) -> float:
    """Return the agreement of gold answers: the mean of each one's best F1 with the others; 1 for a single answer."""
    if len(right) < 2:
        return 1.0
    times = Counter(map(tuple, right))
    best = {
        answer: max(
            answer_f1(_row(list(answer), list(other), settings), settings)
            for other in times
            if other != answer or times[answer] > 1
        )
        for answer in times
    }
    total = 0.0
    for answer in right:
        total += best[tuple(answer)]
    return total / len(right)


def _row(predicted: Words, right: Words, settings: AnswerF1Settings) -> list[int]:
    """Return m, p and g, and 1 if both answers are empty and the settings count that as a match, else 0."""
    return [*_counts(predicted, right, settings), int(settings.both_empty == "1" and not predicted and not right)]


def answer_f1(row: Row, settings: AnswerF1Settings) -> float:
    """Return F1, in 0..1, of a row (m, p, g, both empty); without shared words, 1 if both are empty, else 0."""
    shared, predicted, right, both_empty = row
    if not shared:
        return float(both_empty)
    rounded = rounding_function(settings.dtype)
    precision, recall = rounded(shared / predicted), rounded(shared / right)
    if settings.f_form == "harmonic":
        return rounded(1 / rounded(rounded(0.5 / precision) + rounded(0.5 / recall)))
    return rounded(rounded(2 * precision * recall) / rounded(precision + recall))


def _row_of_two_best(candidates: list[list[int]], answers: int, settings: AnswerF1Settings) -> list[int]:
    """Return the row of a question whose gold answers are left out in turn.

    It has the counts for the best and the second-best gold answer, the number of gold answers, and the index of the
    best.
    """
    best = max(range(len(candidates)), key=lambda place: answer_f1(candidates[place], settings))
    others = candidates[:best] + candidates[best + 1 :]
    return [
        *candidates[best],
        *max(others, key=lambda row: answer_f1(row, settings), default=[0, 0, 0, 0]),
        answers,
        best,
    ]


def question_f1(row: Row, settings: AnswerF1Settings) -> float:
    """Return the score of a question, in 0..1: F1, or the mean F1 with each gold answer left out in turn.

    The score is 0 if the question is skipped.
    """
    if not _is_counted(row, settings):
        return 0.0
    if settings.references != "leave-one-out" or row[8] <= 1:
        return answer_f1(row[:4], settings)
    best, second, answers, place = answer_f1(row[:4], settings), answer_f1(row[4:8], settings), *row[8:10]
    without = [second if k == place else best for k in range(answers)]
    return add_up(without, settings.left_out_summation) / answers


def _counts(predicted: Words, right: Words, settings: AnswerF1Settings) -> tuple[int, int, int]:
    """Return m, p and g: the numbers of shared, predicted and gold words (distinct words under ``overlap=set``)."""
    if settings.overlap == "set":
        predicted, right = list(dict.fromkeys(predicted)), list(dict.fromkeys(right))
    return _shared(predicted, right, settings), len(predicted), len(right)


def _shared(predicted: Words, right: Words, settings: AnswerF1Settings) -> int:
    if settings.yes_no == "whole" and predicted != right and (predicted in _WHOLE or right in _WHOLE):
        return 0
    if settings.overlap == "run":
        return _longest_run(right, predicted)
    return (Counter(predicted) & Counter(right)).total()


#: Answers that HotpotQA compares only as a whole.
_WHOLE = (["yes"], ["no"], ["noanswer"])


def _longest_run(left: Sequence[str], right: Sequence[str]) -> int:
    """Return the length of the longest run of consecutive words that occurs in both texts."""
    longest, above = 0, [0] * (len(right) + 1)
    for word in left:
        row = [0]
        for j, other in enumerate(right):
            row.append(above[j] + 1 if word == other else 0)
        longest, above = max(longest, *row), row
    return longest


ANSWER_F1 = AnswerF1()
