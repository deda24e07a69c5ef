"""The verb *drift*: what changed between releases, or between recorded runs, and which knob says it.

Recordings of a package are put in the order of its versions, and neighbours compared answer by answer: to the
vectors' own settings (``asked``), to these but for numbers such as a smoothing's (``numbers``), to these by the
argument that means the same (``counterpart``), and to their inputs under nothing but the entry point's defaults
(``default``). A move is explained when both answers are what the native metric gives under the settings that they
were given under; the smallest set of knobs that leads from the one to the other is its cause.

Differences of `STORED_ULPS` or less are no moves: interpreters and numpy add up differently. They are counted apart.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from packaging.version import InvalidVersion, Version

from samescore.catalogue.profile_files import profile_files
from samescore.catalogue.vectors import Vector, vectors
from samescore.data.kinds import digest
from samescore.errors import SamescoreError
from samescore.implementations.recording import Given, Recording, package_of
from samescore.metrics import METRIC_NAMES
from samescore.metrics.evaluator import native_outcome
from samescore.outcome import STORED_ULPS, Outcome, Score, Unsupported, same_outcome
from samescore.settings import Difference
from samescore.settings.scale import rescaled
from samescore.verbs.all_answers import EntryAnswer
from samescore.verbs.attribution.paths import smallest_cause
from samescore.verbs.run import RunReport, environment, execute, plan
from samescore.verbs.score import parse_signature

#: The kinds of answers that are given to what a vector sets, where a new parameter shows as a move.
_AS_SET = ("asked", "numbers")


@dataclasses.dataclass(frozen=True, slots=True)
class Move:
    """An answer that changed from one recording to the next. `causes` is None where nothing explains it.

    `parameter`: the knobs of the cause can be set in one of the two only, so that a parameter came or went, and nothing
    that could be asked for before has another answer.
    """

    kind: str
    vector: str
    metric: str
    entry_point: str
    before: Outcome
    after: Outcome
    causes: tuple[Difference, ...] | None
    stage: str
    parameter: bool = False

    @property
    def value_to_value(self) -> bool:
        """Did a number become another one?"""
        return isinstance(self.before, Score) and isinstance(self.after, Score)

    @property
    def cause(self) -> str:
        """The knobs in words; empty where nothing explains it."""
        return "; ".join(map(str, self.causes or ()))


@dataclasses.dataclass(frozen=True, slots=True)
class Transition:
    """From one recording of a package to the next. `compared` answers were in both; `last_digits` moved no further.

    `parameters` are the moves that a new or a lost parameter makes, `one_sided` counts answers that one of the two has and
    the other not, `skipped` are vectors whose input is another one now.
    """

    before: Recording
    after: Recording
    compared: int
    last_digits: int
    moves: tuple[Move, ...]
    parameters: tuple[Move, ...]
    one_sided: int
    skipped: tuple[str, ...]
    entry_points: frozenset[tuple[str, str]]  # metric and entry point of what was compared

    @property
    def unexplained(self) -> list[Move]:
        """The moves that no knob explains."""
        return [move for move in self.moves if move.causes is None]


@dataclasses.dataclass(frozen=True, slots=True)
class Behaviour:
    """Neighbouring releases that answer alike, for one entry point."""

    package: str
    metric: str
    entry_point: str
    versions: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Drift:
    """What changed. `absent` are recordings that hold no answer, with the reason."""

    transitions: tuple[Transition, ...]
    behaviours: tuple[Behaviour, ...]
    absent: tuple[tuple[str, str], ...]

    @property
    def exit_code(self) -> int:
        """0: every move is explained, 1: one is not, 4: there was nothing to compare, 5: a recording is empty."""
        if any(transition.unexplained for transition in self.transitions):
            return 1
        if self.absent:
            return 5
        return 0 if any(transition.compared for transition in self.transitions) else 4


def record(
    names: Sequence[str],
    *,
    metrics: Sequence[str] = (),
    pattern: str = "",
    on_progress: Callable[[str], None] = lambda _: None,
) -> list[Recording]:
    """Ask implementations now, as ``samescore run --all-answers`` does; raises what `samescore.verbs.run.plan` raises."""
    found: list[EntryAnswer] = []
    planned = plan(names, metrics=metrics, pattern=pattern)
    report = execute(
        planned, lambda result: on_progress(f"{result.implementation} {result.vector.id}"), on_answer=found.append
    )
    return of_report(report, found)


def of_report(report: RunReport, answers: Sequence[EntryAnswer] = ()) -> list[Recording]:
    """A run that has just ended as recordings, one for each implementation."""
    here = environment()
    held = {
        one.name: Recording(
            one.name, package_of(one.name), one.version, {**here, **one.environment}, one.unavailable, one.described
        )
        for one in report.implementations
    }
    for result in report.results:
        signature = result.settings.short_signature if result.settings else ""
        one = held[result.implementation]
        one.inputs.setdefault(result.vector.id, digest(result.vector.data()))
        outcome = result.raw or result.outcome
        one.keep("asked", result.vector.metric, result.vector.id, result.entry_point, signature, outcome)
    for answer in answers:
        one, signature = held[answer.implementation], answer.settings.short_signature
        one.keep(answer.kind, answer.vector.metric, answer.vector.id, answer.entry_point, signature, answer.outcome)
    return list(held.values())


def drift(held: Sequence[Recording], on_progress: Callable[[str], None] = lambda _: None) -> Drift:
    """What changed from one recording of a package to the next, in the order of versions."""
    absent = tuple((one.name, one.unavailable or "it holds no answer") for one in held if not one.answers)
    transitions = []
    by_package: dict[str, list[Recording]] = {}
    for one in held:
        if one.answers:
            by_package.setdefault(one.package, []).append(one)
    for package in by_package.values():
        package.sort(key=_order)
        for before, after in pairwise(package):
            on_progress(f"{before.label} -> {after.label}")
            transitions.append(compare(before, after))
    behaviours = [each for package in by_package.values() for each in _behaviours(package, transitions)]
    return Drift(tuple(transitions), tuple(behaviours), absent)


def _order(one: Recording) -> tuple[Version, Version]:
    return _version(one.version), _version(one.environment.get("python", ""))


def _version(text: str) -> Version:
    try:
        return Version(text)
    except InvalidVersion:
        return Version("0")


def compare(before: Recording, after: Recording) -> Transition:
    """The moves from one recording to another, of the answers that both hold."""
    known, moves, last_digits, compared, skipped = vectors(), [], 0, 0, set()
    entry_points = set()
    held = [
        {key for key, given in one.answers.items() if not isinstance(given.outcome, Unsupported)}
        for one in (before, after)
    ]
    for key, earlier in before.answers.items():
        later = after.answers.get(key)
        vector = known.get(key[1])
        if later is None or isinstance(earlier.outcome, Unsupported) or isinstance(later.outcome, Unsupported):
            continue
        changed = before.inputs.get(key[1]) != after.inputs.get(key[1])
        if vector is None or changed or digest(vector.data()) != before.inputs.get(key[1]):
            skipped.add(key[1])
            continue
        compared += 1
        entry_points.add((vector.metric, key[2]))
        if key[0] != "default":
            earlier, later = on_scale(earlier, vector), on_scale(later, vector)
        if same_outcome(earlier.outcome, later.outcome):
            continue
        if same_outcome(earlier.outcome, later.outcome, max_ulps=max(STORED_ULPS, vector.expected.ulps)):
            last_digits += 1
        else:
            causes = _causes(vector, earlier, later)
            parameter = key[0] in _AS_SET and bool(causes) and _came_or_went(before, after, key[2], causes or ())
            answers = (earlier.outcome, later.outcome)
            moves.append(
                Move(key[0], key[1], vector.metric, key[2], *answers, causes, _first_stage(*answers), parameter)
            )
    moves = _once(moves)
    kept = tuple(move for move in moves if not move.parameter)
    parameters = tuple(move for move in moves if move.parameter)
    one_sided, points = len(held[0] ^ held[1]), frozenset(entry_points)
    return Transition(before, after, compared, last_digits, kept, parameters, one_sided, tuple(sorted(skipped)), points)


def _once(moves: Sequence[Move]) -> list[Move]:
    """The moves without those that only repeat what the answer to the vector's own settings shows."""

    def shown(move: Move) -> tuple[str, str, str, str]:
        return move.vector, move.entry_point, move.before.describe(), move.after.describe()

    told = {shown(move) for move in moves if move.kind == "asked" and not move.parameter}
    return [move for move in moves if move.kind not in ("numbers", "counterpart") or shown(move) not in told]


def on_scale(given: Given, vector: Vector) -> Given:
    """An answer on the scale that the vector asks for."""
    if not given.signature or "scale" not in vector.settings:
        return given
    asked_under = parse_signature(given.signature)
    brought = asked_under.replace(scale=vector.settings["scale"])
    outcome = rescaled(given.outcome, asked_under, brought)
    return dataclasses.replace(given, signature=brought.short_signature, outcome=outcome)


def _came_or_went(before: Recording, after: Recording, entry_point: str, causes: Sequence[Difference]) -> bool:
    """Can some knob of a cause be set in one of the two only?"""
    free = [_free(one, entry_point) for one in (before, after)]
    return any(free[0].get(cause.knob.name) != free[1].get(cause.knob.name) for cause in causes)


def _free(one: Recording, entry_point: str) -> Mapping[str, Any]:
    """The knobs that can be set in a recorded entry point, with their values."""
    file = profile_files().get(one.package)
    profile = file.entry_point(entry_point, one.version or None) if file else None
    return profile.free if profile else {}


def _causes(vector: Vector, earlier: Given, later: Given) -> tuple[Difference, ...] | None:
    """The fewest knobs that lead from the one answer to the other, if each is what its settings give natively."""
    try:
        old, new = parse_signature(earlier.signature), parse_signature(later.signature)
    except SamescoreError:
        return None
    data, allowed = vector.data(), max(STORED_ULPS, vector.expected.ulps)
    for settings, given in ((old, earlier), (new, later)):
        if not same_outcome(native_outcome(data, settings), given.outcome, max_ulps=allowed):
            return None
    changes = [each for each in old.differences(new) if not each.knob.rounding]
    target = native_outcome(data, new)
    return smallest_cause(data, old, changes, target) or tuple(changes) or None


def _first_stage(before: Outcome, after: Outcome) -> str:
    """The first stage at which two answers part, as far as they tell; ``value`` where their stages agree."""
    if not (isinstance(before, Score) and isinstance(after, Score)):
        return "value"
    for name, product in before.stages.items():
        if name in after.stages and after.stages[name] != product and name != "sentences":
            return name
    return "value"


def _behaviours(package: Sequence[Recording], transitions: Sequence[Transition]) -> list[Behaviour]:
    """For each entry point, the runs of releases between which nothing moved."""
    entry_points = {(given.metric, key[2]) for one in package for key, given in one.answers.items() if key[2]}
    moved = {(id(t.before), id(t.after)): {(move.metric, move.entry_point) for move in t.moves} for t in transitions}
    compared = {(id(t.before), id(t.after)): t.entry_points for t in transitions}
    found = []
    for metric, entry_point in sorted(entry_points, key=lambda pair: (METRIC_NAMES.index(pair[0]), pair[1])):
        runs: list[list[str]] = []
        previous: Recording | None = None
        for one in package:
            if not any(key[2] == entry_point for key in one.answers):
                previous = None
                continue
            pair, point = (id(previous), id(one)), (metric, entry_point)
            if previous is None or point in moved[pair] or point not in compared[pair]:
                runs.append([])
            if one.version not in runs[-1]:
                runs[-1].append(one.version)
            previous = one
        found += [Behaviour(package[0].package, metric, entry_point, tuple(run)) for run in runs]
    return found
