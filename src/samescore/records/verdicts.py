"""The records of the short checks: axioms, smoke tests, mutants."""

from __future__ import annotations

import msgspec

from samescore.records.run import RunReport, VectorVerdict


class AxiomFinding(msgspec.Struct, frozen=True, tag_field="type", tag="axiom"):
    """One axiom on one implementation, and its entry point if it has several; `holds` is null if it could not be checked.

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
        """Is it broken without a known reason?"""
        return self.holds is False and not self.exception


class SmokeTest(msgspec.Struct, frozen=True):
    """An implementation on the basic vectors and on fresh inputs; `changed` are vectors whose second answer differs."""

    report: RunReport
    changed: list[str]

    @property
    def passed(self) -> bool:
        """Was everything that could be asked answered, with nothing red, and did no answer change?"""
        unanswered = any(result.verdict is VectorVerdict.UNAVAILABLE for result in self.report.results)
        return self.answered and not (unanswered or self.report.failures or self.changed)

    @property
    def answered(self) -> bool:
        """Was anything answered?"""
        return any(result.verdict.answered for result in self.report.results)


class KnobValue(msgspec.Struct, frozen=True, tag_field="type", tag="knob-value"):
    """One value of a knob, and the first vector that asks it; `reason` says why none does, if the value is listed."""

    metric: str
    knob: str
    value: str
    asked_by: str
    reason: str

    @property
    def name(self) -> str:
        """``metric.knob=value``."""
        return f"{self.metric}.{self.knob}={self.value}"

    @property
    def red(self) -> bool:
        """Does no vector ask it, or is it listed with a reason although a vector does?"""
        return bool(self.asked_by) == bool(self.reason)


class Mutant(msgspec.Struct, frozen=True, tag_field="type", tag="mutant"):
    """A metric with one mistake.

    `mistake` is ``knob:asked=taken`` (one value of a knob is taken for another), ``knob:ignored``, ``knob:+1``, or the
    name of a wrong reading of the input. `killed_by` is the first vector that notices; empty for a survivor.
    `equivalent` is the reason why no vector can, if the mutant is listed as equivalent.
    """

    metric: str
    mistake: str
    killed_by: str
    equivalent: str

    @property
    def name(self) -> str:
        """``metric.mistake``."""
        return f"{self.metric}.{self.mistake}"

    @property
    def red(self) -> bool:
        """Does it survive, or is it listed as equivalent although a vector kills it?"""
        return bool(self.killed_by) == bool(self.equivalent)
