"""The verb *run*: golden vectors against implementations, a verdict each.

An implementation is asked through the entry point that can come closest to the vector's settings. If
it can take them as they are, its outcome must be the expected one. If it cannot, its outcome may
differ, but then the native metric under the implementation's profile must give exactly the same
number, and the smallest set of knobs that leads there is named. Anything else is a disagreement.
"""

from __future__ import annotations

import dataclasses
import enum
import math
import platform
import shlex
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from samescore.catalogue.profiles import Profile
from samescore.catalogue.vectors import Vector, select, vectors
from samescore.errors import UnknownNameError
from samescore.implementations import Implementation, Package, Profiled, Release, implementation, package_names
from samescore.implementations.base import limits, native_outcome, plain_stages
from samescore.implementations.description import DescribedImplementation
from samescore.implementations.package import installed_version
from samescore.metrics import METRIC_NAMES, find, metric
from samescore.outcome import (
    STORED_ULPS,
    Outcome,
    Raised,
    Score,
    Unavailable,
    Undefined,
    Unsupported,
    same_outcome,
    ulps,
)
from samescore.settings import Difference, Settings
from samescore.verbs.all_answers import EntryAnswer, entry_answers
from samescore.verbs.attribution.known import known
from samescore.verbs.attribution.mistakes import Diagnosis, diagnose
from samescore.verbs.attribution.paths import rescaled, smallest_cause


def default_implementations() -> tuple[str, ...]:
    """Who takes part in a run that names nobody."""
    return ("native", *package_names())


class Verdict(enum.Enum):
    """How an outcome stands to the expected one."""

    AGREE = "agree"
    DIVERGE = "diverge"  # differs, and named knobs explain it exactly
    EXPECTED = "expected"  # differs, and somebody has listed it with a reason
    STALE = "stale"  # listed, but passes
    DISAGREE = "disagree"  # differs, unexplained
    ERROR = "error"  # raised where a score is expected, unexplained
    UNSUPPORTED = "unsupported"
    UNAVAILABLE = "unavailable"

    @property
    def red(self) -> bool:
        """Does it make a run fail?"""
        return self in (Verdict.DISAGREE, Verdict.ERROR, Verdict.STALE)


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """One vector, one implementation."""

    vector: Vector
    implementation: str
    entry_point: str
    verdict: Verdict
    outcome: Outcome
    causes: tuple[Difference, ...] = ()
    stage: str = ""
    mistakes: tuple[Diagnosis, ...] = ()  # which known mistakes give exactly the wrong number
    divergences: tuple[str, ...] = ()  # the catalogue's entries on the causes
    settings: Settings | None = None  # that it was asked under
    raw: Outcome | None = None  # what it answered on its own scale; `outcome` is on the vector's

    @property
    def reproduce(self) -> str:
        """A command that shows this result again."""
        return f"samescore run {shlex.quote(self.implementation)} --vector {self.vector.id}"

    @property
    def why(self) -> str:
        """The reason for the verdict, in a line."""
        if self.verdict is Verdict.DIVERGE:
            entries = f" (known: {', '.join(self.divergences)})" if self.divergences else ""
            return "; ".join(map(str, self.causes)) + entries
        if isinstance(self.outcome, (Unsupported, Unavailable)):
            return self.outcome.reason
        if not self.mistakes:
            return self.stage
        return f"{self.stage}; as if {' or '.join(map(str, self.mistakes))}"


@dataclasses.dataclass(frozen=True, slots=True)
class Asked:
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
class Report:
    """The outcome of a run.

    `exit_code`: 0 as expected, 1 disagreement, 3 a listed failure passes, 4 nothing ran, 5 could not start.
    `unmatched` are the listed ids that no vector has.
    """

    implementations: tuple[Asked, ...]
    results: tuple[Result, ...]
    named: bool
    unmatched: tuple[str, ...] = ()

    def count(self, name: str, metric_name: str) -> Counter[Verdict]:
        """Verdicts of one implementation on one metric."""
        return Counter(r.verdict for r in self.results if r.implementation == name and r.vector.metric == metric_name)

    @property
    def failures(self) -> list[Result]:
        """The red results."""
        return [result for result in self.results if result.verdict.red]

    @property
    def exit_code(self) -> int:
        if any(result.verdict is not Verdict.STALE for result in self.failures):
            return 1
        if self.failures:
            return 3
        if self.named and any(asked.unavailable for asked in self.implementations):
            return 5
        ran = any(r.verdict not in (Verdict.UNSUPPORTED, Verdict.UNAVAILABLE) for r in self.results)
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


def asked(chosen: Implementation) -> Asked:
    """What a report says about an implementation."""
    refusal = chosen.unavailable()
    reason = refusal.reason if refusal else ""
    if isinstance(chosen, DescribedImplementation):
        return Asked(chosen.name, chosen.version, reason, "", described=msgspec.to_builtins(chosen.file))
    if not isinstance(chosen, Package):
        return Asked(chosen.name, chosen.version, reason, "")
    note = "" if chosen.covered or refusal else "no profile covers this version; the newest known one is used"
    found = Asked(chosen.name, chosen.version, reason, note)
    if not isinstance(chosen, Release) or chosen.environment is None:
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
    on_result: Callable[[Result], None] = lambda _: None,
) -> Report:
    """Golden vectors against implementations (all known ones when none is named).

    `metrics` and `pattern` (a part of a vector's id) narrow the vectors. `on_result` is called with each
    result as it arrives. Raises `UnknownNameError` for a name that does not exist or is given twice.
    """
    return execute(plan(implementations, metrics=metrics, pattern=pattern), on_result)


def execute(
    planned: Plan,
    on_result: Callable[[Result], None] = lambda _: None,
    listed: Mapping[str, Mapping[str, str]] | None = None,
    on_answer: Callable[[EntryAnswer], None] | None = None,
) -> Report:
    """Carry out a run. `listed` are each implementation's expected failures: vector ids with the reason.

    With `on_answer`, every entry point is asked about each vector (see `samescore.verbs.all_answers`).
    """
    results: list[Result] = []
    listed = listed or {}
    for one in planned.chosen:
        try:
            for vector in planned.vectors:
                results.append(_as_listed(judge(one, vector), listed.get(one.name, {})))
                on_result(results[-1])
                if on_answer is not None:
                    for answer in entry_answers(one, vector, results[-1].entry_point):
                        on_answer(answer)
        finally:
            one.close()
    unmatched = tuple(sorted({name for failures in listed.values() for name in failures} - set(vectors())))
    return Report(tuple(map(asked, planned.chosen)), tuple(results), planned.named, unmatched)


def _as_listed(result: Result, listed: Mapping[str, str]) -> Result:
    """The result in the light of the failures that are expected."""
    reason = listed.get(result.vector.id)
    if reason is None or result.verdict in (Verdict.UNSUPPORTED, Verdict.UNAVAILABLE):
        return result
    if result.verdict in (Verdict.DISAGREE, Verdict.ERROR):
        return dataclasses.replace(result, verdict=Verdict.EXPECTED, stage=reason)
    return dataclasses.replace(
        result, verdict=Verdict.STALE, causes=(), stage=f"it passes, but is listed as failing: {reason}"
    )


def expected_outcome(vector: Vector) -> Outcome:
    """A vector's expected outcome."""
    match vector.expected.outcome:
        case "score":
            return Score(float(vector.expected.value), vector.expected.stages)
        case "raised":
            return Raised("expected")
    return Undefined("expected")


def judge(one: Implementation, vector: Vector) -> Result:
    """One implementation's verdict on one vector."""
    settings = vector.complete_settings()
    if not isinstance(one, Profiled):
        return _verdict(one.name, "", vector, native_outcome(vector.data(), settings))
    profiles = one.profiles(vector.metric)
    if not one.file.profile and (gone := one.unavailable()):
        return Result(vector, one.name, "", Verdict.UNAVAILABLE, gone)
    if not profiles:
        refusal = Unsupported(f"{one.name} has no entry point for {vector.metric}")
        return Result(vector, one.name, "", Verdict.UNSUPPORTED, refusal)
    data = vector.data()
    profile = min(profiles, key=lambda p: (limits(p, data) is not None, len(p.departures(settings))))
    nearest = profile.nearest(settings)
    raw = one.ask(profile, data, nearest)
    outcome = rescaled(raw, nearest, settings)
    found = _verdict(one.name, profile.entry_point, vector, outcome, profile, one.ulps)
    return dataclasses.replace(found, settings=nearest, raw=raw)


def _verdict(
    name: str, entry_point: str, vector: Vector, outcome: Outcome, profile: Profile | None = None, ulps: int = 0
) -> Result:
    if isinstance(outcome, Unavailable):
        return Result(vector, name, entry_point, Verdict.UNAVAILABLE, outcome)
    if isinstance(outcome, Unsupported):
        return Result(vector, name, entry_point, Verdict.UNSUPPORTED, outcome)
    expected = expected_outcome(vector)
    if same_outcome(outcome, expected, max_ulps=vector.expected.ulps):
        return Result(vector, name, entry_point, Verdict.AGREE, outcome)
    causes = _causes(vector, outcome, profile, ulps) if profile else None
    if causes and profile:
        entries = known(name, entry_point, profile.nearest(vector.complete_settings()), causes)
        ids = tuple(one.id for one in entries)
        return Result(vector, name, entry_point, Verdict.DIVERGE, outcome, causes, divergences=ids)
    verdict = Verdict.ERROR if isinstance(outcome, Raised) else Verdict.DISAGREE
    stage = first_difference(vector, outcome, name == "native")
    return Result(vector, name, entry_point, verdict, outcome, (), stage, _mistakes(vector, outcome, profile))


def _mistakes(vector: Vector, outcome: Outcome, profile: Profile | None) -> tuple[Diagnosis, ...]:
    """The mistakes that a wrong number matches, given what the implementation says that it computes."""
    if profile is None:
        return ()
    settings = vector.complete_settings()
    nearest = profile.nearest(settings)
    return diagnose(vector.data(), nearest, rescaled(outcome, settings, nearest))


def _causes(vector: Vector, outcome: Outcome, profile: Profile, ulps: int) -> tuple[Difference, ...] | None:
    """The knobs that explain an outcome: the profile reproduces it exactly, and these suffice."""
    settings = vector.complete_settings()
    departures = profile.departures(settings)
    if not departures:
        return None
    data, nearest = vector.data(), profile.nearest(settings)
    modelled = rescaled(native_outcome(data, nearest), nearest, settings)
    if not same_outcome(modelled, outcome, max_ulps=max(profile.ulps, ulps)):
        return None
    return smallest_cause(data, settings, departures, modelled) or departures


#: Stage products in pipeline order, for finding the first that differs.
_STAGE_PRODUCTS = (
    *("tokens", "c", "r", "matches", "totals", "counts", "alignments", "information"),
    *("confusion", "per_class", "sentences"),
)


def first_difference(vector: Vector, outcome: Outcome, native: bool) -> str:
    """The first stage at which an outcome leaves the expected path, as a sentence."""
    expected = expected_outcome(vector)
    if not (isinstance(outcome, Score) and isinstance(expected, Score)):
        return f"expected {_shown(expected)}, got {outcome.describe()}"
    got, allowed = {**_native_tokens(vector, native), **outcome.stages}, max(STORED_ULPS, vector.expected.ulps)
    for name in _STAGE_PRODUCTS:
        if name in expected.stages and name in got and not _same(expected.stages[name], got[name], allowed):
            return f"{name}: expected {expected.stages[name]}, got {got[name]}"
    distance = ulps(expected.value, outcome.value)
    return f"value: expected {vector.expected.value}, got {outcome.value!r} ({distance:g} ulp apart)"


def _shown(outcome: Outcome) -> str:
    return outcome.describe() if isinstance(outcome, Score) else outcome.kind


def _native_tokens(vector: Vector, native: bool) -> dict[str, Any]:
    if not native or "tokens" not in vector.expected.stages:
        return {}
    trace = metric(vector.metric).evaluate(vector.data(), vector.complete_settings())
    return {"tokens": trace.tokens(), **plain_stages(trace)}


def _same(expected: Any, got: Any, max_ulps: float) -> bool:
    """Are two stage products equal? Decimal strings are compared as stored floats are."""
    if isinstance(expected, dict):
        return (
            isinstance(got, dict)
            and expected.keys() == got.keys()
            and all(_same(expected[k], got[k], max_ulps) for k in got)
        )
    if isinstance(expected, list):
        if not isinstance(got, (list, tuple)) or len(expected) != len(got):
            return False
        return all(_same(a, b, max_ulps) for a, b in zip(expected, got, strict=True))
    if expected is None:  # JSON has no nan
        return isinstance(got, float) and math.isnan(got)
    if isinstance(expected, str) and isinstance(got, (int, float)):
        return same_outcome(Score(float(expected)), Score(got), max_ulps=max_ulps)
    return bool(expected == got)


def metrics_in(report: Report) -> list[str]:
    """The metrics that a report has results for, in the usual order."""
    present = {result.vector.metric for result in report.results}
    return [name for name in METRIC_NAMES if name in present]
