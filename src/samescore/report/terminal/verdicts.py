"""Axioms, smoke tests and the adequacy of the golden vectors for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from samescore.records import (
    AxiomFinding,
    KnobValue,
    Mutant,
    Result,
    RunReport,
    SmokeTest,
    VectorVerdict,
)
from samescore.report.plain import visible
from samescore.report.terminal.failures import failure_blocks

if TYPE_CHECKING:
    from rich.console import RenderableType


def axiom(finding: AxiomFinding) -> Iterator[str]:
    """Yield a line for an axiom that does not hold or was not checked, and nothing for an axiom that holds."""
    if finding.holds is True:
        return
    state = "not checked" if finding.holds is None else "BROKEN" if finding.red else "broken by design"
    note = f" ({finding.exception})" if finding.exception else ""
    asked = " ".join(filter(None, [finding.implementation, finding.entry_point, finding.metric]))
    yield visible(f"{asked}, {finding.axiom}: {state}{note}: {finding.detail}")


def axioms_summary(findings: Sequence[AxiomFinding]) -> str:
    """Return the number of checked axioms, and the number of axioms that failed without a known reason."""
    checked = sum(finding.holds is not None for finding in findings)
    return f"{checked} checks: {sum(finding.red for finding in findings)} failed without a known reason"


def smoke_test(test: SmokeTest) -> Iterator[RenderableType]:
    """Yield the counts for each metric, then the failures of the implementation, and its changed answers."""
    for metric in test.report.metrics:
        yield from _smoke_metric(test.report, metric)
    yield from failure_blocks(test.report, rest="show all: samescore run -v")
    yield from (f"  {visible(vector)}: a different answer when repeated" for vector in test.changed)


def _smoke_metric(report: RunReport, metric: str) -> Iterator[str]:
    golden, fresh = (
        [
            result
            for result in report.results
            if result.metric == metric and result.verdict is not VectorVerdict.UNSUPPORTED
            if (report.fresh_case(result) is not None) == of_fresh
        ]
        for of_fresh in (False, True)
    )
    yield f"{visible(metric)}: {_passing(golden)} of {len(golden)} basic vectors pass{_fresh(report, fresh)}"


def _passing(results: Sequence[Result]) -> int:
    return sum(result.verdict.answered and not result.verdict.red for result in results)


def _fresh(report: RunReport, fresh: Sequence[Result]) -> str:
    """Return a text with the number of fresh inputs that pass; empty if no implementation supports fresh inputs."""
    described = [participant for participant in report.implementations if participant.described]
    if not described:
        return ""
    seeds = [str(participant.seed) for participant in described if participant.seed is not None]
    if not seeds:
        return "; no fresh inputs were run"
    return f"; {_passing(fresh)} of {len(fresh)} fresh inputs pass (seed {', '.join(seeds)})"


def adequacy(metric: str, values: Sequence[KnobValue], mutants: Sequence[Mutant]) -> Iterator[str]:
    """Yield the counts of a metric's values and mutants, then each undetected or wrongly listed one."""
    yield f"{visible(metric):18} {_asked(values)}, {_killed(mutants)}"
    for value in values:
        if value.red:
            state = (
                f"listed with a reason, but covered by {value.asked_by}"
                if value.asked_by
                else "NOT COVERED BY ANY VECTOR"
            )
            yield visible(f"  {value.name}: {state}")
    for mutant in mutants:
        if mutant.red:
            state = f"listed as equivalent, but {mutant.killed_by} kills it" if mutant.killed_by else "SURVIVES"
            yield visible(f"  {mutant.name}: {state}")


def adequacy_summary(values: Sequence[KnobValue], mutants: Sequence[Mutant]) -> str:
    """Return the counts over all metrics, and the percentage killed among mutants that are not listed as equivalent."""
    counted = [mutant for mutant in mutants if not mutant.equivalent]
    share = 100 * sum(bool(mutant.killed_by) for mutant in counted) / len(counted) if counted else 0
    return f"{'all':18} {_asked(values)}, {_killed(mutants)} ({share:.1f} %)"


def _asked(values: Sequence[KnobValue]) -> str:
    return _counted(values, "values covered", [bool(v.asked_by) for v in values], [bool(v.reason) for v in values])


def _killed(mutants: Sequence[Mutant]) -> str:
    killed, listed = [bool(m.killed_by) for m in mutants], [bool(m.equivalent) for m in mutants]
    return _counted(mutants, "mutants killed", killed, listed)


def _counted(everything: Sequence[object], what: str, noticed: Sequence[bool], listed: Sequence[bool]) -> str:
    note = f" and {sum(listed)} listed" if any(listed) else ""
    return f"{sum(noticed):4} of {len(everything) - sum(listed):4} {what}{note}"
