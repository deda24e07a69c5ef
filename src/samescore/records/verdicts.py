"""The records of the short checks: axioms, smoke tests, mutants."""

from __future__ import annotations

import msgspec

from samescore.records.run import RunReport, VectorVerdict


class AxiomFinding(msgspec.Struct, frozen=True, tag_field="type", tag="axiom"):
    """One axiom on one implementation, and its entry point if it has several.

    `holds` is null if it could not be checked.

    `exception` is the reason if the metric or implementation breaks it by design.
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
        """Whether it is broken without a known reason."""
        return self.holds is False and not self.exception


class SmokeTest(msgspec.Struct, frozen=True):
    """The results on the basic vectors and fresh inputs; `changed` are vectors whose second answer differs."""

    report: RunReport
    changed: list[str]

    @property
    def passed(self) -> bool:
        """Whether something was answered, nothing failed, and no answer changed."""
        unanswered = any(result.verdict is VectorVerdict.UNAVAILABLE for result in self.report.results)
        return self.answered and not (unanswered or self.report.failures or self.changed)

    @property
    def answered(self) -> bool:
        """Whether anything was answered."""
        return any(result.verdict.answered for result in self.report.results)


class KnobValue(msgspec.Struct, frozen=True, tag_field="type", tag="knob-value"):
    """One value of a knob, and the first vector that uses it; `reason` says why none does, if the value is listed."""

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
        """Whether no vector uses it, or one does although it is listed with a reason."""
        return bool(self.asked_by) == bool(self.reason)


class Mutant(msgspec.Struct, frozen=True, tag_field="type", tag="mutant"):
    """A metric with one mistake.

    `mistake` is ``knob:asked=taken`` (one value of a knob replaced by another), ``knob:ignored``, ``knob:+1``, or the
    name of a misreading of the input. `killed_by` is the first vector that detects it; empty for a survivor.
    `equivalent` is the reason why no vector can, if the mutant is listed as equivalent.
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
        """Whether it survives, or is killed although it is listed as equivalent."""
        return bool(self.killed_by) == bool(self.equivalent)
