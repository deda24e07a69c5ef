"""The verb *run*: judge implementations on golden vectors, fresh inputs and user inputs.

See `samescore.verbs.judging.judge` for the rules.
"""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial

import msgspec

from samescore.base.version import __version__
from samescore.catalogue.vectors import Vector, vectors
from samescore.data.kinds import digest
from samescore.implementations import Implementation, Package, Profiled, Release
from samescore.implementations.asking import current
from samescore.implementations.extras import extra_of
from samescore.implementations.left_files import detecting_new_files
from samescore.implementations.package import installed_version
from samescore.metrics import jobs
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
from samescore.records.run import by_header
from samescore.verbs.judging.all_answers import entry_answers
from samescore.verbs.judging.cases import JudgedCase, nearest_question, questions_for
from samescore.verbs.judging.failed import failed_inputs
from samescore.verbs.judging.fresh import COUNT, is_fresh, questions, seed_for
from samescore.verbs.judging.judge import judge_case
from samescore.verbs.judging.likeness import likenesses
from samescore.verbs.judging.plan import Request, RunPlan, plan
from samescore.verbs.judging.repeat import AskedQuestions
from samescore.verbs.judging.side_by_side import side_by_side
from samescore.verbs.judging.user_inputs import user_questions


def run(
    implementations: Sequence[str] = (),
    *,
    metrics: Sequence[str] = (),
    pattern: str = "",
    fresh: int = COUNT,
    seed: int | None = None,
) -> RunReport:
    """Run implementations (by default all known ones) on golden vectors and fresh inputs, and return the report.

    The arguments are described in `samescore.verbs.judging.plan.Request`. Raises `UnknownNameError` for an unknown or
    duplicate name.
    """
    return report_of(execute(Request(tuple(implementations), tuple(metrics), pattern, fresh=fresh, seed=seed)))


def execute(request: Request) -> Iterator[Record]:
    """Yield the records of a run as they arrive, from its header to its footer.

    Raises the errors of `samescore.verbs.judging.plan.plan`.
    """
    return records_of(plan(request))


def report_of(records: Iterable[Record]) -> RunReport:
    """Assemble a report from the records of one run, which begin with its header."""
    ((header, following),) = by_header(records)
    return RunReport.of(header, following)


def records_of(planned: RunPlan) -> Iterator[Record]:
    """Yield the records of a planned run as they arrive, with a footer at the end."""
    records: list[Record] = []
    with closing(answers_of(planned)) as arriving:
        for record in arriving:
            records.append(record)
            yield record
    report = report_of(records)
    counts = Counter(result.verdict.value for result in report.results)
    unmatched = unmatched_failures(planned, report)
    stopped = planned.exit_first and report.done < report.header.results and bool(report.failures)
    yield Footer(len(report.results), dict(counts), exit_code(report, planned.named), unmatched, stopped)


def ask(planned: RunPlan) -> RunReport:
    """Run a plan and return the report without its footer."""
    return report_of(answers_of(planned))


def answers_of(planned: RunPlan) -> Generator[Record, None, None]:
    """Yield the records of a run as they arrive, except its footer: the header, then cases and results.

    With `exit_first`, the records end with the first failure and its input.
    """
    participants = [_participant(implementation, planned) for implementation in planned.implementations]
    absent = {participant.name for participant in participants if participant.unavailable}
    size = (len(planned.vectors), planned.size(absent))
    narrowed = (planned.pattern, planned.only is not None)
    yield Header(SCHEMA, __version__, environment(), participants, planned.metrics, *size, *narrowed)
    without_case = {vector.id: vector for vector in planned.vectors}
    own: list[Record] = []
    with closing(side_by_side(planned.implementations, partial(_run_one, planned), jobs.current())) as asked:
        for record in asked:
            if isinstance(record, Result) and record.vector in without_case:
                yield case(without_case.pop(record.vector))
            yield record
            own = [*own[-1:], record]
            if planned.exit_first and isinstance(record, Result) and record.verdict.red:
                cases = {case.vector: case for case in own if isinstance(case, (FreshCase, OwnCase))}
                yield from failed_inputs([record], cases)
                break


def _participant(implementation: Implementation, planned: RunPlan) -> Participant:
    """Return the record of an implementation, as `participant` does, watching for files that it leaves.

    A function may be called to find out the format of its return value.
    """
    with detecting_new_files(implementation.watch):
        return participant(implementation, planned)


def _run_one(planned: RunPlan, implementation: Implementation) -> Iterator[Record]:
    """Run one implementation, yield its records (but none of golden cases), and close it.

    Files that it leaves in the working folder are recorded, unless other implementations run at the same time.
    """
    watch = implementation.watch if jobs.current() == 1 or len(planned.implementations) == 1 else None
    with detecting_new_files(watch):
        yield from _answers(planned, implementation)
    if watch is not None and watch.left:
        yield LeftFiles.of(implementation.name, str(watch.folder), watch.left)


def _answers(planned: RunPlan, implementation: Implementation) -> Iterator[Record]:
    """Run one implementation as planned, yield its records, and close it.

    The order is: golden vectors, user inputs, fresh inputs, repetitions, likenesses, failed inputs, and a record that it
    is absent if it stopped during the run.
    """
    unavailable = implementation.unavailable()
    expected = planned.expected_failures.get(implementation.name, {})
    results, once = [], AskedQuestions(implementation)
    try:
        for vector in planned.vectors_for(implementation):
            asked_case = JudgedCase.of(vector)
            asked = questions_for(implementation, asked_case)
            question = nearest_question(asked) if asked else None
            judged = once.judged(question, partial(judge_case, implementation, asked_case, asked))
            result = _as_expected(judged, expected)
            results.append(result)
            yield result
            if planned.all_answers:
                yield from entry_answers(implementation, asked, result.entry_point)
        cases = dict[str, FreshCase | OwnCase]()
        for own in user_questions(implementation, planned.own_for(implementation)):
            yield (own_case := own.record())
            cases[own_case.vector] = own_case
            result = _as_expected(once.judged(own.question, own.judge), expected)
            results.append(result)
            yield result
        again = planned.asked_again(implementation)
        for fresh in questions(implementation, *planned.fresh_for(implementation), planned.selected, again):
            yield (fresh_case := fresh.record())
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
    """Return the exit code of a run; `named` means that the user named the implementations.

    It is 1 for a failure or a changed answer, else 3 if an expected failure passes, else 5 if the time limit ended the
    run early or a named implementation is unavailable, else 4 if nothing was answered, and 0 otherwise.
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


def participant(implementation: Implementation, planned: RunPlan) -> Participant:
    """Return the record that describes an implementation: its version, why it is unavailable, and notes about it.

    An implementation that describes itself is recorded with its description and seed, a release with its environment.
    """
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
        return Participant(
            name, version, reason, note, extra="" if version else extra_of(implementation.file.distribution)
        )
    facts = implementation.environment.facts
    described_environment = {
        "python": facts.python,
        "implementation": facts.implementation,
        "platform": facts.platform,
        "unicode": facts.unicode,
    }
    return Participant(name, version, reason, note, environment=described_environment, packages=facts.packages)


def environment() -> dict[str, str]:
    """Return facts about this machine that can affect a score, by name: versions of Python, Unicode and packages."""
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
    """Return the record of a vector: its settings, the digest of its input, and the right answer."""
    expected = Expectation(vector.expected.outcome, vector.expected.value)
    return Case(vector.id, vector.metric, vector.complete_settings().signature, digest(vector.data()), expected)


def _as_expected(result: Result, reasons: Mapping[str, str]) -> Result:
    """Return the result, with a changed verdict if `reasons` list the vector as an expected failure.

    A failure becomes "expected", and a pass becomes "stale", which is a failure.
    """
    reason = reasons.get(result.vector)
    if reason is None or not result.verdict.answered:
        return result
    if result.verdict in (VectorVerdict.DISAGREE, VectorVerdict.ERROR):
        return msgspec.structs.replace(result, verdict=VectorVerdict.EXPECTED, stage=reason)
    passes = f"it passes, but is listed as failing: {reason}"
    return msgspec.structs.replace(result, verdict=VectorVerdict.STALE, causes=[], stage=passes)


def unmatched_failures(planned: RunPlan, report: RunReport) -> list[str]:
    """Return the ids of expected failures that match no vector, no user input and no fresh input.

    Ids of fresh inputs are not returned if the run was restricted, or had no fresh inputs.
    """
    names = {name for reasons in planned.expected_failures.values() for name in reasons}
    asked = {name for _, name in (*report.fresh, *report.own)}
    unasked = {name for name in names if is_fresh(name) and (planned.narrowed or not planned.fresh.count)}
    return sorted(names - set(vectors()) - asked - unasked)
