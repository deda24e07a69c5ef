"""Find knobs that have an effect only because they override another knob.

At one end of a gap, a knob *b overrides* another knob *a* if each of them alone changes the score, but with *b* changed,
*a* contributes nothing: it leaves the score as it is, or reverts it although *a* alone closes the gap. This is often
mutual; the counts then show which of the two is the cause. Suppose that, with *a* changed, *b* makes no difference to any
count, at either end of the gap, but with *b* changed, *a* does make a difference. Then *b* acts only because it overrides
*a*.

For example, ROUGE of Nepali text is 0 with a tokenizer for Latin letters only. A different tokenizer gives 1, and so does
``sentences=full-stop``, which turns a text without words into one empty token, on both sides. Only the tokenizer gives
the counts of the other side.

A knob that acts only by overriding has no share: it is changed first or last, wherever it changes nothing.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from samescore.settings import Difference
from samescore.verbs.why.attribution.game import Game, Group

#: A knob closes a gap if at most this part of it remains.
_CLOSED = 1 / 1000


@dataclasses.dataclass(frozen=True, slots=True)
class Overriding:
    """The groups of knobs that act only because they override another: `first` are to be changed first, `last` last."""

    first: tuple[Group, ...] = ()
    last: tuple[Group, ...] = ()

    def order(self, changes: list[Difference]) -> list[Difference]:
        """Return the changes sorted such that these knobs come first or last, where they change nothing."""
        first, last = ({change.knob.name for group in groups for change in group} for groups in (self.first, self.last))
        return sorted(changes, key=lambda change: (change.knob.name in last) - (change.knob.name in first))

    def allows(self, game: Game, coalition: int) -> bool:
        """Return whether a coalition can occur if these knobs are changed first or last."""
        first, last = (_places(game, groups) for groups in (self.first, self.last))
        others = game.everybody & ~(first | last | game.rounding)
        return not (coalition & (others | last) and first & ~coalition) and not (
            coalition & last and others & ~coalition
        )

    def without_last(self, game: Game) -> int:
        """Return the coalition of all groups except those that are changed last."""
        return game.everybody & ~_places(game, self.last)


def overriding_knobs(game: Game) -> Overriding:
    """Return the knobs that act only by overriding others, in a game with one knob in each group (except rounding)."""
    singles = [1 << place for place in game.members(game.everybody & ~game.rounding)]

    def chosen(end: int) -> tuple[Group, ...]:
        found = [one for one in singles if _overridden(game, end, one) is not None]
        far = game.everybody ^ end
        together = game.same(far, far ^ sum(found))
        return tuple(game.groups[one.bit_length() - 1] for one in found) if together else ()

    return Overriding(first=chosen(game.everybody), last=chosen(0))


def remarks(game: Game, found: Overriding) -> Iterator[str]:
    """Yield a sentence on each of the overriding knobs that says why the knob has no share."""
    for groups, end in ((found.first, game.everybody), (found.last, 0)):
        for group in groups:
            one = _places(game, (group,))
            other = _overridden(game, end, one)
            if other is not None:
                yield _remark(game, end, one, other)


def _remark(game: Game, end: int, one: int, other: int) -> str:
    ((change,), (cause,)) = game.changes(one), game.changes(other)
    if game.moves(end ^ one, other):
        why = f"while {cause.knob.name} is {cause.knob.domain.format(cause.right if end else cause.left)}"
    else:
        why = f"because {change.knob.domain.format(change.left if end else change.right)} overrides {cause.knob.name}"
    return f"{change.knob.name} has no share: it has an effect only {why}"


def _overridden(game: Game, end: int, one: int) -> int | None:
    """Return the knob that the knob `one` overrides at one end of the gap, as a coalition.

    `end` is the coalition at this end. Return None if the knob acts by itself there, or not at all.
    """
    if not game.moves(end, one) or game.acts(game.everybody ^ end, one) is not False:
        return None
    for place in game.members(game.everybody & ~game.rounding & ~one):
        other = 1 << place
        both = end ^ one ^ other
        if _hides(game, end, one, other) and game.same(end ^ other, both) and not game.same(end ^ one, both):
            return other
    return None


def _hides(game: Game, end: int, one: int, other: int) -> bool:
    """Return whether the knob `other` alone changes the score but, after the knob `one`, contributes nothing."""
    changed = (0, one, other, one | other, game.everybody)
    before, first, second, both, far = (game.worth(end ^ coalition) or 0.0 for coalition in changed)
    if not game.moves(end, other):
        return False
    closes = abs(far - second) <= abs(far - before) * _CLOSED
    moves = game.moves(end ^ one, other)
    return moves is False or (moves is True and closes and (first - both) * (both - before) > 0)


def _places(game: Game, groups: tuple[Group, ...]) -> int:
    return sum(1 << place for place, group in enumerate(game.groups) if group in groups)
