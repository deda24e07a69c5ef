"""The records of the short checks: axioms, smoke tests, mutants."""

from __future__ import annotations

import msgspec

from samescore.records.run import RunReport, VectorVerdict


class AxiomFinding(msgspec.Struct, frozen=True, tag_field="type", tag="axiom"):
    """The result of checking one axiom on one implementation, or on one of its entry points if it has several.

    `holds` is null if the axiom could not be checked. `exception` is the reason if the metric or implementation breaks
    it by design.
    """

    implementation: str
    entry_point: str
    metric: str
    axiom: str
    holds: bool | None
    detail: str
    exception: str

    @property
    def red(self) -> bool:
        """Whether the axiom is broken without a known reason."""
        return self.holds is False and not self.exception


class SmokeTest(msgspec.Struct, frozen=True):
    """The results of a smoke test on the basic vectors and fresh inputs.

    `changed` lists the vectors whose answer differed when they were run a second time.
    """

    report: RunReport
    changed: list[str]

    @property
    def passed(self) -> bool:
        """Whether some vectors were answered, none failed or was unavailable, and no answer changed."""
        unanswered = any(result.verdict is VectorVerdict.UNAVAILABLE for result in self.report.results)
        return self.answered and not (unanswered or self.report.failures or self.changed)

    @property
    def answered(self) -> bool:
        """Whether at least one vector or fresh input was answered."""
        return any(result.verdict.answered for result in self.report.results)


class KnobValue(msgspec.Struct, frozen=True, tag_field="type", tag="knob-value"):
    """One value of a knob, and the id of the first vector that uses it (`asked_by`; empty if none does).

    `reason` says why no vector uses it, if the value is listed as unused.
    """

    metric: str
    knob: str
    value: str
    asked_by: str
    reason: str

    @property
    def name(self) -> str:
        """The name ``metric.knob=value``."""
        return f"{self.metric}.{self.knob}={self.value}"

    @property
    def red(self) -> bool:
        """Whether the value is unused without being listed as unused, or listed although a vector uses it."""
        return bool(self.asked_by) == bool(self.reason)


class Mutant(msgspec.Struct, frozen=True, tag_field="type", tag="mutant"):
    """A mutant: a metric with one deliberate mistake.

    `mistake` is ``knob:asked=taken`` (the second value of a knob replaces the first), ``knob:ignored``, ``knob:+1``, or
    the name of a misreading of the input. `killed_by` is the first vector that detects the mutant; empty if none does.
    `equivalent` is the reason why no vector can detect it, if it is listed as equivalent.
    """

    metric: str
    mistake: str
    killed_by: str
    equivalent: str

    @property
    def name(self) -> str:
        """The name ``metric.mistake``."""
        return f"{self.metric}.{self.mistake}"

    @property
    def red(self) -> bool:
        """Whether the mutant survives without being listed as equivalent, or is killed although it is listed."""
        return bool(self.killed_by) == bool(self.equivalent)
