"""Attribute a gap to the knobs in which two settings differ, by their Shapley values.

A knob's share is its mean effect on the score over the orders in which the knobs can be changed, one after another. If
every order is possible, the share is the knob's Shapley value (Shapley 1953, "A value for n-person games"). If some
settings on the way contradict each other, or have no score, the mean is over the orders that avoid them (Faigle and Kern
1992, "The Shapley value for cooperative games under precedence constraints"; Bilbao and Ordóñez 2009 for games in general
in which not every coalition is feasible). So

- the shares add up to the gap, exactly: they are computed from the scores as fractions;
- a knob that changes no score in any settings on the way has no share;
- knobs that are interchangeable have equal shares: no share depends on the order in which a metric declares its knobs.

If no order changes every knob on its own, the mean is over the orders in which the fewest knobs are changed along with
others. Knobs that are changed together in such an order have one share in common, with the reason why they cannot be
changed separately.

A knob that acts only because it overrides another (see the module ``overriding``) is changed first or last, wherever it
changes nothing.

More than `FEW_KNOBS` knobs have many combinations. Then the knobs without an effect at the start and at the end are
changed together, as one group. A knob is taken out of this group again if it, or a part of the group with it, changes a
score (or whether there is a score) in some combination of the other knobs. If more than `MOST_KNOBS` groups are left,
the mean is over the orders that change the knobs of one stage after another (Owen 1977, "Values of games with a priori
unions").
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import chain, combinations, islice, product
from operator import or_

from samescore import records
from samescore.base.errors import SettingsError
from samescore.base.outcome import SAME_NUMBER, relative_gap
from samescore.data.kinds import Data
from samescore.records import Change, ShareOfGap
from samescore.settings import STAGE_ORDER, Difference, Settings, Stage
from samescore.verbs.why.attribution.game import Game, Group
from samescore.verbs.why.attribution.orders import Step, steps
from samescore.verbs.why.attribution.overriding import Overriding, overriding_knobs, remarks
from samescore.verbs.why.attribution.paths import MOST_KNOBS

#: Two shares are opposite if this many times their sum is at most the larger of them.
_OPPOSITE = 100
#: With more differing knobs than this, knobs without an effect are changed together.
FEW_KNOBS = 6


def pipeline_order(changes: Sequence[Difference]) -> list[Difference]:
    """Return the changes in the order of the stages of their knobs."""
    return sorted(changes, key=lambda change: STAGE_ORDER.index(change.knob.stage))


@dataclasses.dataclass(frozen=True, slots=True)
class Attribution:
    """The nonzero shares of a gap, which add up to it, and the smallest set of knobs that closes it completely.

    `method` says which orders the shares are averaged over; empty if over all orders. `remarks` are sentences about
    knobs without a share that act only because they override another knob. `order` lists the changes in an order in
    which such knobs change nothing.
    """

    shares: list[ShareOfGap]
    smallest: list[Change]
    method: str
    remarks: list[str]
    order: list[Difference]


def attribute(
    data: Data, start: Settings, changes: Sequence[Difference], on_progress: Callable[[str], None]
) -> Attribution:
    """Return the shares of the knobs in the gap from `start` to the settings with all `changes`.

    All rounding knobs together have one share. `on_progress` is called with messages. Raises `SettingsError` if the
    settings at one end of the gap have no score on `data`.
    """
    single: list[Group] = [(change,) for change in changes if not change.knob.rounding]
    rounding = tuple(change for change in changes if change.knob.rounding)
    game = Game(data, start, [*single, rounding] if rounding else single)
    if game.worth(0) is None or game.worth(game.everybody) is None:
        raise SettingsError("one of the two sides has no score", hint="score each side with samescore score")
    found = overriding_knobs(game)
    said = list(remarks(game, found))
    if len(single) > FEW_KNOBS:
        game = _with_idle_knobs_together(data, start, game)
    worths: dict[int, float] = {}
    coalitions = [coalition for coalition in _coalitions(game) if found.allows(game, coalition)]
    for done, coalition in enumerate(coalitions):
        on_progress(f"{done} of {len(coalitions)} combinations of knobs")
        if (worth := game.worth(coalition)) is not None:
            worths[coalition] = worth
    taken, orders = steps(worths, len(game.groups))
    return Attribution(
        shares=_shares(game, worths, taken, orders),
        smallest=records.differences(game.changes(_smallest(game, found))),
        method=_method(game, len(worths) == len(coalitions)),
        remarks=said,
        order=found.order(list(changes)),
    )


def _is_rounding(group: Group) -> bool:
    return all(change.knob.rounding for change in group)


def _too_many(game: Game) -> bool:
    return sum(not _is_rounding(group) for group in game.groups) > MOST_KNOBS


def _coalitions(game: Game) -> list[int]:
    """Return the coalitions that are scored, the smallest first.

    They are all coalitions or, if there are too many groups, the coalitions of whole stages and a part of one stage.
    """
    if not _too_many(game):
        return sorted(range(game.everybody + 1), key=int.bit_count)
    by_stage: dict[Stage | int, int] = defaultdict(int)
    for place, group in enumerate(game.groups):
        by_stage[group[0].knob.stage if len(group) == 1 and not _is_rounding(group) else place] |= 1 << place
    stages = list(by_stage.values())
    scored = {
        sum(complete) | part
        for stage in stages
        for complete in _subsets([other for other in stages if other != stage])
        for part in map(sum, _subsets([1 << place for place in game.members(stage)]))
    }
    return sorted(scored, key=lambda coalition: (coalition.bit_count(), coalition))


def _subsets(numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every subset of the numbers, the smallest subsets first."""
    return chain.from_iterable(combinations(numbers, size) for size in range(len(numbers) + 1))


def _with_idle_knobs_together(data: Data, start: Settings, game: Game) -> Game:
    """Return the game with all idle knobs in one group; unchanged if there are fewer than two.

    A knob is idle if it has no effect at either end of the gap, nor in any coalition that `_active_in` tries.
    """
    idle = [
        group
        for place, group in enumerate(game.groups)
        if not _is_rounding(group)
        and game.moves(0, 1 << place) is False
        and game.moves(game.everybody ^ 1 << place, 1 << place) is False
    ]
    while len(idle) > 1:
        together = tuple(change for group in idle for change in group)
        smaller = Game(data, start, [*(group for group in game.groups if group not in idle), together])
        active = _active_in(data, start, smaller, together)
        if active is None:
            return smaller
        idle.remove((active,))
    return game


def _active_in(data: Data, start: Settings, game: Game, together: Group) -> Difference | None:
    """Return a knob of the last group, `together`, that matters when it joins a coalition; None if there is none.

    A knob matters if it changes the score, or whether there is a score. Each knob is tried alone, then the whole group;
    if the group matters, growing parts of it are tried. Coalitions with rounding knobs are skipped if the coalition has
    a score without them.
    """
    rounding = sum(1 << place for place, group in enumerate(game.groups) if _is_rounding(group))
    last = 1 << len(game.groups) - 1
    for coalition in _coalitions(game):
        needless = coalition & rounding and game.worth(coalition & ~rounding) is not None
        if coalition & last or needless:
            continue
        within = Game(data, start, [game.changes(coalition), *((change,) for change in together)])
        for place, change in enumerate(together):
            if _matters(within, 1, 2 << place):
                return change
        if _matters(within, 1, within.everybody ^ 1):
            firsts = [(2 << place + 1) - 2 for place in range(len(together))]
            return next(change for change, some in zip(together, firsts, strict=True) if _matters(within, 1, some))
    return None


def _matters(game: Game, before: int, joining: int) -> bool:
    """Return whether groups that join a coalition change the score, or whether there is a score."""
    if (game.worth(before) is None) != (game.worth(before | joining) is None):
        return True
    return game.moves(before, joining) is True


def _shares(game: Game, worths: Mapping[int, float], taken: Sequence[Step], orders: int) -> list[ShareOfGap]:
    """Return the nonzero shares, in the order of the game's groups.

    `worths` are the scores of coalitions, and `taken` the steps of all `orders`. The shares are computed exactly, in
    integer multiples of a unit that divides every score.
    """
    ratios = {coalition: worth.as_integer_ratio() for coalition, worth in worths.items()}
    units = max(denominator for _, denominator in ratios.values())  # denominators are powers of two
    exact = {coalition: numerator * (units // denominator) for coalition, (numerator, denominator) in ratios.items()}
    sharing = _sharing(game, worths, {step.joining for step in taken})
    gains: dict[int, int] = defaultdict(int)
    for step in taken:
        gains[sharing[step.joining]] += step.orders * (exact[step.before | step.joining] - exact[step.before])
    last_digits = SAME_NUMBER * max(map(abs, worths.values()))
    cancelling = _cancelling(game, gains)
    shares = []
    for coalition in sorted(gains, key=lambda coalition: min(game.members(coalition))):
        value = Fraction(gains[coalition], units * orders)
        group = game.changes(coalition)
        rounding = _is_rounding(group) or abs(value) <= last_digits
        because = "" if coalition.bit_count() == 1 else _why_together(game, taken, coalition)
        if value:
            cancels = coalition in cancelling
            shares.append(ShareOfGap(records.differences(group), float(value), str(value), rounding, because, cancels))
    return shares


def _cancelling(game: Game, gains: Mapping[int, int]) -> set[int]:
    """Return the coalitions with opposite shares that cancel: together they change nothing, at the start and at the end.

    The result is empty if the gap is zero, since then everything cancels.
    """
    if game.moves(0, game.everybody) is False:  # everything cancels
        return set()
    above, below = ([coalition for coalition, gain in gains.items() if sign * gain > 0] for sign in (1, -1))
    return {
        coalition
        for pair in product(above, below)
        if _OPPOSITE * abs(sum(gains[coalition] for coalition in pair))
        <= max(abs(gains[coalition]) for coalition in pair)
        and game.moves(0, sum(pair)) is False
        and game.moves(game.everybody, sum(pair)) is False
        for coalition in pair
    }


def _sharing(game: Game, worths: Mapping[int, float], joins: set[int]) -> dict[int, int]:
    """Return, for each set of groups that join in one step, the groups that share the gain of the step.

    Usually it is the joining group itself. Several groups that join at once share the gain, except groups that never
    change a score; sets with a group in common have one share in common.
    """
    partition: list[int] = []
    gaining = {joining: joining & ~_idle(game, worths, joining) or joining for joining in joins}
    for several in gaining.values():
        touched = [part for part in partition if part & several]
        partition = [part for part in partition if part not in touched]
        partition.append(reduce(or_, touched, several))
    return {joining: next(part for part in partition if part & several) for joining, several in gaining.items()}


def _idle(game: Game, worths: Mapping[int, float], joining: int) -> int:
    """Return the idle groups among several that join at once, as a coalition; empty (0) if only one group joins.

    A group is idle if it can also join some coalition alone, and never changes the score when it does.
    """
    idle = 0
    for place in game.members(joining) if joining.bit_count() > 1 else ():
        alone = 1 << place
        alone_from = [before for before in worths if not before & alone and before | alone in worths]
        if alone_from and not any(game.moves(before, alone) for before in alone_from):
            idle |= alone
    return idle


def _why_together(game: Game, taken: Sequence[Step], coalition: int) -> str:
    """Return why the groups of a coalition cannot join one by one, at the first step in which they join at once."""
    step = next(step for step in taken if step.joining & coalition and step.joining.bit_count() > 1)
    reasons = [game.why_none(step.before | 1 << place) for place in game.members(step.joining)]
    return "; ".join(dict.fromkeys(filter(None, reasons)))


def _method(game: Game, complete: bool) -> str:
    """Return a description of the orders that the shares are averaged over; empty if they are all orders of all knobs.

    `complete` means that every relevant coalition has a score.
    """
    remarks = []
    if _too_many(game):
        remarks.append(" one stage after another")
    if not complete:
        remarks.append(", except orders through settings that contradict each other or have no score")
    together = max((len(group) for group in game.groups if not _is_rounding(group)), default=1)
    if together > 1:
        remarks.append(f"; {together} knobs without effect are changed together")
    return f"means over all orders in which the knobs can be changed{''.join(remarks)}" if remarks else ""


def _smallest(game: Game, found: Overriding) -> int:
    """Return the fewest groups that give the target score up to rounding, as a coalition.

    Groups that act only by overriding others at the end are excluded. If there are too many combinations for an exact
    search, groups are dropped one by one as long as the rest suffices.
    """
    target = game.worth(game.everybody)

    def fits(coalition: int) -> bool:
        worth = game.worth(coalition)
        return worth is not None and target is not None and relative_gap(worth, target) <= SAME_NUMBER

    everybody = found.without_last(game)
    subsets = map(sum, _subsets([1 << place for place in game.members(everybody)]))
    for coalition in islice(subsets, 4 * 2**MOST_KNOBS):
        if fits(coalition):
            return coalition
    needed = everybody
    for place in game.members(everybody):
        if fits(needed ^ 1 << place):
            needed ^= 1 << place
    return needed
