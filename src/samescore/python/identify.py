"""`samescore.identify`: infer the settings of an implementation from its answers alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from samescore.python.results import Presented, bare, with_fields
from samescore.records import Identification
from samescore.verbs.identify import Request, execute
from samescore.verbs.identify.skeleton import settings_of


class IdentifyResult(Presented, Identification, frozen=True):
    """The settings inferred from an implementation's answers.

    `found` is whether they explain every answer; `region` names a known entry point that has them; `departures` lists
    the unexplained answers.
    """

    def to_records(self) -> Sequence[Identification]:
        return [bare(Identification, self)]

    def to_rows(self) -> list[dict[str, Any]]:
        settings = settings_of(self)
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
        A function that returns the score, called in this process, or a name. A function's arguments are ``(hypotheses,
        references)``, where ``references[i]`` lists the references of segment i; ``(gold, predicted)``, two lists of
        labels; or ``(gold, scores)``, where each row of scores has one score for each class, in sorted order. A name is
        a known implementation (``nltk``), ``py:module:function`` or ``cmd:program``; the last two run in separate
        processes, and their argument layout is detected.
    metric
        The metric that the implementation computes; optional if it computes only one.
    like, settings
        The declared settings of a function or program, where the search starts. Only its answers determine the result.
        Known implementations state their own settings, and accept neither argument.
    on_progress
        Called with a description of the current step.

    Returns
    -------
    IdentifyResult
        `found` is True if the settings explain every answer.

    Raises
    ------
    DataError
        For a function or program, if the metric or its declared settings do not exist.
    InputError
        For `like` or `settings` of a known implementation.
    UnknownNameError
        For another name that does not exist, an implementation that does not start, or a metric that must be named.

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
