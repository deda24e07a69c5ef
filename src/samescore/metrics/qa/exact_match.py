"""Exact match of answers to questions, or of any other texts.

The metric covers SQuAD (Rajpurkar et al., 2016 and 2018), CMRC2018, DROP, CoQA, TriviaQA, ``exact_match`` of Hugging
Face's evaluate, HELM's matches, and the share of passages that contain an answer, as DPR counts them (Karpukhin et al.,
EMNLP 2020).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from samescore.base.errors import MetricError, SettingsError
from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus, Line, Segment
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import (
    BrokenAxiom,
    ComparesTexts,
    MetricFacts,
    Row,
    Statistics,
    Tokens,
    Total,
    only_the_first,
)
from samescore.metrics.float32 import dtype_knob, rounding_function
from samescore.metrics.knob_domains.pattern_lists import Patterns
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.qa.answers import (
    UNSAID,
    AnswerSettings,
    Parts,
    answers_of,
    empty_input_knob,
    need_questions,
    normalized_parts,
    normalizer_for,
    text_of,
    times,
)
from samescore.metrics.summation import sum_values
from samescore.settings import BoolDomain, Choice, Stage, knob
from samescore.text.answer_filters import FILTERS
from samescore.text.answer_normalization import DIGITS, GSM8K_PATTERNS, PUNCTUATION

if TYPE_CHECKING:
    from samescore.text.patterns import Pattern


class ExactMatchSettings(AnswerSettings):
    """The knobs of exact match.

    Ignored text is deleted in the order of the knobs, after the filter, and only from answers that are not normalized.
    """

    metric: ClassVar[str] = "exact-match"

    filter: str = knob(
        Stage.TEXT,
        Choice(tuple(FILTERS)),
        "none",
        "Filter for the predicted answer, as in lm-evaluation-harness. none: no filter; lowercase: lowercase it; "
        "uppercase: uppercase it; remove-whitespace: strip both ends; strict-match: extract the number after '#### "
        "'; flexible-extract: extract the last number. The last two follow the task gsm8k, and give '[invalid]' if "
        "there is no number",
    )
    strings: str = knob(
        Stage.TEXT,
        Choice(("python", "numpy")),
        "python",
        "String representation. python: unchanged; numpy: as NumPy stores the predictions and the gold answers "
        "of a question, each in one array, which drops trailing NULs, and truncates a text that lowercasing "
        "makes longer than the longest in its array",
    )
    ignore_patterns: str | tuple[str, ...] = knob(
        Stage.TEXT,
        Patterns(("gsm8k",)),
        "none",
        "Patterns deleted one after the other. none: no patterns; gsm8k: commas, dollar signs, everything up "
        "to the last '#### ', and a final full stop; or Python regular expressions whose matching time is not "
        "exponential",
    )
    ignore_case: bool = knob(Stage.TEXT, BoolDomain(), False, "Lowercase the text")
    ignore_punctuation: bool = knob(Stage.TEXT, BoolDomain(), False, "Delete ASCII punctuation")
    ignore_numbers: bool = knob(Stage.TEXT, BoolDomain(), False, "Delete ASCII digits")
    spans: str = knob(
        Stage.TEXT,
        Choice(("one", "lines")),
        "one",
        "Parts of an answer. one: the whole answer; lines: each line, where both the set and the number of lines "
        "must be equal",
    )

    match: str = knob(
        Stage.STATISTICS,
        Choice(("equal", "prefix", "substring", "words")),
        "equal",
        "When a prediction is right. equal: if it equals a gold answer; prefix: if it starts with one; "
        "substring: if it contains one; words: if it contains the words of one consecutively",
    )
    empty_prediction: str = knob(
        Stage.STATISTICS,
        Choice(("text", "wrong", "wrong-if-blank")),
        "text",
        "Predictions that are empty before normalization. text: compare them like others; wrong: always wrong; "
        "wrong-if-blank: always wrong, and so are predictions of only white space",
    )

    empty_input: str = empty_input_knob()
    dtype: str = dtype_knob()

    def check_together(self) -> None:
        if self.dtype == "float32" and self.references == "leave-one-out":
            raise SettingsError(
                "exact-match: dtype=float32 applies only to the share of right answers",
                hint="set references=best or first",
            )
        if self.match != "equal" and self.spans != "one":
            raise SettingsError(
                f"exact-match: match={self.match} compares texts, but spans={self.spans} compares sets of spans",
                hint="set spans=one, or match=equal",
            )
        if self.normalization != "none" and (self.ignores or self.filter != "none"):
            raise SettingsError(
                f"exact-match: normalization={self.normalization} cannot be combined with ignoring or filtering",
                hint="set normalization=none, or turn off filter and all ignore_* knobs",
            )

    @property
    def ignores(self) -> bool:
        """Whether the settings ignore any text."""
        ignored = self.ignore_case or self.ignore_punctuation or self.ignore_numbers
        return ignored or self.ignore_patterns != "none"


class ExactMatch(ComparesTexts[Corpus, ExactMatchSettings], MeanOfSegments[Corpus, ExactMatchSettings]):
    """The share of questions with a correct answer, in 0..`scale`.

    Under ``references=leave-one-out`` the score of a question is the share of its gold answers without which the
    prediction is still correct. Raises `MetricError` for an empty corpus if ``empty_input`` is raise, for a question
    without gold answers if ``no_references`` is raise, and for a text that is too long for an ignored pattern;
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
        growth=1,
        plausible=UNSAID,
        breaks=(
            BrokenAxiom("parts of a text count", "an answer is right or wrong as a whole"),
            *only_the_first("references"),
        ),
        counted=True,
    )

    def statistics(self, data: Corpus, settings: ExactMatchSettings) -> Statistics:
        """Return one row for each question: 1 if the answer is correct, else 0.

        Under ``references=leave-one-out`` a row has the number of gold answers without which the answer is still
        correct, and the number of all gold answers. Raises the errors that the class documents, except for an empty
        corpus.
        """
        if settings.references != "leave-one-out":
            return Statistics(("right",), [[int(any(matches))] for matches in _matches(data, settings)])
        rows = []
        for each in _matches(data, settings):
            count, matches = len(each), sum(each)
            rows.append([count if matches > 1 or count == 1 == matches else matches * (count - 1), count])
        return Statistics(("right without", "answers"), rows)

    def averages(self, settings: ExactMatchSettings) -> bool:
        return settings.references == "leave-one-out"

    def is_mean(self, settings: ExactMatchSettings) -> bool:
        return self.averages(settings) and settings.scale == "1"

    def mean_summation(self, settings: ExactMatchSettings) -> str:
        return "left-to-right"

    def series(self, rows: Sequence[Row], settings: ExactMatchSettings) -> tuple[Sequence[float], ...]:
        return ([_share(row) for row in rows],) if self.averages(settings) else ()

    def segment_score(self, row: Row, settings: ExactMatchSettings) -> float:
        return times(settings) * (_share(row) if self.averages(settings) else row[0])

    def shows_sentences(self, settings: ExactMatchSettings) -> bool:
        return True

    def combine(self, total: Total, settings: ExactMatchSettings) -> Trace:
        if not need_questions(total, settings):
            return Trace(math.nan, {})
        right = sum_values(total.series[0], "left-to-right") if self.averages(settings) else total.sums[0]
        rounded = rounding_function(settings.dtype)
        return Trace(rounded(rounded(times(settings) * right) / total.segments), {})

    def prepare(
        self, line: Line, settings: ExactMatchSettings, seen: Seen = unseen, *, reference: bool = False
    ) -> Units:
        text = text_of(line)
        if settings.filter != "none" and not reference:
            text = FILTERS[settings.filter](text)
            seen("filter", text)
        if settings.ignores or settings.strings == "numpy":
            (text,) = _without_ignored_text([text], settings)
            seen("ignored text removed", text)
        answer = "\n".join(normalized_parts(text, settings))
        if settings.normalization != "none":
            seen("normalization", answer)
        return answer

    def tokens(self, data: Corpus, settings: ExactMatchSettings) -> Tokens:
        """Return the normalized answers of each question, the predicted one first."""
        return [
            ["\n".join(answer) for answer in (predicted, *right)] for _, predicted, right in _questions(data, settings)
        ]


def _questions(corpus: Corpus, settings: ExactMatchSettings) -> Iterator[tuple[str, Parts, list[Parts]]]:
    """Yield each question's filtered prediction, then the normalized parts of it and of each gold answer used.

    Raises the errors of `answers_of`, and `MetricError` for a text that is too long for a pattern.
    """
    parts, change = normalizer_for(corpus, settings), FILTERS[settings.filter]
    for segment in corpus:
        said = change(text_of(segment.hypothesis))
        asked = Segment(said, segment.references)
        yield (
            said,
            *answers_of(
                _without_ignored(asked, settings) if settings.ignores or settings.strings == "numpy" else asked,
                parts,
                settings,
            ),
        )


def _without_ignored(segment: Segment, settings: ExactMatchSettings) -> Segment:
    (predicted,) = _without_ignored_text([text_of(segment.hypothesis)], settings)
    return Segment(
        predicted, tuple(_without_ignored_text([text_of(reference) for reference in segment.references], settings))
    )


def _without_ignored_text(texts: list[str], settings: ExactMatchSettings) -> list[str]:
    """Return the texts of one side of a question without the ignored text."""
    room = max(map(len, texts), default=0)
    for delete in _deletions(settings):
        texts = [delete(text) for text in texts]
        room = max(map(len, texts), default=0)
        texts = _as_fixed_length(texts, room, settings)
    texts = _as_fixed_length(texts, room, settings)
    if settings.ignore_case:
        texts = _as_fixed_length([text.lower() for text in texts], room, settings)
    if settings.ignore_punctuation:
        texts = [text.translate(PUNCTUATION) for text in texts]
    if settings.ignore_numbers:
        texts = [text.translate(DIGITS) for text in texts]
    return _as_fixed_length(texts, room, settings)


def _deletions(settings: ExactMatchSettings) -> Sequence[Callable[[str], str]]:
    """Return the functions that delete the ignored patterns.

    A function raises `MetricError` for a text that is too long for its pattern.
    """
    if isinstance(settings.ignore_patterns, str):
        return GSM8K_PATTERNS if settings.ignore_patterns == "gsm8k" else ()
    from samescore.text.patterns import pattern

    return [partial(_delete, pattern(one)) for one in settings.ignore_patterns]


def _delete(pattern: Pattern, text: str) -> str:
    try:
        return pattern.delete(text)
    except ValueError as problem:
        raise MetricError(str(problem)) from None


def _as_fixed_length(texts: list[str], room: int, settings: ExactMatchSettings) -> list[str]:
    """Return the texts as a NumPy array of strings of length `room` stores them; unchanged unless ``strings=numpy``."""
    return [text[:room].rstrip("\0") for text in texts] if settings.strings == "numpy" else texts


def _matches(corpus: Corpus, settings: ExactMatchSettings) -> Iterator[list[bool]]:
    """Yield for each question whether the prediction matches each gold answer used.

    Raises the errors of `_questions`.
    """
    is_right = _MATCHES[settings.match]
    for said, predicted, right in _questions(corpus, settings):
        compared = (
            settings.empty_prediction == "text"
            or (said if settings.empty_prediction == "wrong" else said.strip()) != ""
        )
        yield [compared and is_right(predicted, answer) for answer in right]


def _same_parts(predicted: Parts, right: Parts) -> bool:
    """Return whether both answers have the same set of parts, and the same number of them."""
    return len(predicted) == len(right) and set(predicted) == set(right)


def _has_words(predicted: Parts, right: Parts) -> bool:
    """Return whether the gold answer's words are consecutive words of the prediction; true if it has no words."""
    sought, text = (f" {' '.join(answer[0].split())} " for answer in (right, predicted))
    return sought in text or sought.isspace()


_MATCHES: dict[str, Callable[[Parts, Parts], bool]] = {
    "equal": _same_parts,
    "prefix": lambda predicted, right: predicted[0].startswith(right[0]),
    "substring": lambda predicted, right: right[0] in predicted[0],
    "words": _has_words,
}


def _share(row: Row) -> float:
    """Return the share of gold answers without which the question is still correct; 0 without gold answers."""
    return row[0] / max(1, row[1])


EXACT_MATCH = ExactMatch()
