"""Right answers of a language model, as evaluation harnesses extract them from its outputs and compare them.

A segment is a question: the hypothesis is the model's output, the references are the gold answers. The steps are those
of the knobs, in their order: a part of the output is searched, the answer is extracted from it and normalized, and the
result is compared with the gold answers. The metric covers GSM8K (Cobbe et al., 2021), MGSM (Shi et al., ICLR 2023),
MMLU (Hendrycks et al., ICLR 2021), MMLU-Pro (Wang et al., NeurIPS 2024) and GPQA (Rein et al., COLM 2024) as
lm-evaluation-harness, HELM, OpenCompass, verl, lighteval, inspect-ai, simple-evals, FastEval and others score them.
"""

from __future__ import annotations

import math
import string
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from samescore.base.errors import MetricError, metric_errors_at
from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus, Line
from samescore.data.input_files import InputFiles
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
    need_segments,
    only_the_first,
)
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.qa.answer_match_settings import AnswerMatchSettings
from samescore.metrics.qa.answers import text_of, times
from samescore.metrics.words import need_references
from samescore.text.answer_comparison import COMPARISONS, any_true
from samescore.text.answer_extraction import RULES, Found, find_answer, rule_of
from samescore.text.answer_filters import INVALID
from samescore.text.answer_normalization import GSM8K_PATTERNS, PUNCTUATION, without_punctuation_and_articles
from samescore.text.answer_views import MARKUP, REASONING, VIEWS
from samescore.text.latex_answers import compared, rewritten_or_given

if TYPE_CHECKING:
    from samescore.data.answer_logs.log import AnswerLog
    from samescore.data.batches import Bounds


#: How many guesses count as a right answer under not_found=quarter.
_GUESSES = 4
#: The axioms whose texts have no answer that a rule could extract.
_ABOUT_ANSWERS = (
    "every segment counts",
    "more matches are better",
    "the references count",
    "segments are compared with their own references",
    "every reference counts",
)
#: The rules that take the text itself if they find nothing else, and of these the one that changes it.
_ALWAYS_FIND = ("qwen-letter", "between-dollars", "box-or-dollars")
_CHANGES = "qwen-letter"
_NO_ANSWER = "the texts of this axiom have no answer that the rule extracts"


class AnswerMatch(ComparesTexts[Corpus, AnswerMatchSettings], MeanOfSegments[Corpus, AnswerMatchSettings]):
    """The share of questions with a right answer, in 0..`scale`; nan if some are undecided (but see ``undecided``).

    Raises `MetricError` for an empty corpus, for a question without gold answers, and for an output that is too long for
    a pattern or has a number that inspect-ai 0.3.180 cannot parse; `SettingsError` for tokens.
    """

    name = "answer-match"
    title = "matched answers"
    settings = AnswerMatchSettings
    takes = (Corpus,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tokens", "counts", "sentences"),
        inputs="outputs",
        growth=1,
        plausible={"extract": ("none", "lm-eval-number", "hash")},
        breaks=(
            BrokenAxiom("parts of a text count", "an answer is right or wrong as a whole"),
            *only_the_first("references"),
            *chain.from_iterable(
                broken_axioms(_ABOUT_ANSWERS, _NO_ANSWER, extract=rule) for rule in RULES if rule not in _ALWAYS_FIND
            ),
            *broken_axioms(("every segment counts",), _NO_ANSWER, extract=_CHANGES),
        ),
        counted=True,
    )

    def read(self, files: InputFiles) -> Corpus:
        """Return the corpus read from a command's files, or the first outputs of a log of a harness.

        Raises `InputError` for an unreadable or malformed file.
        """
        log = _log(files)
        return super().read(files) if log is None else log.corpus

    def batches(self, files: InputFiles, bounds: Bounds) -> Iterator[Corpus]:
        log = _log(files)
        return super().batches(files, bounds) if log is None else iter((log.corpus,))

    def statistics(self, data: Corpus, settings: AnswerMatchSettings) -> Statistics:
        """Return a row for each question: whether the answer is right, and whether the output counts as a guess.

        Raises the errors of the class.
        """
        rows = []
        for place, (output, found, golds) in enumerate(_questions(data, settings), 1):
            answer = found and found.answer
            empty = {"compare": False, "wrong": not answer, "wrong-output": not output}[settings.empty_answer]
            with metric_errors_at(f"question {place}"):
                right = False if empty else any_true(_is_right(found, gold, settings) for gold in golds)
            guessed = found is None and settings.not_found == "quarter"
            rows.append([int(right is True), int(guessed), int(right is None)])
        return Statistics(("right", "guessed", "undecided"), rows)

    def segment_score(self, row: Row, settings: AnswerMatchSettings) -> float:
        return times(settings) * (row[0] + row[1] / _GUESSES + _of_undecided(row[2], settings))

    def shows_sentences(self, settings: AnswerMatchSettings) -> bool:
        return True

    def combine(self, total: Total, settings: AnswerMatchSettings) -> Trace:
        need_segments(total)
        right, guessed, undecided = total.sums
        quarters = _GUESSES * (right + _of_undecided(undecided, settings)) + guessed
        return Trace(times(settings) * quarters / (_GUESSES * total.segments), {"counts": [right, guessed, undecided]})

    def prepare(
        self, line: Line, settings: AnswerMatchSettings, seen: Seen = unseen, *, reference: bool = False
    ) -> Units:
        found = _prepared(text_of(line), settings, seen, reference=reference)
        shown = _shown(found, settings)
        if found is not None and shown != found.answer:
            seen("latex", shown)
        return shown

    def tokens(self, data: Corpus, settings: AnswerMatchSettings) -> Tokens:
        """Return the compared answers of each question, the output's first; it is empty if there is none."""
        return [
            [_shown(found, settings) for found in (answer, *golds)] for _, answer, golds in _questions(data, settings)
        ]


def _log(files: InputFiles) -> AnswerLog | None:
    from samescore.data.answer_logs.formats import find_log

    return None if files.references else find_log(files.scored)


def _is_right(found: Found | None, wanted: Found | None, settings: AnswerMatchSettings) -> bool | None:
    if found is None or wanted is None:
        return found is wanted and settings.not_found == "missing"
    pairs = compared(found.answer, wanted.answer, "none" if found.final else settings.latex)
    try:
        return any_true(COMPARISONS[settings.equal](answer, gold, settings.tolerance) for answer, gold in pairs)
    except (ValueError, OverflowError) as problem:
        raise MetricError(
            f"the answer {found.answer!r:.40} or the gold answer {wanted.answer!r:.40}: {problem}",
            hint="choose another value of latex or equal",
        ) from None


def _of_undecided(undecided: float, settings: AnswerMatchSettings) -> float:
    """Return how many of the undecided answers count as right; nan if there are any, and no value says it."""
    if settings.undecided == "nan" and undecided:
        return math.nan
    return undecided if settings.undecided == "right" else 0


def _shown(found: Found | None, settings: AnswerMatchSettings) -> str:
    """Return an answer as it is compared, with the rewriting of LaTeX if that succeeds."""
    if found is None:
        return ""
    return found.answer if found.final else rewritten_or_given(found.answer, settings.latex)


def _questions(corpus: Corpus, settings: AnswerMatchSettings) -> Iterator[tuple[str, Found | None, list[Found | None]]]:
    """Yield each output, its answer, and the gold answers used; None stands for no answer."""
    for segment in corpus:
        need_references(segment)
        output = text_of(segment.hypothesis)
        golds = segment.references[:1] if settings.references == "first" else segment.references
        prepared = [_prepared(text_of(gold), settings, reference=True) for gold in golds]
        yield output, _prepared(output, settings), prepared


def _prepared(
    text: str, settings: AnswerMatchSettings, seen: Seen = unseen, *, reference: bool = False
) -> Found | None:
    """Return the answer in an output, or the gold answer in a reference, before LaTeX is rewritten; None for none."""
    searched: str | None = text
    if not reference:
        for name, steps in (("reasoning", REASONING), ("view", VIEWS), ("markup", MARKUP)):
            if searched is not None and getattr(settings, name) not in ("keep", "whole"):
                searched = steps[getattr(settings, name)](searched)
                seen(name, searched or "")
    normalizes = not reference or settings.normalized == "both"
    if searched is not None and settings.commas == "delete-first" and normalizes:
        searched = searched.replace(",", "")
        seen("commas", searched)
    found = None if searched is None else Found(searched)
    if settings.extract != "none" and (not reference or settings.gold_answers == "extracted"):
        found = None if searched is None else _extracted(searched, settings)
        seen("extract", found.answer if found else "")
    if found is None:
        missing = searched if settings.not_found == "whole" else _MISSING[settings.not_found]
        found = None if missing is None else Found(missing)
        seen("not_found", missing or "")
    if found is None or not normalizes:
        return found
    normalized = _normalize(found.answer, settings, reference=reference)
    if normalized != found.answer:
        seen("normalized", normalized)
    return found._replace(answer=normalized)


#: The answer of an output in which none is found, by the value of `not_found`.
_MISSING = {
    "invalid": INVALID,
    "INVALID": INVALID.upper(),
    "invalidanswer": "[invalidanswer]",
    "empty": "",
    "wrong": None,
    "quarter": None,
    "missing": None,
}


def _extracted(text: str, settings: AnswerMatchSettings) -> Found | None:
    try:
        return find_answer(text, rule_of(settings.extract, settings.letters), settings.select)
    except ValueError as problem:
        raise MetricError(str(problem)) from None


def _normalize(answer: str, settings: AnswerMatchSettings, *, reference: bool) -> str:
    """Return an answer as the knobs from `commas` to `strip` change it, in their order."""
    deletes = (settings.commas, settings.dollars, settings.marker, settings.final_stop)
    stored = _as_array if settings.strings == "numpy" else _as_given
    room = len(answer)
    for value, delete in zip(deletes, GSM8K_PATTERNS, strict=True):
        if value == "delete":
            answer = delete(answer)
            room = len(answer)
            answer = stored(answer, room)
    answer = stored(answer, room)
    if settings.trailing_zeros == "delete" and not reference and "." in answer:
        answer = answer.rstrip("0").rstrip(".")
    if settings.case != "keep":
        answer = stored(answer.lower() if settings.case == "lower" else answer.casefold(), room)
    if settings.punctuation == "trim":
        answer = answer.strip().strip(string.whitespace + string.punctuation)
    elif settings.punctuation == "delete":
        answer = answer.translate(PUNCTUATION)
    elif settings.punctuation == "delete-with-articles":
        answer = without_punctuation_and_articles(answer)
    answer = stored(answer, room)
    return answer.strip() if settings.strip else answer


def _as_given(text: str, _: int) -> str:
    return text


def _as_array(text: str, room: int) -> str:
    """Return the text as a NumPy array of strings of length `room` stores it."""
    return text[:room].rstrip("\0")


ANSWER_MATCH = AnswerMatch()
