"""Find mistakes in a stage of a metric that explain a single answer, which the settings alone do not give."""

from __future__ import annotations

from collections.abc import Iterator, Sized
from itertools import combinations

from samescore.base.errors import SamescoreError
from samescore.base.outcome import SAME_NUMBER, Outcome, Score, relative_gap, same_outcome
from samescore.data.kinds import Data
from samescore.metrics.evaluator import native_outcome
from samescore.metrics.mistakes import Mistake, compatible, mistaken_outcome, mistakes_of
from samescore.settings import Settings

#: Maximum number of segments of inputs on which pairs of mistakes are tried.
_SMALL = 100


def mistakes_behind(
    data: Data, settings: Settings, answer: Outcome, *, pairs: bool = True
) -> list[tuple[Mistake, ...]]:
    """Return the single mistakes that give an answer under the settings; if there are none, pairs of named mistakes.

    The result is empty for an answer that is not a score, for 0 (which too many mistakes give), and if the settings
    give the answer without a mistake. Pairs are tried only with `pairs`, and on at most `_SMALL` segments.
    """
    if not isinstance(answer, Score) or answer.value == 0:
        return []
    if is_answer(native_outcome(data, settings), answer):
        return []
    single = list(_matching(data, settings, answer, ((mistake,) for mistake in mistakes_of(settings.metric))))
    if single or not pairs or not isinstance(data, Sized) or len(data) > _SMALL:
        return single
    named = [mistake for mistake in mistakes_of(settings.metric) if not mistake.typed]
    return list(_matching(data, settings, answer, filter(compatible, combinations(named, 2))))


def _matching(
    data: Data, settings: Settings, answer: Score, several: Iterator[tuple[Mistake, ...]]
) -> Iterator[tuple[Mistake, ...]]:
    for mistakes in several:
        try:
            outcome = mistaken_outcome(data, settings, mistakes)
        except SamescoreError:
            continue
        if outcome is not None and is_answer(outcome, answer):
            yield mistakes


def is_answer(outcome: Outcome, answer: Score) -> bool:
    """Return whether an outcome equals the answer; the order of additions may differ, and the answer may be rounded."""
    if isinstance(outcome, Score) and answer.decimals is None:
        return relative_gap(outcome.value, answer.value) <= SAME_NUMBER
    return same_outcome(outcome, answer)
