"""Verify an entry in the catalogue of known divergences.

Its witness is computed again, natively and with the installed packages.
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
    """One side of a witness, recomputed."""

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
        """The tolerance for a recorded value: for differences between interpreters and the profile's tolerance."""
        return max(STORED_ULPS, self.profile.ulps)


def compute_witness(divergence: Divergence, seen: WitnessSide) -> Witnessed:
    """Compute a side of the entry's witness; `SamescoreError` for an unknown name or knob."""
    profile = profile_of(seen.implementation, divergence.metric)
    settings = profile.settings(**seen.set)
    return Witnessed(
        seen, profile, settings, native_model(seen.implementation).ask(profile, divergence.data(), settings)
    )


def problems(divergence: Divergence) -> list[str]:
    """Return the problems of an entry; empty if everything that it states holds natively."""
    try:
        left, right = compute_witness(divergence, divergence.left), compute_witness(divergence, divergence.right)
        name = native_model(divergence.left.implementation).file.implementation
        wrong = [text for named in divergence.implementations for text in _takes_part(divergence, named, right)]
    except SamescoreError as problem:
        return [str(problem)]
    if not divergence.concerns(name, left.profile.entry_point):
        wrong.append("the left side is not one of its implementations")
    wrong += [
        f"{side.seen.implementation}: recorded {side.seen.value}, natively {side.native.describe()}"
        for side in (left, right)
        if not same_outcome(side.native, side.expected, max_ulps=side.ulps)
    ]
    if _alike(left.native, left.settings, right.native, right.settings):
        wrong.append("the two sides are the same here")
    return wrong + _sharp(divergence, left, right) + _agreement(divergence) + _about_texts(divergence, left, right)


def _takes_part(divergence: Divergence, name: str, right: Witnessed) -> list[str]:
    """Check that a named implementation differs from the right side on the witness, if it supports that input."""
    model = native_model(in_version(divergence, name))
    profiles = model.profiles(divergence.metric)
    if not profiles:
        return [f"{name} has no entry point for {divergence.metric}"]
    same = []
    for profile in profiles:
        settings = profile.taking(divergence.left.set)
        outcome = model.ask(profile, divergence.data(), settings)
        if not isinstance(outcome, Unsupported) and _alike(outcome, settings, right.native, right.settings):
            who = f"{model.file.implementation}.{profile.entry_point}"
            same.append(f"{who} is named, but gives what the right side gives")
    return same


def _sharp(divergence: Divergence, left: Witnessed, right: Witnessed) -> list[str]:
    """Check that the knobs turn the left side into the right one, and that each of them is needed."""
    changes = {change.knob.name: change for change in left.settings.differences(right.settings)}
    if idle := [name for name in divergence.knobs if name not in changes]:
        return [f"the two sides do not differ in {', '.join(idle)}"]
    data, named = divergence.data(), [changes[name] for name in divergence.knobs]
    if not _leads(data, left, named, right):
        real = [name for name, change in changes.items() if change.knob.matters]
        switched = ", ".join(divergence.knobs)
        return [f"switching {switched} does not give the right side; they differ in {', '.join(real)}"]
    for size in range(1, len(named)):
        for fewer in combinations(named, size):
            if _leads(data, left, list(fewer), right):
                return [f"switching only {', '.join(change.knob.name for change in fewer)} gives the right side too"]
    return []


def _leads(data: Data, left: Witnessed, changes: list[Difference], right: Witnessed) -> bool:
    changed = with_changes(left.settings, changes)
    return changed is not None and _alike(native_outcome(data, changed), changed, right.native, right.settings)


def _alike(first: Outcome, first_settings: Settings, second: Outcome, second_settings: Settings) -> bool:
    """Return whether the outcomes are the same, except for scale and rounding."""
    converted = rescale(first, first_settings, second_settings)
    if isinstance(converted, Score) and isinstance(second, Score):
        return relative_gap(converted.value, second.value) <= SAME_NUMBER
    return same_outcome(converted, second)


def _agreement(divergence: Divergence) -> list[str]:
    if divergence.agree is None:
        return []
    sides = [
        compute_witness(divergence, WitnessSide(seen.implementation, seen.value, {**seen.set, **more}))
        for seen, more in ((divergence.left, divergence.agree.left), (divergence.right, divergence.agree.right))
    ]
    if not _alike(sides[0].native, sides[0].settings, sides[1].native, sides[1].settings):
        return [f"the remedy does not work: {sides[0].native.describe()} and {sides[1].native.describe()}"]
    return []


def _about_texts(divergence: Divergence, left: Witnessed, right: Witnessed) -> list[str]:
    """Check that the witness has the texts that the entry is about, and that replacing them by x ends the difference."""
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
    if not _alike(outcomes[0], left.settings, outcomes[1], left.settings):
        return ["the two sides differ without the texts that it is about, too"]
    return []


def live(divergence: Divergence, seen: WitnessSide) -> tuple[InstalledPackage, Outcome] | None:
    """Return the installed package and its current answer; None if no version that this side is about is installed."""
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
