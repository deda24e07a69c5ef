"""`samescore.identify`: infer the settings of an implementation from its answers alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from samescore.python.results import Presented, bare, with_fields
from samescore.records import Identification
from samescore.verbs.identify import Request, execute
from samescore.verbs.inputs.settings import parse_signature


class IdentifyResult(Presented, Identification, frozen=True):
    """The settings that explain an implementation's answers: `found`, `signature`, `region` (if known), `departures`."""

    def to_records(self) -> Sequence[Identification]:
        return [bare(Identification, self)]

    def to_rows(self) -> list[dict[str, Any]]:
        settings = parse_signature(self.signature)
        return [
            {
                "knob": knob.name,
                "stage": knob.stage.value,
                "value": knob.domain.format(getattr(settings, knob.name)),
                "default": getattr(settings, knob.name) == knob.default,
                "undetermined": knob.name in self.undetermined,
            }
            for knob in settings.knobs()
        ]

    def _summary(self) -> str:
        known = f" as {self.region}" if self.region else ""
        what = f"computes {self.metric}{known}" if self.found else f"computes no known {self.metric}"
        return f"{self.implementation} {what}, {self.answers} answers"


def identify(
    implementation: str | Callable[..., Any],
    metric: str = "",
    *,
    like: str = "",
    settings: Mapping[str, object] | None = None,
    on_progress: Callable[[str], None] = lambda _: None,
) -> IdentifyResult:
    """Infer the settings of an implementation from its answers to golden inputs.

    Parameters
    ----------
    implementation
        A function that takes ``(hypotheses, references)``, where ``references[i]`` lists the references of segment i,
        ``(gold, predicted)`` labels, or ``(gold, scores)``, rows of a score for each class in sorted order, and returns
        the score; it is called in this process. Or a name: ``py:module:function`` and ``cmd:program`` (run in
        separate processes, with their argument layout detected), ``nltk``.
    metric
        The metric that it computes; optional for an implementation of a single metric.
    like, settings
        Its declared settings, from which the search starts. The answers decide.
    on_progress
        Called with a description of the current step.

    Returns
    -------
    IdentifyResult
        `found` says whether settings explain every answer.

    Raises
    ------
    UnknownNameError
        For a name that does not exist, an implementation that does not start, or a metric that must be named.

    Examples
    --------
    >>> import samescore
    >>> def mine(gold, predicted):
    ...     return sum(a == b for a, b in zip(gold, predicted)) / len(gold)
    >>> samescore.identify(mine, "accuracy").found
    True
    """
    (identified,) = execute(Request(implementation, metric, like, settings or {}), on_progress)
    result: IdentifyResult = with_fields(IdentifyResult, identified)
    return result
