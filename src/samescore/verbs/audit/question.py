"""Resolve the names in a claim before an audit."""

from __future__ import annotations

import dataclasses
from typing import Any

from samescore.base.errors import SamescoreError
from samescore.data.comparison import MEAN
from samescore.metrics import find
from samescore.metrics import metric as find_metric
from samescore.metrics.aliases import resolve_metric_name, resolve_publication_name
from samescore.metrics.base import AnyMetric
from samescore.settings import Settings
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.printed_text.rounding import RoundedNumber
from samescore.verbs.audit.stated import Candidate, stated_settings


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """A claim, its parsed number, and its resolved names.

    `implied` are the knob values implied by the metric's name. `statistic` is the signature of the metric that a
    p-value or an interval is about, empty for a score. `own` are the settings that the publication states; None if it
    states none, or if they are invalid. The error of invalid settings is the `problem`.
    """

    claim: Claim
    printed: RoundedNumber
    metric: AnyMetric
    implied: dict[str, Any]
    statistic: str = ""
    own: Candidate | None = None
    problem: SamescoreError | None = None

    @property
    def usual(self) -> Settings:
        """The metric's defaults, with the knob values that its name implies."""
        return self.metric.settings.from_mapping(self.implied)

    @property
    def missing(self) -> str:
        """Why the stated settings cannot be checked; empty if they can, or if none are stated."""
        if self.problem is None:
            return ""
        return f"{self.problem.message} ({self.problem.hint})" if self.problem.hint else self.problem.message

    def checked(self) -> Question:
        """Return this question, or raise its `problem`."""
        if self.problem is not None:
            raise self.problem
        return self


def question_of(claim: Claim) -> Question:
    """Resolve the names in a claim, and parse its number; invalid stated settings are stored as the `problem`.

    Raises `UnknownNameError` for an unknown metric or statistic.
    """
    name, implied, _ = resolve_publication_name(claim.metric)
    metric, statistic = find_metric(name), signature_of_statistic(claim.statistic)
    question = Question(claim, RoundedNumber.of(claim.number), metric, implied, statistic)
    try:
        return dataclasses.replace(question, own=stated_settings(claim, metric, implied))
    except SamescoreError as problem:
        return dataclasses.replace(question, problem=problem)


def signature_of_statistic(statistic: str) -> str:
    """Return the signature of the metric that a p-value or an interval is about.

    A signature, ``mean`` and an empty text are returned unchanged. Raises `UnknownNameError` for an unknown metric.
    """
    if statistic in ("", MEAN):
        return statistic
    if "|" in statistic:
        find(statistic.partition("|")[0])
        return statistic
    metric, knobs = resolve_metric_name(statistic)
    return metric.settings.from_mapping(knobs).short_signature
