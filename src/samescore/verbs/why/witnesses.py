"""Verify an entry in the catalogue of known divergences.

Its witness is computed again natively; `installed_answer` gives the answer of the installed package.
"""

from __future__ import annotations

import dataclasses
import re
from itertools import combinations

from samescore.base.errors import SamescoreError, UnknownNameError
from samescore.base.outcome import (
    SAME_NUMBER,
    STORED_ULPS,
    Outcome,
    Raised,
    Score,
    Undefined,
    Unsupported,
    relative_gap,
    same_outcome,
)
from samescore.catalogue.divergences import Divergence, WitnessSide
from samescore.catalogue.profile import Profile
from samescore.data.corpus import Corpus, Line
from samescore.data.kinds import Data
from samescore.implementations import InstalledPackage, implementation, native_model
from samescore.implementations.package import package_names
from samescore.metrics.evaluator import native_outcome
from samescore.settings import Difference, Settings
from samescore.settings.scale import rescale
from samescore.verbs.why.attribution.known import in_version, profile_of
from samescore.verbs.why.attribution.paths import with_changes


@dataclasses.dataclass(frozen=True, slots=True)
class Witnessed:
    """One side of a witness as recorded (`seen`), with its profile and settings, and its recomputed outcome `native`."""

    seen: WitnessSide
    profile: Profile
    settings: Settings
    native: Outcome

    @property
    def expected(self) -> Outcome:
        """The outcome that the entry records."""
        match self.seen.value:
            case "raised":
                return Raised("as recorded")
            case "undefined":
                return Undefined("as recorded")
        return Score(float(self.seen.value))

    @property
    def ulps(self) -> int:
        """The tolerance for a recorded value, in units in the last place: `STORED_ULPS`, or the profile's if larger."""
        return max(STORED_ULPS, self.profile.ulps)


def compute_witness(divergence: Divergence, seen: WitnessSide) -> Witnessed:
    """Compute a side of the entry's witness natively. Raises `SamescoreError` for an unknown name or knob."""
    profile = profile_of(seen.implementation, divergence.metric)
    settings = profile.settings(**seen.set)
    return Witnessed(
        seen, profile, settings, native_model(seen.implementation).ask(profile, divergence.data(), settings)
    )


def problems(divergence: Divergence) -> list[str]:
    """Return one line for each problem of an entry; empty if everything that it states holds natively.

    An error in computing a side is returned as the only problem.
    """
    try:
        left, right = compute_witness(divergence, divergence.left), compute_witness(divergence, divergence.right)
        name = native_model(divergence.left.implementation).file.implementation
        wrong = [
            text for named in divergence.implementations for text in _participation_problems(divergence, named, right)
        ]
    except SamescoreError as problem:
        return [str(problem)]
    if not divergence.concerns(name, left.profile.entry_point):
        wrong.append("the left side is not one of its implementations")
    wrong += [
        f"{side.seen.implementation}: recorded {side.seen.value}, natively {side.native.describe()}"
        for side in (left, right)
        if not same_outcome(side.native, side.expected, max_ulps=side.ulps)
    ]
    if _same_number(left.native, left.settings, right.native, right.settings):
        wrong.append("the two sides are the same here")
    return (
        wrong
        + _knob_problems(divergence, left, right)
        + _remedy_problems(divergence)
        + _text_problems(divergence, left, right)
    )


def _participation_problems(divergence: Divergence, name: str, right: Witnessed) -> list[str]:
    """Return a problem for each entry point of a named implementation that gives the right side's answer on the witness.

    Entry points that do not support the input are skipped; an implementation without entry points is a problem.
    """
    model = native_model(in_version(divergence, name))
    profiles = model.profiles(divergence.metric)
    if not profiles:
        return [f"{name} has no entry point for {divergence.metric}"]
    same = []
    for profile in profiles:
        settings = profile.taking(divergence.left.set)
        outcome = model.ask(profile, divergence.data(), settings)
        if not isinstance(outcome, Unsupported) and _same_number(outcome, settings, right.native, right.settings):
            who = f"{model.file.implementation}.{profile.entry_point}"
            same.append(f"{who} is named, but gives what the right side gives")
    return same


def _knob_problems(divergence: Divergence, left: Witnessed, right: Witnessed) -> list[str]:
    """Return a problem unless the entry's knobs turn the left side into the right one and all of them are needed."""
    changes = {change.knob.name: change for change in left.settings.differences(right.settings)}
    if idle := [name for name in divergence.knobs if name not in changes]:
        return [f"the two sides do not differ in {', '.join(idle)}"]
    data, named = divergence.data(), [changes[name] for name in divergence.knobs]
    if not _reaches(data, left, named, right):
        real = [name for name, change in changes.items() if change.knob.matters]
        switched = ", ".join(divergence.knobs)
        return [f"switching {switched} does not give the right side; they differ in {', '.join(real)}"]
    for size in range(1, len(named)):
        for fewer in combinations(named, size):
            if _reaches(data, left, list(fewer), right):
                return [f"switching only {', '.join(change.knob.name for change in fewer)} gives the right side too"]
    return []


def _reaches(data: Data, left: Witnessed, changes: list[Difference], right: Witnessed) -> bool:
    """Return whether the changes turn the left side's outcome into the right side's."""
    changed = with_changes(left.settings, changes)
    return changed is not None and _same_number(native_outcome(data, changed), changed, right.native, right.settings)


def _same_number(first: Outcome, first_settings: Settings, second: Outcome, second_settings: Settings) -> bool:
    """Return whether the outcomes are the same, apart from scale and rounding.

    Scores are the same if their relative difference is at most `SAME_NUMBER`.
    """
    converted = rescale(first, first_settings, second_settings)
    if isinstance(converted, Score) and isinstance(second, Score):
        return relative_gap(converted.value, second.value) <= SAME_NUMBER
    return same_outcome(converted, second)


def _remedy_problems(divergence: Divergence) -> list[str]:
    """Return a problem if the sides still differ with the entry's remedy; empty if there is no remedy."""
    if divergence.agree is None:
        return []
    sides = [
        compute_witness(divergence, WitnessSide(seen.implementation, seen.value, {**seen.set, **more}))
        for seen, more in ((divergence.left, divergence.agree.left), (divergence.right, divergence.agree.right))
    ]
    if not _same_number(sides[0].native, sides[0].settings, sides[1].native, sides[1].settings):
        return [f"the remedy does not work: {sides[0].native.describe()} and {sides[1].native.describe()}"]
    return []


def _text_problems(divergence: Divergence, left: Witnessed, right: Witnessed) -> list[str]:
    """Return a problem unless the texts that the entry is about cause the difference; empty if it is about none.

    The witness must have such texts, and the difference must disappear when they are replaced by ``x``.
    """
    data = divergence.data()
    if not divergence.texts:
        return []
    if not isinstance(data, Corpus) or data.tokenized:
        return ["texts needs a witness of texts"]
    if not divergence.is_about(data):
        return ["the witness has none of the texts that it is about"]

    def without(line: Line) -> str:
        return re.sub(divergence.texts, "x", str(line))

    rest = Corpus.from_segments(
        list(map(without, data.hypothesis_lines)), [list(map(without, lines)) for lines in data.reference_lines]
    )
    values = {knob: getattr(right.settings, knob) for knob in divergence.knobs}
    outcomes = [native_outcome(rest, settings) for settings in (left.settings, left.settings.replace(**values))]
    if not _same_number(outcomes[0], left.settings, outcomes[1], left.settings):
        return ["the two sides differ without the texts that it is about, too"]
    return []


def installed_answer(divergence: Divergence, seen: WitnessSide) -> tuple[InstalledPackage, Outcome] | None:
    """Return the installed package of a side, and its answer now.

    Return None if the package is unavailable, or not installed in a version that the side is about.
    """
    model = native_model(seen.implementation)
    if model.file.implementation not in package_names():
        return None
    try:
        package = implementation(seen.implementation)
    except UnknownNameError:  # the installed version has no such entry point
        return None
    if not isinstance(package, InstalledPackage) or package.unavailable():
        return None
    side = compute_witness(divergence, seen)
    if side.profile not in package.profiles(divergence.metric):
        return None
    return package, package.ask(side.profile, divergence.data(), side.settings)
