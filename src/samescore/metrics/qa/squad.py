"""Exact match and F1 of answers to questions: SQuAD (Rajpurkar et al., 2016 and 2018) and CMRC2018.

A segment is a question: the hypothesis is the predicted answer, the references are the right ones.
F1 counts m words that the two answers share, of p in the prediction and g in the right answer:
P = m/p, R = m/g, F1 = 2 P R / (P + R).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice, pairwise
from typing import Any, ClassVar

from samescore.data.corpus import Corpus, Line, Segment
from samescore.errors import MetricError, SettingsError
from samescore.kernels import unigrams
from samescore.kernels.numbered import Numbered
from samescore.kernels.rouge_rows import HIGHEST_F, chosen, ngram_totals, triples
from samescore.kernels.words import number_words
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
from samescore.metrics.numbering import cost as numbering_cost
from samescore.metrics.rows import Rows
from samescore.metrics.summation import summed
from samescore.metrics.words import need_text, once_per_line
from samescore.outcome import Trace
from samescore.settings import Choice, Settings, Stage, knob
from samescore.text.answer_normalization import NORMALIZATIONS, mixed_words, sentence_words, squad_together
from samescore.text.classes import word_rules
from samescore.text.tokenizers import tokenize_char
from samescore.text.treebank import treebank_words


class AnswerSettings(Settings):
    """The knobs that both metrics have. The defaults are SQuAD v1.1's."""

    normalization: str = knob(
        Stage.TEXT,
        Choice(tuple(NORMALIZATIONS)),
        "squad",
        "lower: lower the case and strip white space; squad: also remove ASCII punctuation and articles; cmrc: as lower, "
        "and remove CMRC2018's punctuation; drop: split words at spaces and hyphens, and write numbers by their value",
    )
    blank_answers: str = knob(
        Stage.STATISTICS,
        Choice(("keep", "drop", "drop-unsaid")),
        "keep",
        "gold answers that are empty after normalization: kept, or dropped; drop-unsaid: dropped instead if their first "
        "line is white space before normalization",
    )
    no_answer: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "empty", "zero")),
        "raise",
        "a question without gold answers is an error, has the empty answer as gold answer, or scores 0",
    )
    answers: str = knob(
        Stage.STATISTICS,
        Choice(("best", "first")),
        "best",
        "which of several gold answers counts: the best match, or the first",
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "the score if all answers are right")


class ExactMatchSettings(AnswerSettings):
    """The knobs of exact match."""

    metric: ClassVar[str] = "exact-match"

    spans: str = knob(
        Stage.TEXT,
        Choice(("one", "lines")),
        "one",
        "an answer is one part; or each of its lines is a part, and the set of parts and their number must be equal",
    )


class AnswerF1Settings(AnswerSettings):
    """The knobs of F1."""

    metric: ClassVar[str] = "answer-f1"

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
        Choice(("bag", "run")),
        "bag",
        "shared words: the overlap of two bags, or the longest run of words in both",
    )
    both_empty: str = knob(
        Stage.STATISTICS, Choice(("0", "1")), "0", "the score if prediction and gold answer both have no words"
    )
    summation: str = knob(
        Stage.AGGREGATION,
        Choice(("left-to-right", "sum", "sum-integers", "exact")),
        "left-to-right",
        "the questions' scores are added from left to right, by builtin sum, or exactly (rounded once); sum-integers: by "
        "builtin sum, to which two empty answers give the integer 1, answers that share nothing 0, and others floats",
        rounding=True,
    )


Words = list[str]
#: An answer in normalized parts.
Parts = list[str]


def words(text: str, s: AnswerF1Settings) -> Words:
    """The words of a normalized answer."""
    if s.segmentation == "mixed":
        return mixed_words(text, treebank_words if s.sentences == "one" else sentence_words)
    return text.split() if s.segmentation == "whitespace" else tokenize_char(text)


def _text(line: Line) -> str:
    if isinstance(line, tuple):
        raise SettingsError("answers are text, but the corpus holds tokens", hint="use Corpus.from_segments")
    return line


def normalizer_for(corpus: Corpus, s: AnswerSettings) -> Callable[[Line], Parts]:
    """The normalized parts of an answer under these settings, made once for each line of the corpus."""
    normalize, by_line = NORMALIZATIONS[s.normalization], getattr(s, "spans", "one") == "lines"

    def parts(line: Line) -> Parts:
        text = _text(line)
        return [normalize(part) for part in (text.split("\n") if by_line else [text])]

    return once_per_line(corpus, ("answers", s.normalization, by_line), parts)


def answers_of(segment: Segment, parts: Callable[[Line], Parts], s: AnswerSettings) -> tuple[Parts, list[Parts]]:
    """The prediction and the gold answers that count; no gold answers if the question scores 0."""
    need_text(segment, s.metric)
    right = [parts(reference) for reference in segment.references]
    if s.blank_answers == "drop":
        right = [answer for answer in right if any(answer)]
    elif s.blank_answers == "drop-unsaid":
        said = [bool(_text(reference).split("\n")[0].strip()) for reference in segment.references]
        right = [answer for answer, counts in zip(right, said, strict=True) if counts]
    if not right:
        if s.no_answer == "raise":
            raise MetricError("a question has no gold answer")
        right = [[""]] if s.no_answer == "empty" else []
    return parts(segment.hypothesis), right[:1] if s.answers == "first" else right


def _scale(s: AnswerSettings) -> int:
    return 100 if s.scale == "100" else 1


_UNSAID = {"normalization": ("squad", "none", "lower", "cmrc"), "answers": ("best", "first")}


class ExactMatch(Metric):
    """The share of questions whose answer is right, in 0..`scale`.

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
        plausible=_UNSAID,
        breaks=(
            BrokenAxiom("parts of a text count", "an answer is right or wrong as a whole"),
            *only_the_first("answers"),
        ),
        counted=True,
    )

    def statistics(self, data: Corpus, s: ExactMatchSettings) -> Statistics:
        """One row a question: 1 if the answer is right."""
        parts = normalizer_for(data, s)
        return Statistics(("right",), [[_is_right(*answers_of(segment, parts, s))] for segment in data])

    def segment_score(self, row: Row, s: ExactMatchSettings) -> float:
        return _scale(s) * row[0]

    def shows_sentences(self, s: ExactMatchSettings) -> bool:
        return True

    def combine(self, total: Total, s: ExactMatchSettings) -> Trace:
        need_segments(total)
        return Trace(_scale(s) * total.sums[0] / total.segments, {})

    def tokens(self, data: Corpus, s: ExactMatchSettings) -> list[Any]:
        """The normalized answers."""
        parts = normalizer_for(data, s)
        compared = [answers_of(segment, parts, s) for segment in data]
        return [["\n".join(answer) for answer in (predicted, *right)] for predicted, right in compared]


def _is_right(predicted: Parts, right: list[Parts]) -> int:
    """1 if some gold answer has the same set of parts, and the same number of them."""
    return int(any(set(predicted) == set(answer) and len(predicted) == len(answer) for answer in right))


_COLUMNS = ("shared", "predicted", "right", "both empty")


def _numbered_answers(corpus: Corpus, s: AnswerF1Settings) -> Numbered:
    """The words of each question's prediction, and of its gold answers."""
    references = [answers[:1] for answers in corpus.reference_lines] if s.answers == "first" else corpus.reference_lines
    lines: Any = [*corpus.hypothesis_lines, *chain.from_iterable(references)]
    if s.normalization == "squad":
        normalized = squad_together(lines)
    else:
        normalized = list(map(cache(NORMALIZATIONS[s.normalization]), lines))
    right = iter(normalized[len(corpus) :])
    rules = word_rules("none")
    grouped = [tuple(islice(right, len(answers))) for answers in references]
    text: Numbered = number_words(normalized[: len(corpus)], grouped, rules.classes, rules.padded, rules.clean)
    return text


def _credit_empty_answers(rows: Rows, text: Numbered) -> None:
    """Let the first gold answer without words count for a prediction without words, with the score 1."""
    lengths = [end - start for start, end in pairwise(text.lines)]
    for place, (first, following) in enumerate(pairwise(text.segments)):
        if not lengths[first] and not all(lengths[first + 1 : following]):
            rows.cells[4 * place : 4 * place + 4] = array("q", (0, 0, 0, 1))


class AnswerF1(Metric):
    """The mean F1 of the questions, in 0..`scale`.

    Raises `MetricError` for an empty corpus, and for a question without gold answers if ``no_answer`` is raise;
    `SettingsError` for tokens.
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
        plausible={**_UNSAID, "segmentation": ("whitespace", "mixed", "char")},
        breaks=only_the_first("answers"),
    )

    def statistics(self, data: Corpus, s: AnswerF1Settings) -> Statistics:
        """One row a question: m, p and g against the gold answer that counts, and 1 if both are empty and that counts."""
        rows = []
        for predicted, right in _words_of(data, s):
            candidates = [] if right else [[0, len(predicted), 0, 0]]
            for answer in right:
                credit = int(s.both_empty == "1" and not predicted and not answer)
                candidates.append([_shared(predicted, answer, s), len(predicted), len(answer), credit])
            rows.append(max(candidates, key=answer_f1))
        return Statistics(_COLUMNS, rows)

    def covers(self, s: AnswerF1Settings) -> bool:
        return s.segmentation == "whitespace" and s.overlap == "bag" and s.blank_answers == "keep"

    def compiled_statistics(self, data: Corpus, s: AnswerF1Settings) -> Statistics | None:
        if data.tokenized or not all(data.reference_lines):
            return None
        text = data.remembered(
            ("numbered answers", s.normalization, s.answers), lambda: _numbered_answers(data, s), numbering_cost
        )
        pairs = triples(text, unigrams.matches(text, False, False), ngram_totals(text, 1, False))
        best = Rows(3, chosen(text, pairs, HIGHEST_F))
        rows = Rows(4, array("q", chain.from_iterable((*row, 0) for row in best)))
        if s.both_empty == "1":
            _credit_empty_answers(rows, text)
        return Statistics(_COLUMNS, rows)

    def averages(self, s: AnswerF1Settings) -> bool:
        return True

    def mean_summation(self, s: AnswerF1Settings) -> str:
        return s.summation

    def is_mean(self, s: AnswerF1Settings) -> bool:
        return s.scale == "1"

    def series(self, rows: Sequence[Row], s: AnswerF1Settings) -> tuple[Sequence[float], ...]:
        scores = [answer_f1(row) for row in rows]
        return (scores, [float(row[3]) for row in rows]) if s.summation == "sum-integers" else (scores,)

    def segment_score(self, row: Row, s: AnswerF1Settings) -> float:
        return _scale(s) * answer_f1(row)

    def combine(self, total: Total, s: AnswerF1Settings) -> Trace:
        need_segments(total)
        value = _scale(s) * _added_up(total, s) / total.segments
        return Trace(value, {"counts": list(total.sums[:3])})

    def tokens(self, data: Corpus, s: AnswerF1Settings) -> list[Any]:
        """The words of the normalized answers."""
        return [[predicted, *right] for predicted, right in _words_of(data, s)]


def _added_up(total: Total, s: AnswerF1Settings) -> float:
    """The sum of the questions' scores. What a compensated `sum` gives depends on which of them are integers."""
    if s.summation != "sum-integers":
        return summed(total.series[0], s.summation)
    scores, both_empty = total.series
    pairs: Iterable[tuple[float, float]] = zip(scores, both_empty, strict=True)  # type: ignore[arg-type]
    counted: list[int | float] = [1 if empty else score or 0 for score, empty in pairs]
    return sum(counted)


def _words_of(corpus: Corpus, s: AnswerF1Settings) -> Iterator[tuple[Words, list[Words]]]:
    """The words of each question's prediction, and of the gold answers that count."""
    parts = normalizer_for(corpus, s)
    key = ("answer words", s.segmentation, s.sentences)
    split = once_per_line(corpus, key, lambda text: words(_text(text), s))
    for segment in corpus:
        predicted, right = answers_of(segment, parts, s)
        yield split(predicted[0]), [split(answer[0]) for answer in right]


def answer_f1(row: Row) -> float:
    """F1, in 0..1, of a row (m, p, g, both empty), in SQuAD's order of operations; 0 if nothing is shared."""
    shared, predicted, right, both_empty = row
    if not shared:
        return float(both_empty)
    precision, recall = shared / predicted, shared / right
    return 2 * precision * recall / (precision + recall)


def _shared(predicted: Words, right: Words, s: AnswerF1Settings) -> int:
    if s.overlap == "run":
        return _longest_run(right, predicted)
    return (Counter(predicted) & Counter(right)).total()


def _longest_run(left: Sequence[str], right: Sequence[str]) -> int:
    """Length of the longest run of words that is in both: m[i][j] ends at words i and j."""
    longest, above = 0, [0] * (len(right) + 1)
    for word in left:
        row = [0]
        for j, other in enumerate(right):
            row.append(above[j] + 1 if word == other else 0)
        longest, above = max(longest, *row), row
    return longest


EXACT_MATCH = ExactMatch()
ANSWER_F1 = AnswerF1()
