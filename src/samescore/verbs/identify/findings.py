"""Describe the settings found: the regions that contain them, the nearest region, and undetermined knobs."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence

from samescore.base.outcome import same_outcome
from samescore.records import Change, KnownRegion, difference
from samescore.settings import Difference, Settings
from samescore.verbs.identify.answers import Answers
from samescore.verbs.identify.changes import all_changes, with_values
from samescore.verbs.identify.regions import Region
from samescore.verbs.identify.search import Point
from samescore.verbs.identify.versions import inside, merge_versions

#: Number of regions with the fewest differing knobs among which the nearest is searched for.
_NEAREST = 8


@dataclasses.dataclass(frozen=True)
class RegionFit:
    """Settings within a region that give the same answers as the settings found.

    `arguments` are the knobs that are not at the entry point's defaults, as text.
    """

    region: Region
    settings: Settings
    arguments: Mapping[str, str]
    name: str  # of the entry point or of its alias


class Same:
    """Compares settings with the settings of `point`: whether they give the same answers on the inputs `compared`."""

    def __init__(self, answers: Answers, point: Point, compared: Sequence[str]) -> None:
        self._answers = answers
        self._point = point
        self._compared = sorted(compared, key=answers.comparable().index)

    def differing(self, settings: Settings, ulps: int, most: int = 1) -> int:
        """Return the number of inputs on which the settings give a different answer than the point's, at most `most`."""
        count = 0
        for name in self._compared:
            if not self._same(settings, ulps, name):
                count += 1
                if count == most:
                    break
        return count

    def _same(self, settings: Settings, ulps: int, name: str) -> bool:
        if self._answers.fits(self._point.settings, name, self._point.ulps):
            return self._answers.fits(settings, name, ulps)
        found, native = self._answers.native(self._point.settings, name), self._answers.native(settings, name)
        return same_outcome(found, native, max_ulps=ulps)

    def holds(self, settings: Settings | None, ulps: int) -> bool:
        return settings is not None and not self.differing(settings, ulps)


def fits(same: Same, regions: Iterable[Region], settings: Settings) -> list[RegionFit]:
    """Return the regions that have settings with the same answers as `settings`.

    The settings in each region have as few arguments as possible; the region with the fewest arguments comes first.
    """
    found: list[RegionFit] = []
    known: dict[object, Settings | None] = {}
    for region in regions:
        if region.shape not in known:
            known[region.shape] = _fit_in_region(same, region, settings)
        held = known[region.shape]
        if held is not None:
            found.append(_with_name(region, held))
    return sorted(found, key=lambda fit: (len(fit.arguments), not fit.region.newest))


def fits_beside(same: Same, regions: Sequence[Region], point: Point, callers: Mapping[str, object]) -> list[RegionFit]:
    """Return the regions, as `fits` does, for equivalent settings that differ from the point's in one knob.

    The first such settings that are near a region are used; the result is empty if there are none. Example: F with all
    weight on recall is recall, so a region that has one of the two may be far from the other.
    """
    for name, value in all_changes(point.settings, callers):
        changed = with_values(point.settings, {name: value})
        if changed is not None and same.holds(changed, point.ulps) and (held := fits(same, regions, changed)):
            return held
    return []


def _fit_in_region(same: Same, region: Region, settings: Settings) -> Settings | None:
    """Return settings in the region with the same answers and few non-default knobs; None if none are found."""
    candidates = (*region.starts, region.nearest(settings))
    held = next((candidate for candidate in candidates if same.holds(candidate, region.ulps)), None)
    return None if held is None else _simplest(same, region, held)


def _simplest(same: Same, region: Region, settings: Settings) -> Settings:
    """Return the settings with arguments reset to their defaults as far as the answers stay the same.

    Arguments are reset one at a time, if necessary while another argument changes its value.
    """
    while True:
        candidates = (region.changed(settings, changes) for changes in _removals(region, settings))
        simpler = next((candidate for candidate in candidates if same.holds(candidate, region.ulps)), None)
        if simpler is None:
            return settings
        settings = simpler


def _removals(region: Region, settings: Settings) -> Iterator[dict[str, object]]:
    defaults = {name: getattr(region.default, name) for name in region.arguments(settings)}
    yield from ({name: default} for name, default in defaults.items())
    for name, default in defaults.items():
        for other, value in region.changes(settings):
            if other in defaults and other != name:
                yield {name: default, other: value}


def _with_name(region: Region, settings: Settings) -> RegionFit:
    """Return settings in a region with the name of its entry point, or of the first alias that needs fewer arguments."""
    arguments, name = region.arguments(settings), region.profile.entry_point
    for alias in region.profile.aliases:
        implied = region.profile.aliases[alias]
        fewer = {knob: value for knob, value in arguments.items() if knob not in implied}
        follows = all(getattr(settings, knob) == settings.checked(knob, value) for knob, value in implied.items())
        if follows and len(fewer) < len(arguments):
            return RegionFit(region, settings, fewer, alias)
    return RegionFit(region, settings, arguments, name)


def known_regions(fits: Sequence[RegionFit]) -> list[KnownRegion]:
    """Return the fits as records; fits of an entry point with the same arguments become one, with all versions."""
    groups: dict[tuple[str, str, str], list[RegionFit]] = {}
    for fit in fits:
        groups.setdefault((fit.region.implementation, fit.name, str(fit.arguments)), []).append(fit)
    return [_record(group) for group in groups.values()]


def _record(group: Sequence[RegionFit]) -> KnownRegion:
    first = group[0]
    return KnownRegion(
        f"{first.region.implementation}.{first.name}",
        merge_versions([fit.region.profile.versions for fit in group]),
        "" if first.region.newest else inside(first.region.profile.versions),
        dict(first.arguments),
    )


def nearest(same: Same, regions: Iterable[Region], point: Point) -> tuple[KnownRegion, list[Difference]] | None:
    """Return the region nearest to the point's settings, and the knobs in which it must differ from them.

    The nearest region has the fewest differing knobs that change an answer; ties are broken by the number of all
    differing knobs. Return None if there are no regions.
    """
    unique = {region.shape: region for region in reversed(list(regions))}
    by_number = sorted(
        unique.values(),
        key=lambda region: len(_relevant_differences(region.nearest(point.settings), point.settings, region)),
    )
    near = [(region, _needed_differences(same, region, point)) for region in by_number[:_NEAREST]]
    if not near:
        return None
    region, (settings, differences) = min(
        near, key=lambda pair: (len(pair[1][1]), len(pair[1][0].differences(point.settings)))
    )
    return _record([_with_name(region, settings)]), differences


def _needed_differences(same: Same, region: Region, point: Point) -> tuple[Settings, list[Difference]]:
    """Return the region's nearest settings, and the knobs in which they must differ from the point's."""
    near, current = region.nearest(point.settings), point.settings
    for off in _relevant_differences(near, current, region):
        changed = with_values(current, {off.knob.name: off.left})
        if changed is not None and same.holds(changed, point.ulps):
            current = changed
    return near, _relevant_differences(near, current, region)


def _relevant_differences(near: Settings, settings: Settings, region: Region) -> list[Difference]:
    """Return the differences between two settings, except in rounding knobs and in knobs without effect in the region."""
    differences = near.differences(settings)
    return [off for off in differences if not off.knob.rounding and off.knob.name not in region.profile.idle]


def undetermined_knobs(
    same: Same, point: Point, callers: Mapping[str, object]
) -> tuple[dict[str, list[str]], list[str], int | None, Change | None]:
    """Return the knobs whose values the answers do not determine, and the single change that is hardest to detect.

    The four results are: the undetermined knobs, each with the other values that change no answer; the names of those
    undetermined knobs for which other values do change an answer; the smallest number of answers, above 0, that a
    change of one knob changes; and this change. The last two are None if no change of a knob changes an answer.
    """
    free: dict[str, list[str]] = {}
    telling: set[str] = set()
    margin, next_best = None, None
    most = len(point.settings.knobs()) * 1000
    for name, value in all_changes(point.settings, callers):
        changed = with_values(point.settings, {name: value})
        if changed is None:
            continue
        count = same.differing(changed, point.ulps, most)
        if not count:
            free.setdefault(name, []).append(point.settings.knob(name).domain.format(value))
            continue
        telling.add(name)
        if margin is None or count < margin:
            margin, next_best = count, Difference(point.settings.knob(name), getattr(point.settings, name), value)
            most = count
    partly = [name for name in free if name in telling]
    return free, partly, margin, None if next_best is None else difference(next_best)


def simplest(same: Same, point: Point, callers: Mapping[str, object], near: Settings) -> Settings:
    """Return settings with the same answers as the point's, and as few differences from `near` as single steps reach.

    A step resets one knob, if necessary while another knob changes its value.
    """
    settings = point.settings
    while True:
        candidates = (with_values(settings, changes) for changes in _resets(settings, callers, near))
        simpler = next((candidate for candidate in candidates if same.holds(candidate, point.ulps)), None)
        if simpler is None:
            return settings
        settings = simpler


def _resets(settings: Settings, callers: Mapping[str, object], near: Settings) -> Iterator[dict[str, object]]:
    off = {
        difference.knob.name: difference.right
        for difference in settings.differences(near)
        if not difference.knob.rounding and difference.knob.name not in callers
    }
    yield from ({name: default} for name, default in off.items())
    for name, default in off.items():
        for other, value in all_changes(settings, callers):
            if other in off and other != name:
                yield {name: default, other: value}
