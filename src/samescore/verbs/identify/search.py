"""The search for settings that give an implementation's answers: inside the known regions first, then anywhere.

Each step sets knobs to other values where that reproduces more answers: one knob at a time, or two at once if no single
one helps. Of all regions the one that has come nearest takes the next step.
"""

from __future__ import annotations

import dataclasses
import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from samescore.errors import SettingsError
from samescore.outcome import STORED_ULPS
from samescore.settings import Settings
from samescore.verbs.identify.answers import Answers
from samescore.verbs.identify.regions import Change, Region, usual_values

#: So many regions may lead nowhere before the search leaves them.
_DEAD_ENDS = 6
#: From so many of the nearest points the search leaves the regions.
_STARTS = 4
#: For so many wrong answers a change of two knobs is looked for.
_TARGETS = 3


@dataclasses.dataclass(frozen=True)
class Point:
    """Settings, the region that they are in (None: anywhere), and the weight of the answers that they give."""

    settings: Settings
    ulps: int
    score: int
    region: Region | None = None


class Search:
    """A search for the point that gives most answers. `callers` are knobs that are not changed."""

    def __init__(
        self, answers: Answers, callers: Mapping[str, object], on_progress: Callable[[str], None] = lambda _: None
    ) -> None:
        self._answers = answers
        self._callers = callers
        self._on_progress = on_progress
        self.everything = answers.everything()

    def best(self, regions: Sequence[Region], own: Settings, near: Settings | None) -> Point:
        """The best point, from the starts of the regions and the metric's `own` defaults; from `near` first, if given."""
        starts = [self._point(own, STORED_ULPS)]
        if near is not None:
            starts.append(self.climbed(self._point(near, STORED_ULPS)))
            if starts[-1].score == self.everything:
                return starts[-1]
        points = self._inside([*starts, *self._starts(regions)])
        best = max(points, key=lambda point: point.score)
        if best.score == self.everything:
            return best
        exact = [point for point in points if point.ulps <= STORED_ULPS]
        loose = [point for point in points if point.ulps > STORED_ULPS]  # 32-bit floats fit too easily
        for start in (*exact[:_STARTS], *loose[:1]):
            found = self.climbed(dataclasses.replace(start, region=None))
            best = found if found.score > best.score else best
            if best.score == self.everything or self._answers.late:
                break
        return best

    def _starts(self, regions: Sequence[Region]) -> Iterator[Point]:
        shapes: dict[object, Region] = {}
        for region in regions:
            if region.shape not in shapes:
                shapes[region.shape] = region
                yield from (self._point(start, region.ulps, region) for start in region.starts)

    def _point(self, settings: Settings, ulps: int, region: Region | None = None) -> Point:
        return Point(settings, ulps, self._answers.score(settings, ulps, self._answers.comparable()), region)

    def _inside(self, starts: Sequence[Point]) -> list[Point]:
        """The points that the search comes to inside the regions, the best first."""
        heap = [(-point.score, place, point) for place, point in enumerate(starts) if point.region is not None]
        ends = [point for point in starts if point.region is None]
        heapq.heapify(heap)
        dead = 0
        while heap and dead < _DEAD_ENDS and not self._answers.late:
            _, place, point = heapq.heappop(heap)
            if point.score == self.everything:
                return [point]
            better = self.step(point)
            if better is None:
                dead += 1
                ends.append(point)
            else:
                heapq.heappush(heap, (-better.score, place, better))
        return sorted([*ends, *(point for _, _, point in heap)], key=lambda point: -point.score)

    def climbed(self, point: Point) -> Point:
        """The point where no step leads further."""
        while point.score < self.everything and not self._answers.late:
            better = self.step(point)
            if better is None:
                break
            point = better
        return point

    def step(self, point: Point) -> Point | None:
        """A better point, by other values of single knobs or, if none helps, of two; None if there is none."""
        self._on_progress(f"{100 * point.score // self.everything} % of the answers are reproduced")
        changes = list(self._changes(point))
        return self._singly(point, changes) or self._in_pairs(point, changes)

    def _singly(self, point: Point, changes: Sequence[Change]) -> Point | None:
        """All single changes that help, the most helpful first, as far as they help together."""
        scored = []
        for change in changes:
            changed = self._changed(point, dict([change]), point.score)
            if changed is not None:
                scored.append((changed, change))
        if not scored:
            return None
        scored.sort(key=lambda pair: -pair[0].score)
        best, done = scored[0][0], {scored[0][1][0]}
        for _, (name, value) in scored[1:]:
            if name not in done and (better := self._changed(best, {name: value}, best.score)) is not None:
                best = better
                done.add(name)
        return best

    def _in_pairs(self, point: Point, changes: Sequence[Change]) -> Point | None:
        """The best change of two knobs that mends one of the first wrong answers."""
        best = point
        for target in self._answers.wrong(point.settings, point.ulps)[:_TARGETS]:
            for one, other in combinations(changes, 2):
                if self._answers.late:
                    break
                if one[0] != other[0]:
                    better = self._changed(point, dict([one, other]), best.score, target)
                    best = better or best
            if best is not point:
                return best
        return None

    def _changed(self, point: Point, changes: Mapping[str, object], more_than: int, target: str = "") -> Point | None:
        """The point with some knobs changed; None if it mends no `target`, or does not score `more_than` this."""
        if self._answers.late:
            return None
        settings = self._settings(point, changes)
        if settings is None or (target and not self._answers.fits(settings, target, point.ulps)):
            return None
        score = self._answers.score(settings, point.ulps, self._answers.comparable(), more_than)
        return dataclasses.replace(point, settings=settings, score=score) if score > more_than else None

    def _settings(self, point: Point, changes: Mapping[str, object]) -> Settings | None:
        if point.region is not None:
            return point.region.changed(point.settings, changes)
        return replaced(point.settings, changes)

    def _changes(self, point: Point) -> Iterator[Change]:
        if point.region is not None:
            return point.region.changes(point.settings)
        return all_changes(point.settings, self._callers)


def replaced(settings: Settings, changes: Mapping[str, object]) -> Settings | None:
    """The settings with other values of some knobs; None if the knobs contradict each other."""
    try:
        return settings.replace(**changes)
    except SettingsError:
        return None


def all_changes(settings: Settings, callers: Mapping[str, object]) -> Iterator[Change]:
    """Every knob with each of its other usual values, but knobs that only round or that the caller controls."""
    for knob in settings.knobs():
        if not knob.rounding and knob.name not in callers:
            current = getattr(settings, knob.name)
            yield from ((knob.name, value) for value in usual_values(knob, settings) if value != current)
