"""The verb *run*: implementations are judged on golden vectors (see `samescore.verbs.judge`)."""

from __future__ import annotations

import dataclasses
import platform
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import msgspec

from samescore._version import __version__
from samescore.catalogue.vectors import Vector, select, vectors
from samescore.data.kinds import digest
from samescore.errors import UnknownNameError
from samescore.implementations import Implementation, Package, Release, package_names
from samescore.implementations import implementation as find_implementation
from samescore.implementations.asking import current
from samescore.implementations.description import DescribedImplementation
from samescore.implementations.package import installed_version
from samescore.metrics import METRIC_NAMES, find
from samescore.records import (
    SCHEMA,
    Absent,
    Case,
    Expectation,
    Footer,
    Header,
    Participant,
    Record,
    Result,
    RunReport,
    VectorVerdict,
)
from samescore.verbs.all_answers import entry_answers
from samescore.verbs.judge import judge, questions_for


def default_implementations() -> tuple[str, ...]:
    """The implementations that are asked when a run names none."""
    return ("native", *package_names())


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """What a run will ask; `named` says whether the user named the implementations.

    `expected_failures` maps implementations to vector ids with the reason why they may fail. With `all_answers`, every
    entry point is asked about each vector (see `samescore.verbs.all_answers`).
    """

    implementations: tuple[Implementation, ...]
    vectors: tuple[Vector, ...]
    named: bool
    expected_failures: Mapping[str, Mapping[str, str]] = dataclasses.field(default_factory=dict)
    all_answers: bool = False

    @property
    def metrics(self) -> list[str]:
        """The metrics of the vectors, in the usual order."""
        present = {vector.metric for vector in self.vectors}
        return [name for name in METRIC_NAMES if name in present]


def plan(
    implementations: Sequence[str] = (),
    *,
    metrics: Sequence[str] = (),
    pattern: str = "",
    all_answers: bool = False,
) -> Plan:
    """Check a run's arguments: see `run`."""
    for what, names in (("implementations", implementations), ("metrics", metrics)):
        if isinstance(names, str):
            raise UnknownNameError(f"{what} is a single name, not a list", hint=f"pass {what}=[{names!r}]")
        if len(set(names)) != len(names):
            raise UnknownNameError(f"a name is given twice: {', '.join(names)}", hint="name it once")
    chosen = tuple(find_implementation(name) for name in (implementations or default_implementations()))
    selected = tuple(select([find(name)[0].name for name in metrics], pattern))
    return Plan(chosen, selected, bool(implementations), all_answers=all_answers)


def run(
    implementations: Sequence[str] = (),
    *,
    metrics: Sequence[str] = (),
    pattern: str = "",
    on_result: Callable[[Result], None] = lambda _: None,
) -> RunReport:
    """Judge implementations on the golden vectors: all known implementations if none is named.

    `metrics` and `pattern` (a part of a vector's id) select vectors. `on_result` is called with each result as it
    arrives. Raises `UnknownNameError` for a name that does not exist or is given twice.
    """

    def on_record(record: Record) -> None:
        if isinstance(record, Result):
            on_result(record)

    return execute(plan(implementations, metrics=metrics, pattern=pattern), on_record)


def execute(planned: Plan, on_record: Callable[[Record], None] = lambda _: None) -> RunReport:
    """Carry out a run; `on_record` is called with each record of its report as it arrives."""
    report = ask(planned, on_record)
    counts = Counter(result.verdict.value for result in report.results)
    footer = Footer(len(report.results), dict(counts), exit_code(report, planned.named), unmatched_failures(planned))
    on_record(footer)
    return msgspec.structs.replace(report, footer=footer)


def ask(planned: Plan, on_record: Callable[[Record], None] = lambda _: None) -> RunReport:
    """A run without its footer: the answers and verdicts for every vector."""
    participants = [participant(implementation) for implementation in planned.implementations]
    header = Header(SCHEMA, __version__, environment(), participants, planned.metrics)
    records: list[Record] = []

    def emit(record: Record) -> None:
        records.append(record)
        on_record(record)

    emit(header)
    cases = set()
    for implementation, at_start in zip(planned.implementations, participants, strict=True):
        expected = planned.expected_failures.get(implementation.name, {})
        try:
            for vector in planned.vectors:
                questions = questions_for(implementation, vector)
                result = _as_expected(judge(implementation, vector, questions), expected)
                if vector.id not in cases:
                    cases.add(vector.id)
                    emit(case(vector))
                emit(result)
                if planned.all_answers:
                    for answer in entry_answers(implementation, questions, result.entry_point):
                        emit(answer)
            refusal = implementation.unavailable()
        finally:
            implementation.close()
        if refusal and not at_start.unavailable:  # it stopped during the run
            emit(Absent(implementation.name, refusal.reason))
    return RunReport.of(header, records)


def exit_code(report: RunReport, named: bool) -> int:
    """0: as expected, 1: disagreement, 3: expected failure passes, 4: nothing ran, 5: a `named` one is unavailable.

    Also 5 if the budget has ended before everything was asked.
    """
    if any(result.verdict is not VectorVerdict.STALE for result in report.failures):
        return 1
    if report.failures:
        return 3
    budget = current().budget
    if budget and budget.cut:
        return 5
    if named and any(participant.unavailable for participant in report.implementations):
        return 5
    return 0 if any(result.verdict.answered for result in report.results) else 4


def participant(implementation: Implementation) -> Participant:
    """What a report says about an implementation."""
    name, version, refusal = implementation.name, implementation.version, implementation.unavailable()
    reason = refusal.reason if refusal else ""
    if isinstance(implementation, DescribedImplementation):
        return Participant(name, version, reason, "", described=msgspec.to_builtins(implementation.file))
    if not isinstance(implementation, Package):
        return Participant(name, version, reason, "")
    note = "" if implementation.covered or refusal else "no profile covers this version; the newest known one is used"
    if not isinstance(implementation, Release) or implementation.environment is None:
        return Participant(name, version, reason, note)
    facts = implementation.environment.facts
    described_environment = {
        "python": facts.python,
        "implementation": facts.implementation,
        "platform": facts.platform,
        "unicode": facts.unicode,
    }
    return Participant(name, version, reason, note, environment=described_environment, packages=facts.packages)


def environment() -> dict[str, str]:
    """The facts about this machine that can change the last bits of a score."""
    import unicodedata

    versions = {name: installed_version(name) for name in ("numpy", "regex")}
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "platform": platform.platform(),
        "unicode": unicodedata.unidata_version,
        **{name: version for name, version in versions.items() if version},
    }


def case(vector: Vector) -> Case:
    """The record of a vector: what is asked, and the right answer."""
    expected = Expectation(vector.expected.outcome, vector.expected.value)
    return Case(vector.id, vector.metric, vector.complete_settings().signature, digest(vector.data()), expected)


def _as_expected(result: Result, reasons: Mapping[str, str]) -> Result:
    """The result, with another verdict if the failure is an expected one."""
    reason = reasons.get(result.vector)
    if reason is None or not result.verdict.answered:
        return result
    if result.verdict in (VectorVerdict.DISAGREE, VectorVerdict.ERROR):
        return msgspec.structs.replace(result, verdict=VectorVerdict.EXPECTED, stage=reason)
    passes = f"it passes, but is listed as failing: {reason}"
    return msgspec.structs.replace(result, verdict=VectorVerdict.STALE, causes=[], stage=passes)


def unmatched_failures(planned: Plan) -> list[str]:
    """The expected failures that name no vector."""
    names = {name for reasons in planned.expected_failures.values() for name in reasons}
    return sorted(names - set(vectors()))
