"""Search for settings that explain an implementation's answers: within the known regions first, then anywhere.

Each step changes knobs such that more answers are reproduced: single knobs, or two at once if no single knob helps. The
next step is taken in the region whose settings reproduce most answers so far.
"""

from __future__ import annotations

import dataclasses
import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice

from samescore.base.outcome import STORED_ULPS
from samescore.settings import Settings, Weights
from samescore.verbs.identify.answers import Answers, nontrivial
from samescore.verbs.identify.changes import Change, all_changes, with_values
from samescore.verbs.identify.regions import Region
from samescore.verbs.identify.weights import possible_weights

#: Number of regions without a better step after which the search within regions ends.
_DEAD_ENDS = 12
#: Number of nearest points from which the search outside regions starts.
_STARTS = 4
#: Number of wrong answers for which changes of two knobs are tried.
_TARGETS = 3
#: Number of nearest points from which changes of three knobs are tried, and maximum number of such changes.
_LAST_TRIES = 2
_MOST_COMBINATIONS = 30_000


@dataclasses.dataclass(frozen=True)
class Point:
    """Settings, their region (None: outside regions), and their `score`: the total weight of the answers they give.

    `ulps` is the tolerance for a match.
    """

    settings: Settings
    ulps: int
    score: int
    region: Region | None = None


class RegionSearch:
    """A search for the point that gives most answers.

    `callers` are knobs that stay fixed. `explained` is called with settings before the search leaves the regions: it
    returns whether mistakes near them explain the answers, which ends the search, or settings that need no mistake.
    `on_progress` is called with a message before each step.
    """

    def __init__(
        self,
        answers: Answers,
        callers: Mapping[str, object],
        explained: Callable[[list[Settings]], Settings | bool] = lambda _: False,
        on_progress: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._answers = answers
        self._callers = callers
        self._explained = explained
        self._on_progress = on_progress
        self._without_mistakes: list[Point] = []
        self.total_weight = answers.total_weight()

    def best(self, regions: Sequence[Region], own: Settings, near: Settings | None) -> Point:
        """Return the best point found.

        The search starts at `near` if it is given, then at the metric's defaults `own` and the starts of the regions.
        It ends early if all answers are reproduced, if mistakes explain them, or if the budget is used up.
        """
        starts = [self._point(own, STORED_ULPS)]
        if near is not None:
            starts.append(self._point(near, STORED_ULPS))
            if starts[-1].score < self.total_weight and (other := self._explained_point([near, own], starts[-1])):
                return other
            starts.append(self.climb(near, STORED_ULPS))
            if starts[-1].score == self.total_weight:
                return starts[-1]
        starts += self._starts(regions)
        if not self._answers.nontrivial_inputs():
            return max(starts, key=lambda point: point.score)
        points = self._climb_in_regions(starts)
        best = max(points, key=lambda point: point.score)
        unexplained = best.score < self.total_weight and near is None
        if unexplained and (other := self._explained_point([own, *(point.settings for point in points)], best)):
            return other
        if best.score < self.total_weight:
            best = self._change_three(best, [point for point in points if point.region is not None])
        if best.score == self.total_weight:
            return best
        points = sorted([*self._without_mistakes, *points], key=lambda point: -point.score)
        best = max(best, points[0], key=lambda point: point.score)
        exact = [point for point in points if point.ulps <= STORED_ULPS]
        loose = [point for point in points if point.ulps > STORED_ULPS]  # 32-bit floats match too easily
        for start in (*exact[:_STARTS], *loose[:1]):
            found = self.climb(start.settings, start.ulps)
            best = found if found.score > best.score else best
            if best.score == self.total_weight or self._answers.over_budget:
                break
        return best

    def _explained_point(self, starts: list[Settings], best: Point) -> Point | None:
        """Return a point with which the search can end, or None if it must go on.

        It is `best` if mistakes near `starts` explain the answers, or else a point without mistakes that gives all answers.
        """
        explained = self._explained(starts)
        if isinstance(explained, bool):
            return best if explained else None
        point = self.climb(explained, STORED_ULPS)
        self._without_mistakes.append(point)
        return point if point.score == self.total_weight else None

    def _starts(self, regions: Sequence[Region]) -> Iterator[Point]:
        shapes: dict[object, Region] = {}
        for region in regions:
            if region.shape not in shapes:
                shapes[region.shape] = region
                yield from (self._point(start, region.ulps, region) for start in region.starts)

    def _point(self, settings: Settings, ulps: int, region: Region | None = None) -> Point:
        return Point(settings, ulps, self._answers.score(settings, ulps, self._answers.comparable()), region)

    def _climb_in_regions(self, starts: Sequence[Point]) -> list[Point]:
        """Take steps within the regions of the starts, and return the points reached, best first.

        Starts outside regions are returned unchanged. If a point gives all answers, only this point is returned.
        """
        heap = [(-point.score, place, point) for place, point in enumerate(starts) if point.region is not None]
        ends = [point for point in starts if point.region is None]
        heapq.heapify(heap)
        dead = 0
        while heap and dead < _DEAD_ENDS and not self._answers.over_budget:
            _, place, point = heapq.heappop(heap)
            if point.score == self.total_weight:
                return [point]
            better = self.step(point)
            if better is None:
                dead += 1
                ends.append(point)
            else:
                heapq.heappush(heap, (-better.score, place, better))
        return sorted([*ends, *(point for _, _, point in heap)], key=lambda point: -point.score)

    def _change_three(self, best: Point, points: Sequence[Point]) -> Point:
        """Return a better point than `best`, reached by changing three knobs at once; `best` if there is none.

        The changes start from the first `_LAST_TRIES` of `points`, and single steps follow.
        """
        for point in points[:_LAST_TRIES]:
            better = self._change_several(point, list(self._changes(point)), 3)
            while better is not None and not self._answers.over_budget:
                point, better = better, self.step(better)
            best = max(best, point, key=lambda point: point.score)
            if best.score == self.total_weight:
                break
        return best

    def climb(self, settings: Settings, ulps: int) -> Point:
        """Return the point reached from these settings by repeated steps that need not stay within a region."""
        point = self._point(settings, ulps)
        while point.score < self.total_weight and not self._answers.over_budget:
            better = self.step(point)
            if better is None:
                break
            point = better
        return point

    def mend(self, settings: Settings, ulps: int) -> Point:
        """Return the point reached by all single changes that help together; the settings unchanged if none helps."""
        point = self._point(settings, ulps)
        return self._change_one(point, list(self._changes(point))) or point

    def step(self, point: Point) -> Point | None:
        """Return a better point, by changing single knobs or, if none helps, two; None if there is none."""
        self._on_progress(f"{100 * point.score // self.total_weight} % of the answers are reproduced")
        changes = list(self._changes(point))
        return self._change_one(point, changes) or self._change_several(point, changes, 2)

    def _change_one(self, point: Point, changes: Sequence[Change]) -> Point | None:
        """Return the point with all helpful single changes, the most helpful first, as far as they help together.

        Return None if no single change helps.
        """
        scored = []
        for change in (*changes, *self._possible_weights(point)):
            changed = self._point_with(point, dict([change]), point.score)
            if changed is not None:
                scored.append((changed, change))
        if not scored:
            return None
        scored.sort(key=lambda pair: -pair[0].score)
        best, done = scored[0][0], {scored[0][1][0]}
        for _, (name, value) in scored[1:]:
            if name not in done and (better := self._point_with(best, {name: value}, best.score)) is not None:
                best = better
                done.add(name)
        return best

    def _possible_weights(self, point: Point) -> Iterator[Change]:
        """Yield changes to weights of n-gram orders found by solving equations; none if the weights are not free."""
        free = point.settings.knobs() if point.region is None else point.region.free
        if any(isinstance(knob.domain, Weights) for knob in free):
            yield from (("weights", weights) for weights in possible_weights(self._answers, point.settings))

    def _change_several(self, point: Point, changes: Sequence[Change], width: int) -> Point | None:
        """Return the best point reached by changing exactly `width` knobs; None if no change helps.

        The change must correct a wrong answer: the first few wrong answers are tried in turn, nontrivial ones first.
        """
        wrong = self._answers.wrong(point.settings, point.ulps)
        wrong.sort(key=lambda name: not nontrivial(self._answers.outcomes[name]))
        best = point
        for target in wrong[: _TARGETS if width == 2 else 1]:
            for together in islice(combinations(changes, width), _MOST_COMBINATIONS):
                if self._answers.over_budget:
                    break
                values = dict(together)
                if len(values) == width:
                    better = self._point_with(point, values, best.score, target)
                    best = better or best
            if best is not point:
                return best
        return None

    def _point_with(
        self, point: Point, changes: Mapping[str, object], more_than: int, target: str = ""
    ) -> Point | None:
        """Return the point with some knobs changed.

        Return None if it does not give the answer to `target` (if not empty), if its score is at most `more_than`, if
        the settings conflict, or if the budget is used up.
        """
        if self._answers.over_budget:
            return None
        settings = self._settings_with(point, changes)
        if settings is None or (target and not self._answers.fits(settings, target, point.ulps)):
            return None
        score = self._answers.score(settings, point.ulps, self._answers.comparable(), more_than)
        return dataclasses.replace(point, settings=settings, score=score) if score > more_than else None

    def _settings_with(self, point: Point, changes: Mapping[str, object]) -> Settings | None:
        if point.region is not None:
            return point.region.changed(point.settings, changes)
        return with_values(point.settings, changes)

    def _changes(self, point: Point) -> Iterator[Change]:
        if point.region is not None:
            return point.region.changes(point.settings)
        return all_changes(point.settings, self._callers)
