"""Axioms, smoke tests and mutants for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samescore.records import AxiomFinding, Mutant, Result, RunReport, SmokeTest, VectorVerdict, explained_failures
from samescore.report.plain import visible

#: How many failures of a smoke test are shown.
_MOST_FAILURES = 3


def axiom(finding: AxiomFinding) -> Iterator[str]:
    """An axiom that does not hold; nothing for one that does."""
    if finding.holds is True:
        return
    state = "not asked" if finding.holds is None else "BROKEN" if finding.red else "broken by design"
    note = f" ({finding.exception})" if finding.exception else ""
    yield visible(f"{finding.implementation} {finding.metric}, {finding.axiom}: {state}{note}: {finding.detail}")


def axioms_summary(findings: Sequence[AxiomFinding]) -> str:
    """How many axioms could be checked, and how many are broken."""
    checked = sum(finding.holds is not None for finding in findings)
    return f"{checked} checks: {sum(finding.red for finding in findings)} broken without a known reason"


def smoke_test(test: SmokeTest) -> Iterator[str]:
    """For each metric the counts, the first failures and what it behaves like; then the answers that changed."""
    for metric in test.report.metrics:
        yield from _smoke_metric(test.report, metric)
    yield from (f"  {vector}: a different answer when asked again" for vector in test.changed)


def _smoke_metric(report: RunReport, metric: str) -> Iterator[str]:
    results = [result for result in report.results if result.metric == metric]
    failures = [result for result in results if result.verdict.red]
    golden, fresh = (
        [
            r
            for r in results
            if (report.fresh_case(r) is not None) == fresh and r.verdict is not VectorVerdict.UNSUPPORTED
        ]
        for fresh in (False, True)
    )
    yield f"{metric}: {_passing(golden)} of {len(golden)} basic vectors pass{_fresh(report, fresh)}"
    for result in failures[:_MOST_FAILURES]:
        yield f"  {result.vector}: {visible(result.why, 300)}"
        if case := report.fresh_case(result):
            yield f"    input {visible(case.input_text, 300)}"
        yield f"    {visible(result.reproduce)}"
    if len(failures) > _MOST_FAILURES:
        yield f"  and {len(failures) - _MOST_FAILURES} more"
    yield from (f"  {visible(mistake.text, 600)}" for mistake in explained_failures(failures)[:_MOST_FAILURES])
    yield from (f"  it {visible(likeness.text, 600)}" for likeness in report.likenesses if likeness.metric == metric)


def _passing(results: Sequence[Result]) -> int:
    return sum(not result.verdict.red for result in results)


def _fresh(report: RunReport, fresh: Sequence[Result]) -> str:
    """How many fresh inputs pass; empty for an implementation that is never asked any."""
    (participant,) = report.implementations
    if not participant.described:
        return ""
    if participant.seed is None:
        return "; no fresh inputs were asked"
    return f"; {_passing(fresh)} of {len(fresh)} fresh inputs pass (seed {participant.seed})"


def mutants(metric: str, results: Sequence[Mutant]) -> Iterator[str]:
    """The counts of a metric's mutants, and each that survives or is listed wrongly."""
    killed, equivalent = _counts(results)
    note = f", {equivalent} equivalent" if equivalent else ""
    yield f"{metric:18} {killed:3} of {len(results) - equivalent:3} mutants killed{note}"
    for mutant in results:
        if mutant.red:
            state = "listed as equivalent, but killed" if mutant.killed_by else "SURVIVES"
            yield f"  {mutant.name}: {state}"


def mutants_summary(results: Sequence[Mutant]) -> str:
    """The counts over all metrics."""
    killed, equivalent = _counts(results)
    total = len(results) - equivalent
    return f"{'all':18} {killed:3} of {total:3} ({100 * killed / total if total else 0:.1f} %)"


def _counts(results: Sequence[Mutant]) -> tuple[int, int]:
    """How many mutants are killed, and how many are listed as equivalent."""
    return sum(bool(mutant.killed_by) for mutant in results), sum(bool(mutant.equivalent) for mutant in results)
