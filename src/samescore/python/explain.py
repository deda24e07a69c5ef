"""`samescore.explain`: explain why two implementations differ on given data, or how one computes its number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

import msgspec

from samescore.python.results import Presented, bare, format_changes, with_fields
from samescore.records import Account, Crossing, Explanation, Readings, Record
from samescore.verbs.inputs.columns import Columns, Data, Labelled, Numbers, References, Texts
from samescore.verbs.why.explain import Request, execute


class ExplainResult(Presented, Explanation, frozen=True):
    """An explanation of why two implementations differ.

    `gap` is the difference of their numbers, `shares` its parts by knob, `segments` the segments that differ most, and
    `sentence` a summary.
    """

    readings: list[Readings] = msgspec.field(default_factory=list)

    def to_records(self) -> Sequence[Record]:
        return [bare(Explanation, self), *self.readings]

    def to_rows(self) -> list[dict[str, Any]]:
        return [
            {"knobs": format_changes(share.changes), "share": share.share, "because": share.because}
            for share in self.shares
        ]

    def _summary(self) -> str:
        gap = "no gap" if self.gap is None else f"gap {self.gap:+.4f}"
        return f"{self.metric}: {self.first.name} to {self.second.name}, {gap}"


class AccountResult(Presented, Account, frozen=True):
    """An account of one implementation's number: its `stages`, `contributions` of segments, `remarks`, `alternatives`.

    ``float(result)`` is the number, or nan if there is none.
    """

    readings: list[Readings] = msgspec.field(default_factory=list)

    def __float__(self) -> float:
        return float("nan") if self.side.outcome.value is None else float(self.side.outcome.value)

    def to_records(self) -> Sequence[Record]:
        return [bare(Account, self), *self.readings]

    def to_rows(self) -> list[dict[str, Any]]:
        return [
            {"segment": part.index, "alone": part.alone, "effect": part.effect, "hypothesis": part.hypothesis}
            for part in self.contributions
        ]

    def _summary(self) -> str:
        return f"{self.metric}: {self.side.name} answers {self.side.outcome.text}"


class CrossingResult(Presented, Crossing, frozen=True):
    """A path from the number of one metric to the number of another, in `steps`; `bridges` connect the metrics."""

    def to_records(self) -> Sequence[Record]:
        return [bare(Crossing, self)]

    def to_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "step": step.kind,
                "metric": step.metric,
                "score": step.outcome.value,
                "what": step.words or format_changes(step.changes),
            }
            for step in self.steps
        ]

    def _summary(self) -> str:
        gap = "no gap" if self.gap is None else f"gap {self.gap:+.4f}"
        return f"{self.first_metric} of {self.first.name} to {self.second_metric} of {self.second.name}, {gap}"


@overload
def explain(  # type: ignore[overload-overlap]  # a keyword of one is not a knob of the other
    metric: str,
    hypotheses: Data | Texts | None = None,
    references: References | None = None,
    *,
    gold: Labelled | None = None,
    predicted: Labelled | None = None,
    scores: Numbers | None = None,
    first: str,
    second: str = "",
    second_metric: str,
    reported: str = "",
    on_progress: Callable[[str], None] = ...,
    **knobs: object,
) -> ExplainResult | CrossingResult: ...
@overload
def explain(  # type: ignore[overload-overlap]  # a keyword of one is not a knob of the other
    metric: str,
    hypotheses: Data | Texts | None = None,
    references: References | None = None,
    *,
    gold: Labelled | None = None,
    predicted: Labelled | None = None,
    scores: Numbers | None = None,
    first: str,
    second: str,
    reported: str = "",
    on_progress: Callable[[str], None] = ...,
    **knobs: object,
) -> ExplainResult: ...
@overload
def explain(
    metric: str,
    hypotheses: Data | Texts | None = None,
    references: References | None = None,
    *,
    gold: Labelled | None = None,
    predicted: Labelled | None = None,
    scores: Numbers | None = None,
    first: str,
    reported: str = "",
    on_progress: Callable[[str], None] = ...,
    **knobs: object,
) -> AccountResult: ...


def explain(
    metric: str,
    hypotheses: object = None,
    references: object = None,
    *,
    gold: object = None,
    predicted: object = None,
    scores: object = None,
    first: str,
    second: Any = "",
    second_metric: Any = "",
    reported: str = "",
    on_progress: Callable[[str], None] = lambda _: None,
    **knobs: object,
) -> ExplainResult | AccountResult | CrossingResult:
    """Explain why two implementations differ on your own data, or how one of them computes its number.

    Parameters
    ----------
    metric, hypotheses, references, gold, predicted, scores
        The same as for `samescore.score`.
    first, second
        Implementations, optionally with settings: ``nltk.sentence_bleu``, ``native:sacrebleu==2.3.1``,
        ``native(case=lower)``. Without `second`, the number of `first` alone is explained.
    second_metric
        The metric of the second implementation, if it differs from `metric`: ``rougeLsum`` for ``rougeL``.
    reported
        A reported number, as printed. The result's `readings` list the ways to read the input that reproduce it.
    on_progress
        Called with a description of the current step.
    knobs
        Settings for each implementation that supports them and whose name does not set them.

    Returns
    -------
    ExplainResult, AccountResult or CrossingResult
        The first for two implementations, the second for one, the third for two metrics. Numbers are on the metric's
        largest scale, 0 to 100 for most metrics.

    Raises
    ------
    InputError, SettingsError, UnknownNameError
        In the same cases as for `samescore.score`, and if an implementation is not installed, or no path between two
        metrics is known.

    Examples
    --------
    >>> import samescore
    >>> samescore.explain(
    ...     "bleu", ["The cat sat."], ["the cat sat."], first="native", second="native(case=lower)", smoothing="exp"
    ... ).sentence
    'native(case=lower) scores 40.5396 higher than native because case is lower, not keep.'
    """
    request = Request(
        Columns(hypotheses, references, gold, predicted, scores),
        first,
        second,
        (metric, second_metric) if second_metric else (metric,),
        knobs,
        reported,
    )
    explained, *readings = execute(request, on_progress)
    result: ExplainResult | AccountResult | CrossingResult
    match explained:
        case Crossing():
            result = with_fields(CrossingResult, explained)
        case Account():
            result = with_fields(AccountResult, explained, readings=readings)
        case _:
            result = with_fields(ExplainResult, explained, readings=readings)
    return result
