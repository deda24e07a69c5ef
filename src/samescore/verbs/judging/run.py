"""The verb *run*: implementations are judged on golden vectors (see `samescore.verbs.judging.judge`)."""

from __future__ import annotations

import dataclasses
import platform
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial

import msgspec

from samescore.base.errors import UnknownNameError
from samescore.base.version import __version__
from samescore.catalogue.vectors import Vector, select, vectors
from samescore.data.kinds import digest
from samescore.implementations import Implementation, Package, Profiled, Release, package_names
from samescore.implementations import implementation as find_implementation
from samescore.implementations.asking import current
from samescore.implementations.left_files import watching
from samescore.implementations.package import installed_version
from samescore.metrics import METRIC_NAMES, find, jobs
from samescore.records import (
    SCHEMA,
    Absent,
    Case,
    Expectation,
    Footer,
    FreshCase,
    Header,
    LeftFiles,
    OwnCase,
    Participant,
    Record,
    Result,
    RunReport,
    VectorVerdict,
)
from samescore.verbs.judging.all_answers import entry_answers
from samescore.verbs.judging.failed import failed_inputs
from samescore.verbs.judging.fresh import COUNT, NO_FRESH, Fresh, count_questions, is_fresh, questions, seed_for
from samescore.verbs.judging.judge import judge, nearest_question, questions_for
from samescore.verbs.judging.likeness import likenesses
from samescore.verbs.judging.repeat import AskedQuestions
from samescore.verbs.judging.side_by_side import side_by_side
from samescore.verbs.judging.user_inputs import NO_OWN, Own, own_questions


def default_implementations() -> tuple[str, ...]:
    """The implementations that are asked when a run names none."""
    return ("native", *package_names())


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """What a run will ask; `named` says whether the user named the implementations.

    `expected_failures` maps implementations to vector ids with the reason why they may fail. With `all_answers`, every
    entry point is asked about each vector (see `samescore.verbs.judging.all_answers`). `fresh` is what implementations that
    describe themselves are asked besides (see `samescore.verbs.judging.fresh`), unless `again` has fresh inputs of an earlier run
    for each of them; `selected` and `pattern` are the metrics and the expression that chose the vectors. `only` are the
    vectors and fresh inputs that each implementation is asked, None if all. With `exit_first`, the first failure ends the
    run. `own` are inputs of the user's own (see `samescore.verbs.judging.user_inputs`). With `repeat`, implementations that describe
    themselves are asked again (see `samescore.verbs.judging.repeat`).
    """

    implementations: tuple[Implementation, ...]
    vectors: tuple[Vector, ...]
    named: bool
    expected_failures: Mapping[str, Mapping[str, str]] = dataclasses.field(default_factory=dict)
    all_answers: bool = False
    fresh: Fresh = NO_FRESH
    again: Mapping[str, Mapping[str, FreshCase]] | None = None
    selected: tuple[str, ...] = ()
    pattern: str = ""
    own: Own = NO_OWN
    only: Mapping[str, frozenset[str]] | None = None
    exit_first: bool = False
    repeat: bool = False

    @property
    def narrowed(self) -> bool:
        """Are some vectors or metrics left out?"""
        return bool(self.selected or self.pattern) or self.only is not None

    @property
    def selects_some(self) -> bool:
        """Is there anything to ask? The fresh inputs that an expression names are taken for some."""
        if self.only is not None:
            return self.size() > 0
        return bool(self.vectors or self.own.metrics or "fresh-" in self.pattern)

    @property
    def identifies(self) -> bool:
        """Is a failing implementation identified? Not if only some vectors are asked, or two runs are compared."""
        return not self.pattern and self.only is None and self.judges

    @property
    def judges(self) -> bool:
        """Is the run about its verdicts? Not if two runs are compared."""
        return not self.all_answers and self.again is None

    def accepting(self, failures: Mapping[str, Mapping[str, str]]) -> Plan:
        """The plan with these expected failures. Those on fresh inputs are asked again: their seed is taken."""
        identifiers = [identifier for reasons in failures.values() for identifier in reasons]
        return dataclasses.replace(self, expected_failures=failures, fresh=self.fresh.accepting(identifiers))

    def asking_only(self, only: Mapping[str, Sequence[str]]) -> Plan:
        """The plan for these vectors and fresh inputs of some implementations alone; others are not asked."""
        asked = {identifier for identifiers in only.values() for identifier in identifiers}
        return dataclasses.replace(
            self,
            implementations=tuple(i for i in self.implementations if only.get(i.name)),
            vectors=tuple(vector for vector in self.vectors if vector.id in asked),
            only={name: frozenset(identifiers) for name, identifiers in only.items()},
        )

    def vectors_for(self, implementation: Implementation) -> Sequence[Vector]:
        """The golden vectors that an implementation is asked."""
        if self.only is None:
            return self.vectors
        return [vector for vector in self.vectors if vector.id in self.only[implementation.name]]

    def own_for(self, implementation: Implementation) -> Own:
        """The own inputs that an implementation is asked."""
        return self.own if self.only is None else self.own.named(self.only[implementation.name])

    def fresh_for(self, implementation: Implementation) -> tuple[Fresh, str]:
        """The fresh inputs that an implementation is asked, and the expression that selects among them."""
        if self.only is None:
            return self.fresh, self.pattern
        named = sorted(filter(is_fresh, self.only[implementation.name]))
        words = " or ".join(named)
        narrowed = f"({self.pattern}) and ({words})" if self.pattern else words
        return (self.fresh.accepting(named), narrowed) if named else (NO_FRESH, "")

    def size(self) -> int:
        """How many results the run has, at most."""
        return sum(
            len(self.vectors_for(implementation))
            + self.own_for(implementation).size
            + count_questions(
                implementation, *self.fresh_for(implementation), self.selected, self.asked_again(implementation)
            )
            for implementation in self.implementations
        )

    def asked_again(self, implementation: Implementation) -> Mapping[str, FreshCase] | None:
        """The fresh inputs of an earlier run that an implementation is asked again; None if it is asked new ones."""
        return None if self.again is None else self.again.get(implementation.name, {})

    @property
    def metrics(self) -> list[str]:
        """The metrics of the vectors, in the usual order."""
        present = {vector.metric for vector in self.vectors} | self.own.metrics
        return [name for name in METRIC_NAMES if name in present]


def plan(
    implementations: Sequence[str] = (),
    *,
    metrics: Sequence[str] = (),
    pattern: str = "",
    all_answers: bool = False,
    fresh: Fresh | None = None,
    exit_first: bool = False,
    repeat: bool = False,
) -> Plan:
    """Check a run's arguments: see `run`. `fresh` are the fresh inputs; by default the usual number and a random seed."""
    for what, names in (("implementations", implementations), ("metrics", metrics)):
        if isinstance(names, str):
            raise UnknownNameError(f"{what} is a single name, not a list", hint=f"pass {what}=[{names!r}]")
        if len(set(names)) != len(names):
            raise UnknownNameError(f"a name is given twice: {', '.join(names)}", hint="name it once")
    chosen = tuple(find_implementation(name) for name in (implementations or default_implementations()))
    selected = tuple(find(name)[0].name for name in metrics)
    return Plan(
        chosen,
        tuple(select(selected, pattern)),
        bool(implementations),
        all_answers=all_answers,
        fresh=fresh or Fresh.of(pattern=pattern),
        selected=selected,
        pattern=pattern,
        exit_first=exit_first,
        repeat=repeat,
    )


def run(
    implementations: Sequence[str] = (),
    *,
    metrics: Sequence[str] = (),
    pattern: str = "",
    fresh: int = COUNT,
    seed: int | None = None,
    on_record: Callable[[Record], None] = lambda _: None,
) -> RunReport:
    """Judge implementations on the golden vectors: all known implementations if none is named.

    `metrics` and `pattern` (a part of a vector's id) select vectors. Programs and functions are also asked `fresh` inputs
    for each entry point, generated from `seed` (None: a random one, which the report has). `on_record` is called with each
    record of the report as it arrives. Raises `UnknownNameError` for a name that does not exist or is given twice.
    """
    asked = Fresh.of(fresh, seed, pattern)
    planned = plan(implementations, metrics=metrics, pattern=pattern, fresh=asked, repeat=True)
    return execute(planned, on_record)


def execute(planned: Plan, on_record: Callable[[Record], None] = lambda _: None) -> RunReport:
    """Carry out a run; `on_record` is called with each record of its report as it arrives."""
    report = ask(planned, on_record)
    counts = Counter(result.verdict.value for result in report.results)
    unmatched = unmatched_failures(planned, report)
    stopped = planned.exit_first and len(report.results) < report.header.results and bool(report.failures)
    footer = Footer(len(report.results), dict(counts), exit_code(report, planned.named), unmatched, stopped)
    on_record(footer)
    return msgspec.structs.replace(report, footer=footer)


def ask(planned: Plan, on_record: Callable[[Record], None] = lambda _: None) -> RunReport:
    """A run without its footer: the answers and verdicts for every vector."""
    participants = [_participant(implementation, planned) for implementation in planned.implementations]
    size = (len(planned.vectors), planned.size())
    narrowed = (planned.pattern, planned.only is not None)
    header = Header(SCHEMA, __version__, environment(), participants, planned.metrics, *size, *narrowed)
    records: list[Record] = []

    def emit(record: Record) -> None:
        records.append(record)
        on_record(record)

    emit(header)
    without_case = {vector.id: vector for vector in planned.vectors}
    with closing(side_by_side(planned.implementations, partial(_asked, planned), jobs.current())) as asked:
        for record in asked:
            if isinstance(record, Result) and record.vector in without_case:
                emit(case(without_case.pop(record.vector)))
            emit(record)
            if planned.exit_first and isinstance(record, Result) and record.verdict.red:
                own = {case.vector: case for case in records[-2:] if isinstance(case, (FreshCase, OwnCase))}
                for failed in failed_inputs([record], own):
                    emit(failed)
                break
    return RunReport.of(header, records)


def _participant(implementation: Implementation, planned: Plan) -> Participant:
    """The participant, who may be tried to know how it answers."""
    with watching(implementation.watch):
        return participant(implementation, planned)


def _asked(planned: Plan, implementation: Implementation) -> Iterator[Record]:
    """Ask one implementation, which is closed in the end: its records, without the cases.

    What it leaves in the working folder is noticed unless another one is asked at the same time.
    """
    watch = implementation.watch if jobs.current() == 1 or len(planned.implementations) == 1 else None
    with watching(watch):
        yield from _answers(planned, implementation)
    if watch is not None and watch.left:
        yield LeftFiles.of(implementation.name, str(watch.folder), watch.left)


def _answers(planned: Plan, implementation: Implementation) -> Iterator[Record]:
    unavailable = implementation.unavailable()
    expected = planned.expected_failures.get(implementation.name, {})
    results, once = [], AskedQuestions(implementation)
    try:
        for vector in planned.vectors_for(implementation):
            asked = questions_for(implementation, vector)
            question = nearest_question(asked) if asked else None
            judged = once.judged(question, partial(judge, implementation, vector, asked))
            result = _as_expected(judged, expected)
            results.append(result)
            yield result
            if planned.all_answers:
                yield from entry_answers(implementation, asked, result.entry_point)
        cases = dict[str, FreshCase | OwnCase]()
        for own in own_questions(implementation, planned.own_for(implementation)):
            yield (own_case := own.record())
            cases[own_case.vector] = own_case
            result = _as_expected(once.judged(own.question, own.judge), expected)
            results.append(result)
            yield result
        again = planned.asked_again(implementation)
        for fresh in questions(implementation, *planned.fresh_for(implementation), planned.selected, again):
            yield (fresh_case := fresh.input.record(implementation.name))
            cases[fresh_case.vector] = fresh_case
            result = _as_expected(once.judged(fresh.question, fresh.judge), expected)
            results.append(result)
            yield result
        if planned.repeat and planned.identifies:
            repeated = once.repeat(planned.fresh.seed if planned.fresh.count else 0)
            yield from [repeated] if repeated else []
        if planned.identifies:
            yield from likenesses(implementation, results)
        if planned.judges:
            yield from failed_inputs(results, cases)
        refusal = implementation.unavailable()
    finally:
        implementation.close()
    if refusal and not unavailable:  # it stopped during the run
        yield Absent(implementation.name, refusal.reason)


def exit_code(report: RunReport, named: bool) -> int:
    """0: as expected, 1: disagreement, 3: expected failure passes, 4: nothing ran, 5: a `named` one is unavailable.

    Also 5 if the budget has ended before everything was asked.
    """
    if report.unsteady or any(result.verdict is not VectorVerdict.STALE for result in report.failures):
        return 1
    if report.failures:
        return 3
    budget = current().budget
    if budget and budget.cut:
        return 5
    if named and any(participant.unavailable for participant in report.implementations):
        return 5
    return 0 if any(result.verdict.answered for result in report.results) else 4


def participant(implementation: Implementation, planned: Plan) -> Participant:
    """What a report says about an implementation."""
    name, version, refusal = implementation.name, implementation.version, implementation.unavailable()
    reason = refusal.reason if refusal else ""
    if isinstance(implementation, Profiled) and implementation.describes_itself:
        seed = seed_for(implementation, planned.fresh_for(implementation)[0], planned.asked_again(implementation))
        described = msgspec.to_builtins(implementation.file)
        note = "" if reason else "; ".join(implementation.answer_notes(planned.metrics))
        return Participant(name, version, reason, note, described=described, seed=seed)
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


def unmatched_failures(planned: Plan, report: RunReport) -> list[str]:
    """The expected failures that name no vector, no own input, and no fresh one that could have been asked."""
    names = {name for reasons in planned.expected_failures.values() for name in reasons}
    asked = {name for _, name in (*report.fresh, *report.own)}
    unasked = {name for name in names if is_fresh(name) and (planned.narrowed or not planned.fresh.count)}
    return sorted(names - set(vectors()) - asked - unasked)
