"""Axioms, smoke tests and mutants for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samescore.records import AxiomFinding, Mutant, SmokeTest
from samescore.report.plain import visible

#: How many failures of a smoke test are shown.
_MOST_FAILURES = 3


def axiom(finding: AxiomFinding) -> Iterator[str]:
    """An axiom that does not hold; nothing for one that does."""
    if finding.holds is True:
        return
    state = "not asked" if finding.holds is None else "BROKEN" if finding.red else "broken by design"
    note = f" ({finding.exception})" if finding.exception else ""
    asked = " ".join(filter(None, [finding.implementation, finding.entry_point, finding.metric]))
    yield visible(f"{asked}, {finding.axiom}: {state}{note}: {finding.detail}")


def axioms_summary(findings: Sequence[AxiomFinding]) -> str:
    """How many axioms could be checked, and how many are broken."""
    checked = sum(finding.holds is not None for finding in findings)
    return f"{checked} checks: {sum(finding.red for finding in findings)} broken without a known reason"


def smoke_test(test: SmokeTest) -> Iterator[str]:
    """The counts of a metric, the first failures, and the answers that changed."""
    passed = test.answered - len(test.failures)
    yield f"{test.metric}: {passed} of {test.answered} basic vectors pass"
    for result in test.failures[:_MOST_FAILURES]:
        yield f"  {result.vector}: {visible(result.why, 300)}"
    yield from (f"  {vector}: a different answer when asked again" for vector in test.changed)


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
