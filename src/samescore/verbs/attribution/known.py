"""The catalogue of known disagreements: which entries a difference belongs to, and whether an entry is true.

An entry's witness is re-run, natively and against the packages that are installed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from samescore.catalogue.divergences import Divergence, Seen, about
from samescore.catalogue.profile import Profile
from samescore.data.kinds import Data
from samescore.errors import SamescoreError
from samescore.implementations import InstalledPackage, modelled
from samescore.implementations import implementation as find_implementation
from samescore.implementations.names import parse_name
from samescore.implementations.package import package_names
from samescore.metrics.evaluator import native_outcome
from samescore.outcome import (
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
from samescore.settings import Difference, Settings
from samescore.settings.scale import rescaled
from samescore.verbs.attribution.paths import with_changes


@dataclasses.dataclass(frozen=True, slots=True)
class Witnessed:
    """One side of a witness, computed again."""

    seen: Seen
    profile: Profile
    settings: Settings
    native: Outcome

    @property
    def expected(self) -> Outcome:
        """What the entry says that it returned."""
        match self.seen.value:
            case "raised":
                return Raised("as recorded")
            case "undefined":
                return Undefined("as recorded")
        return Score(float(self.seen.value))

    @property
    def ulps(self) -> int:
        """How far a recorded value may be off: what interpreters and the profile allow."""
        return max(STORED_ULPS, self.profile.ulps)


def witnessed(one: Divergence, seen: Seen) -> Witnessed:
    """A side of the entry's witness; `SamescoreError` where its names or knobs do not exist."""
    profile = _profile_of(seen.implementation, one.metric)
    settings = profile.settings(**seen.set)
    return Witnessed(seen, profile, settings, modelled(seen.implementation).ask(profile, one.data(), settings))


@lru_cache(maxsize=1024)
def _profile_of(name: str, metric: str) -> Profile:
    profiles = modelled(name).profiles(metric)
    if not profiles:
        raise SamescoreError(f"{name} has no entry point for {metric}")
    return profiles[0]


def known(implementation: str, entry_point: str, settings: Settings, changes: Iterable[Difference]) -> list[Divergence]:
    """The entries on an entry point, all of whose knobs are among `changes`.

    `implementation` is its name (``nltk``, ``native:nltk==3.9``). An entry applies where the entry point has the values
    of these knobs that it has on the entry's witness; of those, the ones whose right side is the other side of the
    change, if there are any.
    """
    package = implementation.removeprefix("native:").partition("==")[0].partition(".")[0]
    both = {change.knob.name: {change.mine, change.theirs} for change in changes}
    like = []
    for one in about(settings.metric, package, entry_point, both):
        here = _left_settings(one, f"{package}.{entry_point}")
        if all(getattr(settings, knob) == getattr(here, knob) for knob in one.knobs):
            like.append(one)
    exact = [one for one in like if all(_right_value(one, knob) in both[knob] for knob in one.knobs)]
    covered = {knob for one in exact for knob in one.knobs}
    return [one for one in like if one in exact or not covered & set(one.knobs)]


def _left_settings(one: Divergence, name: str) -> Settings:
    """The settings that an entry point has on the left of the entry's witness, whichever it was recorded with."""
    return _profile_of(_in_version(one, name), one.metric).taking(one.left.set)


def _in_version(one: Divergence, name: str) -> str:
    """An implementation's name with the version of the left side, if it is of the same package."""
    left, named = parse_name(one.left.implementation), parse_name(name)
    return str(dataclasses.replace(named, version=left.version)) if left.name == named.name else name


def _right_value(one: Divergence, knob: str) -> object:
    return getattr(_profile_of(one.right.implementation, one.metric).settings(**one.right.set), knob)


def problems(one: Divergence) -> list[str]:
    """What is wrong with an entry; empty when all that it says holds natively."""
    try:
        left, right = witnessed(one, one.left), witnessed(one, one.right)
        name = modelled(one.left.implementation).file.implementation
        found = [text for each in one.implementations for text in _takes_part(one, each, right)]
    except SamescoreError as problem:
        return [str(problem)]
    if not one.concerns(name, left.profile.entry_point):
        found.append("the left side is not one of its implementations")
    found += [
        f"{side.seen.implementation}: recorded {side.seen.value}, natively {side.native.describe()}"
        for side in (left, right)
        if not same_outcome(side.native, side.expected, max_ulps=side.ulps)
    ]
    if _alike(left.native, left.settings, right.native, right.settings):
        found.append("the two sides are the same here")
    return found + _sharp(one, left, right) + _agreement(one)


def _takes_part(one: Divergence, name: str, right: Witnessed) -> list[str]:
    """An implementation that is named must differ from the right side on the witness, if it takes that input."""
    model = modelled(_in_version(one, name))
    profiles = model.profiles(one.metric)
    if not profiles:
        return [f"{name} has no entry point for {one.metric}"]
    same = []
    for profile in profiles:
        settings = profile.taking(one.left.set)
        outcome = model.ask(profile, one.data(), settings)
        if not isinstance(outcome, Unsupported) and _alike(outcome, settings, right.native, right.settings):
            who = f"{model.file.implementation}.{profile.entry_point}"
            same.append(f"{who} is named, but gives what the right side gives")
    return same


def _sharp(one: Divergence, left: Witnessed, right: Witnessed) -> list[str]:
    """Do the knobs, all of them and no fewer, turn the left into the right?"""
    changes = {change.knob.name: change for change in left.settings.differences(right.settings)}
    if idle := [name for name in one.knobs if name not in changes]:
        return [f"the two sides do not differ in {', '.join(idle)}"]
    data, named = one.data(), [changes[name] for name in one.knobs]
    if not _leads(data, left, named, right):
        real = [name for name, change in changes.items() if change.knob.matters]
        return [f"switching {', '.join(one.knobs)} does not give the right side; they differ in {', '.join(real)}"]
    for size in range(1, len(named)):
        for fewer in combinations(named, size):
            if _leads(data, left, list(fewer), right):
                return [f"switching only {', '.join(change.knob.name for change in fewer)} gives the right side too"]
    return []


def _leads(data: Data, left: Witnessed, changes: list[Difference], right: Witnessed) -> bool:
    changed = with_changes(left.settings, changes)
    return changed is not None and _alike(native_outcome(data, changed), changed, right.native, right.settings)


def _alike(mine: Outcome, my_settings: Settings, theirs: Outcome, their_settings: Settings) -> bool:
    """The same number but for scale and rounding, or neither a number in the same way."""
    brought = rescaled(mine, my_settings, their_settings)
    if isinstance(brought, Score) and isinstance(theirs, Score):
        return relative_gap(brought.value, theirs.value) <= SAME_NUMBER
    return same_outcome(brought, theirs)


def _agreement(one: Divergence) -> list[str]:
    if one.agree is None:
        return []
    sides = [
        witnessed(one, Seen(seen.implementation, seen.value, {**seen.set, **more}))
        for seen, more in ((one.left, one.agree.left), (one.right, one.agree.right))
    ]
    if not _alike(sides[0].native, sides[0].settings, sides[1].native, sides[1].settings):
        return [f"the remedy does not work: {sides[0].native.describe()} and {sides[1].native.describe()}"]
    return []


def live(one: Divergence, seen: Seen) -> tuple[InstalledPackage, Outcome] | None:
    """What the installed package answers now; None where none, or another behaviour's version, is installed."""
    model = modelled(seen.implementation)
    if model.file.implementation not in package_names():
        return None
    found = find_implementation(seen.implementation)
    if not isinstance(found, InstalledPackage) or found.unavailable():
        return None
    side = witnessed(one, seen)
    if side.profile not in found.profiles(one.metric):
        return None
    return found, found.ask(side.profile, one.data(), side.settings)
