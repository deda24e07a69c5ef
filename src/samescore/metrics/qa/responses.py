"""Exact match of one of several sampled responses to a question: the first, or the most frequent.

Choosing the most frequent response is called self-consistency (Wang et al., ICLR 2023), and its accuracy is reported as
maj@k (Lewkowycz et al., NeurIPS 2022). lm-evaluation-harness calls the steps `take_first`, `take_first_k` and
`majority_vote`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.corpus import Corpus, Line
from samescore.data.sampled_responses import SampledQuestion, SampledResponses
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.base import (
    BrokenAxiom,
    ComparesTexts,
    MetricFacts,
    Row,
    Statistics,
    Tokens,
    Total,
    need_segments,
)
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.metrics.qa.answers import text_of, times
from samescore.metrics.qa.exact_match import EXACT_MATCH, ExactMatchSettings
from samescore.settings import Choice, Integer, Settings, Stage, knob
from samescore.text.answer_filters import FILTERS

#: The knobs that are shared with exact match.
_SHARED = ("strings", "ignore_patterns", "ignore_case", "ignore_punctuation", "ignore_numbers", "scale")


def _as_in_exact_match(name: str) -> Any:
    """Define a knob that exact match has under the same name."""
    of = ExactMatchSettings.knob(name)
    return knob(of.stage, of.domain, of.default, of.meaning)


class ResponseMatchSettings(Settings):
    """The knobs of exact match of sampled responses.

    Responses are truncated, filtered and selected in this order; then the selected one is compared as in exact match.
    """

    metric: ClassVar[str] = "response-match"

    k: int = knob(
        Stage.TEXT,
        Integer(0, 1_000_000),
        0,
        "Number of responses used per question (an error if a question has fewer); 0: all",
    )
    filter: str = _as_in_exact_match("filter")
    choice: str = knob(
        Stage.TEXT,
        Choice(("take-first", "majority-vote")),
        "take-first",
        "Response that is scored. take-first: the first; majority-vote: the most frequent one after the filter "
        "(the first on ties)",
    )
    strings: str = _as_in_exact_match("strings")
    ignore_patterns: str | tuple[str, ...] = _as_in_exact_match("ignore_patterns")
    ignore_case: bool = _as_in_exact_match("ignore_case")
    ignore_punctuation: bool = _as_in_exact_match("ignore_punctuation")
    ignore_numbers: bool = _as_in_exact_match("ignore_numbers")
    scale: str = _as_in_exact_match("scale")


class ResponseMatch(
    ComparesTexts[SampledResponses, ResponseMatchSettings], MeanOfSegments[SampledResponses, ResponseMatchSettings]
):
    """The share of questions whose selected response is a correct answer, in 0..`scale`.

    A question without gold answers scores 0. Raises `MetricError` for no questions, for a question with fewer than `k`
    responses, and for a text that is too long for an ignored pattern.
    """

    name = "response-match"
    title = "exact match of sampled responses"
    settings = ResponseMatchSettings
    takes = (SampledResponses,)
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("tokens", "sentences"),
        inputs="by-kind",
        growth=1,
        plausible={"choice": ("take-first", "majority-vote")},
        breaks=(BrokenAxiom("every response counts", "only the first response is scored", {"choice": "take-first"}),),
        counted=True,
    )

    def statistics(self, data: SampledResponses, settings: ResponseMatchSettings) -> Statistics:
        """Return one row for each question: 1 if the selected response is correct, else 0.

        Raises `MetricError` for too few responses, and for a text that is too long for a pattern.
        """
        return EXACT_MATCH.statistics(_chosen(data, settings), _comparison_settings(settings))

    def segment_score(self, row: Row, settings: ResponseMatchSettings) -> float:
        return times(settings) * row[0]

    def shows_sentences(self, settings: ResponseMatchSettings) -> bool:
        return True

    def combine(self, total: Total, settings: ResponseMatchSettings) -> Trace:
        need_segments(total)
        return Trace(times(settings) * total.sums[0] / total.segments, {})

    def prepare(
        self, line: Line, settings: ResponseMatchSettings, seen: Seen = unseen, *, reference: bool = False
    ) -> Units:
        filtered = text_of(line)
        if settings.filter != "none" and not reference:
            filtered = FILTERS[settings.filter](filtered)
            seen("filter", filtered)
        return EXACT_MATCH.prepare(filtered, _comparison_settings(settings), seen, reference=True)

    def tokens(self, data: SampledResponses, settings: ResponseMatchSettings) -> Tokens:
        """Return the selected response of each question and its gold answers, without ignored text."""
        return EXACT_MATCH.tokens(_chosen(data, settings), _comparison_settings(settings))


def _comparison_settings(settings: ResponseMatchSettings) -> ExactMatchSettings:
    """Return the settings of exact match for comparing a selected response with the gold answers."""
    shared = {name: getattr(settings, name) for name in _SHARED}
    return ExactMatchSettings(normalization="none", no_references="zero", **shared)


def _chosen(data: SampledResponses, settings: ResponseMatchSettings) -> Corpus:
    """Return the selected response to each question, with the gold answers, as a corpus.

    Raises `MetricError` for a question with fewer than `k` responses.
    """
    chosen = [_response(asked, place, settings) for place, asked in enumerate(data, 1)]
    return Corpus.from_segments(chosen, [list(asked.references) for asked in data])


def _response(asked: SampledQuestion, place: int, settings: ResponseMatchSettings) -> str:
    if len(asked.responses) < settings.k:
        raise MetricError(
            f"question {place} has fewer than k={settings.k} responses: {len(asked.responses)}",
            hint="set k to the smallest number of responses, or to 0",
            kind="AssertionError",
        )
    responses: Sequence[str] = asked.responses[: settings.k] if settings.k else asked.responses
    filtered = list(map(FILTERS[settings.filter], responses))
    return filtered[0] if settings.choice == "take-first" else Counter(filtered).most_common(1)[0][0]


RESPONSE_MATCH = ResponseMatch()
