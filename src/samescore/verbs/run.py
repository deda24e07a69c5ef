"""The verb *run*: golden vectors against implementations, a verdict each (`samescore.verbs.judge`)."""

from __future__ import annotations

import dataclasses
import platform
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from samescore.catalogue.vectors import Vector, select, vectors
from samescore.errors import UnknownNameError
from samescore.implementations import Implementation, Isolated, Package, implementation, package_names
from samescore.implementations.description import Described
from samescore.implementations.package import installed_version
from samescore.metrics import METRIC_NAMES, find
from samescore.verbs.all_answers import EntryAnswer, entry_answers
from samescore.verbs.judge import Judgement, VectorVerdict, judge, questions_for


def default_implementations() -> tuple[str, ...]:
    """Who takes part in a run that names nobody."""
    return ("native", *package_names())


@dataclasses.dataclass(frozen=True, slots=True)
class Participant:
    """An implementation that took part in a run.

    `environment` and `packages` are those of its own environment, if it has one; `described` what it says of itself.
    """

    name: str
    version: str
    unavailable: str
    note: str
    environment: dict[str, str] = dataclasses.field(default_factory=dict)
    packages: dict[str, str] = dataclasses.field(default_factory=dict)
    described: dict[str, Any] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True, slots=True)
class RunReport:
    """The outcome of a run.

    `exit_code`: 0 as expected, 1 disagreement, 3 a listed failure passes, 4 nothing ran, 5 could not start.
    `unmatched` are the listed ids that no vector has.
    """

    implementations: tuple[Participant, ...]
    results: tuple[Judgement, ...]
    named: bool
    unmatched: tuple[str, ...] = ()

    def count(self, name: str, metric_name: str) -> Counter[VectorVerdict]:
        """Verdicts of one implementation on one metric."""
        return Counter(r.verdict for r in self.results if r.implementation == name and r.vector.metric == metric_name)

    @property
    def failures(self) -> list[Judgement]:
        """The red results."""
        return [result for result in self.results if result.verdict.red]

    @property
    def exit_code(self) -> int:
        if any(result.verdict is not VectorVerdict.STALE for result in self.failures):
            return 1
        if self.failures:
            return 3
        if self.named and any(asked.unavailable for asked in self.implementations):
            return 5
        ran = any(r.verdict not in (VectorVerdict.UNSUPPORTED, VectorVerdict.UNAVAILABLE) for r in self.results)
        return 0 if ran else 4


def environment() -> dict[str, str]:
    """The facts about this machine that can move a score's last bits."""
    import unicodedata

    numbers = {name: installed_version(name) for name in ("numpy", "regex")}
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "platform": platform.platform(),
        "unicode": unicodedata.unidata_version,
        **{name: version for name, version in numbers.items() if version},
    }


def asked(chosen: Implementation) -> Participant:
    """What a report says about an implementation."""
    refusal = chosen.unavailable()
    reason = refusal.reason if refusal else ""
    if isinstance(chosen, Described):
        return Participant(chosen.name, chosen.version, reason, "", described=msgspec.to_builtins(chosen.file))
    if not isinstance(chosen, Package):
        return Participant(chosen.name, chosen.version, reason, "")
    note = "" if chosen.covered or refusal else "no profile covers this version; the newest known one is used"
    found = Participant(chosen.name, chosen.version, reason, note)
    if not isinstance(chosen, Isolated) or chosen.environment is None:
        return found
    facts = chosen.environment.facts
    own = {"python": facts.python, "implementation": facts.implementation, "platform": facts.platform}
    return dataclasses.replace(found, environment={**own, "unicode": facts.unicode}, packages=facts.packages)


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """What a run will ask: implementations, vectors, and whether the user named the former."""

    chosen: tuple[Implementation, ...]
    vectors: tuple[Vector, ...]
    named: bool


def plan(implementations: Sequence[str] = (), *, metrics: Sequence[str] = (), pattern: str = "") -> Plan:
    """Check a run's arguments: see `run`."""
    for name, given in (("implementations", implementations), ("metrics", metrics)):
        if isinstance(given, str):
            raise UnknownNameError(f"{name} is a single name, not a list", hint=f"pass {name}=[{given!r}]")
        if len(set(given)) != len(given):
            raise UnknownNameError(f"a name is given twice: {', '.join(given)}", hint="name it once")
    chosen = tuple(implementation(name) for name in (implementations or default_implementations()))
    return Plan(chosen, tuple(select([find(name)[0].name for name in metrics], pattern)), bool(implementations))


def run(
    implementations: Sequence[str] = (),
    *,
    metrics: Sequence[str] = (),
    pattern: str = "",
    on_result: Callable[[Judgement], None] = lambda _: None,
) -> RunReport:
    """Golden vectors against implementations (all known ones when none is named).

    `metrics` and `pattern` (a part of a vector's id) narrow the vectors. `on_result` is called with each
    result as it arrives. Raises `UnknownNameError` for a name that does not exist or is given twice.
    """
    return execute(plan(implementations, metrics=metrics, pattern=pattern), on_result)


def execute(
    planned: Plan,
    on_result: Callable[[Judgement], None] = lambda _: None,
    listed: Mapping[str, Mapping[str, str]] | None = None,
    on_answer: Callable[[EntryAnswer], None] | None = None,
) -> RunReport:
    """Carry out a run. `listed` are each implementation's expected failures: vector ids with the reason.

    With `on_answer`, every entry point is asked about each vector (see `samescore.verbs.all_answers`).
    """
    results: list[Judgement] = []
    listed = listed or {}
    for participant in planned.chosen:
        expected_failures = listed.get(participant.name, {})
        try:
            for vector in planned.vectors:
                questions = questions_for(participant, vector)
                judgement = _as_listed(judge(participant, vector, questions), expected_failures)
                results.append(judgement)
                on_result(judgement)
                if on_answer is not None:
                    for answer in entry_answers(participant, questions, judgement.entry_point):
                        on_answer(answer)
        finally:
            participant.close()
    unmatched = tuple(sorted({name for failures in listed.values() for name in failures} - set(vectors())))
    return RunReport(tuple(map(asked, planned.chosen)), tuple(results), planned.named, unmatched)


def _as_listed(result: Judgement, listed: Mapping[str, str]) -> Judgement:
    """The result in the light of the failures that are expected."""
    reason = listed.get(result.vector.id)
    if reason is None or result.verdict in (VectorVerdict.UNSUPPORTED, VectorVerdict.UNAVAILABLE):
        return result
    if result.verdict in (VectorVerdict.DISAGREE, VectorVerdict.ERROR):
        return dataclasses.replace(result, verdict=VectorVerdict.EXPECTED, stage=reason)
    return dataclasses.replace(
        result, verdict=VectorVerdict.STALE, causes=(), stage=f"it passes, but is listed as failing: {reason}"
    )


def metrics_in(report: RunReport) -> list[str]:
    """The metrics that a report has results for, in the usual order."""
    present = {result.vector.metric for result in report.results}
    return [name for name in METRIC_NAMES if name in present]
