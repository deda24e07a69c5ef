"""Live parity: the native metric under a profile gives exactly the values of the installed package.

Every entry point is scored on `INPUTS` generated inputs, each under settings drawn from the profile's region. Values
must be equal (or within the ulps that the profile allows, with a reason), and both must raise on the same inputs. A
second test flips each knob until some input shows a difference: a knob without one is untested, unless the profile calls
it irrelevant.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import zip_longest
from typing import Any

import pytest

from conformance.missing_data import lacks
from conformance.peers import need
from conformance.processors import on_this_processor
from samescore.base.errors import SettingsError
from samescore.base.outcome import Outcome, Undefined, Unsupported, same_outcome
from samescore.catalogue.profile import Profile
from samescore.data.comparison import Comparison
from samescore.generators.inputs import inputs_for
from samescore.generators.settings import random_value, settings_in
from samescore.implementations import InstalledPackage, installed_package, package_names
from samescore.metrics import metric
from samescore.metrics.evaluator import bare_outcome, native_outcome
from samescore.settings import Knob, Settings, Weights

INPUTS = int(os.environ.get("SAMESCORE_PARITY_INPUTS", "2000"))
#: The number of inputs, with all hand-picked edge cases, that are also scored under the entry point's own settings.
DIRECTED = 100
#: The number of inputs on which knobs are flipped, at least: some are noticed by one in hundreds.
_FLIPPED = 400


def _entry_points() -> list[Any]:
    """Every entry point, sorted by what decides its inputs."""
    entry_points = [
        (package, profile)
        for package in map(installed_package, package_names())
        for profile in package.file.current(package.version if package.covered else None)
    ]
    entry_points.sort(key=lambda entry: (entry[1].metric, entry[1].max_references, *entry[1].statistics))
    return [
        pytest.param(package, profile, id=f"{package.name}.{profile.entry_point}") for package, profile in entry_points
    ]


def _count(profile: Profile) -> int:
    """How many inputs are generated: fewer of systems, which are resampled again and again."""
    return max(40, INPUTS // 5) if Comparison in metric(profile.metric).takes else INPUTS


def _inputs(metric_name: str, count: int, max_references: int, statistics: tuple[str, ...]) -> Iterable[Any]:
    return inputs_for(metric_name, count, max_references, statistics=statistics)


@lru_cache(maxsize=2)
def _shared_inputs(metric_name: str, count: int, max_references: int, statistics: tuple[str, ...]) -> Iterable[Any]:
    """Inputs that several entry points are asked, on which the native results are cached."""
    return list(_inputs(metric_name, count, max_references, statistics))


def _cases(
    profile: Profile, least: int = 0, rounds: int = 1, make: Callable[..., Iterable[Any]] = _inputs
) -> Iterator[tuple[Any, Settings]]:
    """Inputs of `make` with settings, `least` at least, and directed ones `rounds` times under drawn settings.

    Resamples are few, as time grows with their number and nothing else does.
    """
    wanted = max(least, _count(profile))
    few = {"resamples": 49} if "resamples" in profile.free else {}

    def inputs(count: int) -> Iterable[Any]:
        return make(profile.metric, count, profile.max_references, tuple(profile.statistics))

    for data in inputs(min(DIRECTED, wanted)):
        yield data, profile.settings(**few)
    rng = random.Random(profile.entry_point)
    for data in inputs(wanted):
        yield data, settings_in(profile, rng)
    for _ in range(rounds - 1):
        for data in inputs(min(DIRECTED, wanted)):
            yield data, settings_in(profile, rng)


@pytest.mark.parity
@pytest.mark.parametrize(("peer", "profile"), _entry_points())
def test_native_equals_peer(peer: InstalledPackage, profile: Profile) -> None:
    need(peer)
    if lacking := lacks(profile.settings()):
        pytest.skip(lacking)
    assert peer.covered, f"no profile covers {peer.label}: add its version to conformance/profiles"
    asked, refused, scored = 0, 0, 0
    for data, settings in _cases(profile, make=_shared_inputs):
        answer = peer.ask(profile, data, settings)
        if isinstance(answer, Unsupported):  # the adapter says that the package has no such thing
            refused += 1
            continue
        asked += 1
        native = bare_outcome(data, on_this_processor(settings))
        assert same_outcome(native, answer, max_ulps=profile.ulps), (
            f"{settings.signature}\n{data}\nnative {native}\npackage {answer}"
        )
        if isinstance(native, Undefined):
            assert native == answer, f"{settings.signature}\n{data}"  # nan, or an infinite number
        scored += native.kind == "score"
    assert scored > max(_count(profile) - refused, asked / 2) / 2, "most inputs should have a score"
    assert asked > _count(profile) / 4, "a good part of the inputs should be some that the package takes"


def _other_values(knob: Knob, settings: Settings, rng: random.Random) -> tuple[Any, ...]:
    """Other values of a knob: every other choice, or a few random ones."""
    current = getattr(settings, knob.name)
    if isinstance(knob.domain, Weights):
        return ((0.4, 0.3, 0.2, 0.1, 0.1, 0.1, 0.1)[: settings.max_order],)  # type: ignore[attr-defined]
    if not knob.domain.finite:
        drawn = {random_value(rng, knob) for _ in range(4)}
        return tuple(sorted(drawn - {current}, key=str))
    return tuple(knob.alternatives(current))


def _noticed(data: Any, settings: Settings, before: Outcome, **knobs: Any) -> bool:
    """Return whether other values of these knobs change the outcome; False if the settings are invalid."""
    with suppress(SettingsError):
        return not same_outcome(before, native_outcome(data, settings.replace(**knobs)))
    return False


def _all_noticed(
    data: Any, settings: Settings, before: Outcome, knobs: Iterable[Knob], rng: random.Random
) -> Iterator[str]:
    """The names of those of the knobs that the input shows."""
    for knob in knobs:
        if any(_noticed(data, settings, before, **{knob.name: value}) for value in _other_values(knob, settings, rng)):
            yield knob.name


def _none_noticed(data: Any, settings: Settings, before: Outcome, knobs: Sequence[Knob], rng: random.Random) -> bool:
    """Return whether the outcome stays the same when all knobs are changed at once, to each of their values once."""
    rounds = zip_longest(*(_other_values(knob, settings, rng) for knob in knobs))
    for values in rounds:
        flipped = {knob.name: value for knob, value in zip(knobs, values, strict=True) if value is not None}
        try:
            if not same_outcome(before, native_outcome(data, settings.replace(**flipped))):
                return False
        except SettingsError:
            return False
    return True


@pytest.mark.flips
@pytest.mark.parametrize("profile", [pytest.param(entry.values[1], id=entry.id) for entry in _entry_points()])
def test_every_knob_is_noticed_or_irrelevant(profile: Profile) -> None:
    """A knob is flipped until some input shows a difference; an idle one is flipped on every input.

    The idle ones are flipped together, and one by one where that shows a difference or is no setting.
    """
    if lacking := lacks(profile.settings()):
        pytest.skip(lacking)
    unnoticed = {knob.name for knob in profile.settings().knobs() if len(knob.domain.likely()) != 1}
    rng = random.Random(1)
    for data, settings in _cases(profile, _FLIPPED, rounds=4):
        left = [knob for knob in settings.knobs() if knob.name in unnoticed]
        idle = [knob for knob in left if knob.name in profile.idle]
        before = native_outcome(data, settings)
        if idle and _none_noticed(data, settings, before, idle, rng):
            left = [knob for knob in left if knob.name not in profile.idle]
        unnoticed.difference_update(_all_noticed(data, settings, before, left, rng))
    idle_choices = {name for name in profile.idle if len(profile.settings().knob(name).domain.likely()) != 1}
    assert unnoticed == idle_choices, "a knob without a witness, or one wrongly called idle"
