"""Search for settings and mistakes that together explain an implementation's answers.

If no settings explain all answers, a mistake is added as one more change. One informative answer is explained first:
with each mistake, and up to two knobs changed. Candidates that explain it are then tried on the other answers.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from samescore.base.outcome import Score
from samescore.metrics.mistakes import Mistake, compatible
from samescore.settings import Settings
from samescore.verbs.identify.answers import Answers, Cause, Mistaken, nontrivial
from samescore.verbs.identify.changes import Change, all_changes, with_values

#: Tolerance in units in the last place, because programs may add in a different order than the native formulas.
ULPS = 4096
#: Number of answers for which causes with two changed knobs are tried, and with one.
_TARGETS, _QUICK_TARGETS = 3, 10
#: Number of settings tried unchanged, and number of these that are also changed.
_STARTS, _NEAREST = 8, 3
#: Number of best causes that are improved step by step.
_IMPROVED = 4
#: Number of knobs with the same effect on an answer that are tried on the other answers.
_ALIKE = 6
#: Shares that a reported mistake must explain: of the answers that settings leave unexplained, and of all answers.
_SHARE_OF_FAILURES, _SHARE_OF_ANSWERS = 0.5, 0.8
#: Share of explained answers from which a cause is only improved, without further search.
NEARLY_ALL = 0.85
#: Maximum number of native scores to compute.
EVALUATIONS = 1_000_000

#: Mistakes, a number of knobs, an answer, and settings: see `MistakeSearch._attempts`.
_Attempt = tuple[Sequence[tuple[Mistake, ...]], int, str, Settings]


@dataclasses.dataclass(frozen=True)
class FoundMistakes:
    """Settings with mistakes, and their `score`: the total weight of the answers that they give."""

    settings: Settings
    mistakes: tuple[Mistake, ...]
    score: int

    @property
    def cause(self) -> Cause:
        """The settings and mistakes as a cause."""
        return Mistaken(self.settings, self.mistakes)


class MistakeSearch:
    """A search among `mistakes` for those that explain an implementation's answers; knobs in `callers` stay fixed."""

    def __init__(self, answers: Answers, callers: Mapping[str, object], mistakes: Sequence[Mistake]) -> None:
        self._answers = answers
        self._callers = callers
        self._mistakes = mistakes
        self._names = answers.comparable()
        self._least_left = answers.left - EVALUATIONS
        self.total_weight = answers.total_weight()

    @property
    def _late(self) -> bool:
        return self._answers.over_budget or self._answers.left < self._least_left

    def best(self, starts: Sequence[Settings]) -> FoundMistakes | None:
        """Return the settings and the mistakes, perhaps none, that give the most answers.

        Ties are broken in favour of fewer mistakes, then of settings near the first of the `starts`. Return None if no
        mistakes are known for the metric.
        """
        begun = list(dict.fromkeys(scaled for start in starts for scaled in self._on_each_scale(start)))[:_STARTS]
        plain = [self._evaluated(start, ()) for start in begun]
        if not self._mistakes:
            return None
        likely = [mistake for mistake in self._mistakes if not mistake.typed]
        with_one = [max((start, *self._with_one_mistake(start, likely)), key=_rank) for start in plain]
        found = [*plain, *with_one]
        ranked = sorted(with_one, key=_rank, reverse=True)
        nearest = list(dict.fromkeys(start.settings for start in (with_one[0], *ranked)))[:_NEAREST]
        attempts = self._attempts(nearest, ranked[0])
        for mistakes, width, target, start in attempts:
            most = max(found, key=_rank).score
            if self._late or most >= NEARLY_ALL * self.total_weight:
                break
            found += self._causes_of(mistakes, width, target, start, most)
        best = self._with_another(self._fewest(self._improved(found)))
        if best.score < self.total_weight:  # a second mistake, but no third one
            best = self._fewest(max((best, *self._with_one_mistake(best, self._mistakes)), key=_rank))
        return self._fewest(self._with_another(self._simplest(best, starts[0])))

    def _attempts(self, starts: Sequence[Settings], best: FoundMistakes) -> Iterator[_Attempt]:
        """Yield attempts (mistakes, number of changed knobs, target answer, starting settings), the likeliest first."""
        targets = self._targets(best)
        single = [(mistake,) for mistake in self._mistakes]
        for mistakes, width, several in (([()], 1, targets[:1]), ([()], 2, targets[:1]), (single, 1, targets)):
            yield from ((mistakes, width, target, start) for target in several for start in starts)
        for target in targets[:_TARGETS]:
            yield from ((mistakes, 2, target, start) for start in starts for mistakes in ([()], single))

    def _with_another(self, best: FoundMistakes) -> FoundMistakes:
        """Return a cause improved by replacing one of its mistakes, then changing knobs; unchanged if nothing helps."""
        exchanged: list[FoundMistakes] = []
        for mistake in best.mistakes if best.score < self.total_weight else ():
            others = tuple(other for other in best.mistakes if other is not mistake)
            exchanged += self._with_one_mistake(FoundMistakes(best.settings, others, best.score), self._mistakes)
        return self._fewest(self._improved(exchanged)) if exchanged else best

    def _fewest(self, found: FoundMistakes) -> FoundMistakes:
        """Return a cause without the mistakes that explain no answer, or no more than a different value of one knob."""
        for mistake in found.mistakes:
            others = tuple(other for other in found.mistakes if other is not mistake)
            for settings in self._nearby(found.settings):
                if self._late:
                    return found
                without = self._evaluated(settings, others, found.score - 1)
                if without.score >= found.score:
                    return self._fewest(without)
        return found

    def _nearby(self, settings: Settings) -> Iterator[Settings]:
        """Yield these settings, and all settings that differ from them in one knob."""
        yield settings
        changed = (with_values(settings, dict([change])) for change in all_changes(settings, self._callers))
        yield from filter(None, changed)

    def _on_each_scale(self, settings: Settings) -> Iterator[Settings]:
        """Yield these settings on the scale of the answers, and then unchanged if they have a different scale."""
        highest = max((abs(o.value) for o in self._answers.outcomes.values() if isinstance(o, Score)), default=0.0)
        on_scale = with_values(settings, {"scale": "1" if highest <= 1 else "100"})  # None if they have no scale
        yield from filter(None, (on_scale, settings))

    def _evaluated(self, settings: Settings, mistakes: tuple[Mistake, ...], more_than: int = -1) -> FoundMistakes:
        cause = Mistaken(settings, mistakes)
        return FoundMistakes(
            settings, mistakes, self._answers.score(cause, ULPS, self._answers.comparable(), more_than)
        )

    def _with_one_mistake(self, start: FoundMistakes, several: Iterable[Mistake]) -> list[FoundMistakes]:
        """Return the start with one more mistake, for each mistake that gives more answers than those before it.

        The last is the best; the result is empty if no mistake helps.
        """
        made: list[FoundMistakes] = []
        more_than = start.score
        for mistake in several:
            mistakes = (*start.mistakes, mistake)
            if not self._late and compatible(mistakes):
                one = self._evaluated(start.settings, mistakes, more_than)
                if one.score > more_than:
                    made.append(one)
                    more_than = one.score
        return made

    def _targets(self, best: FoundMistakes) -> list[str]:
        """Return up to `_QUICK_TARGETS` inputs with wrong answers to explain, the most informative first.

        An input is more informative if the mistakes give more different scores for it. The shortest quarter is skipped.
        """
        wrong = set(self._answers.wrong(best.cause, ULPS))
        telling = [name for name in self._answers.nontrivial_inputs() if name in wrong]
        telling.sort(key=lambda name: len(repr(self._answers.inputs[name])))
        middle = telling[len(telling) // 4 :][:_QUICK_TARGETS]
        kinds = {name: self._different_scores(name, best) for name in middle}
        return sorted(middle, key=lambda name: -kinds[name])

    def _different_scores(self, name: str, best: FoundMistakes) -> int:
        causes = [Mistaken(best.settings, (mistake,)) for mistake in self._mistakes]
        return len({str(self._answers.native(cause, name)) for cause in causes})

    def _causes_of(
        self, several: Iterable[tuple[Mistake, ...]], width: int, target: str, start: Settings, more_than: int
    ) -> list[FoundMistakes]:
        """Return causes that give the answer to `target`, each with a higher score than the one before.

        A cause has one of the `several` combinations of mistakes, and up to `width` (1 or 2) knobs changed from `start`.
        """
        changed = self._changed(start)
        found: list[FoundMistakes] = []
        giving = self._singly if width == 1 else self._in_pairs
        for mistakes in several:
            for settings in giving(target, start, changed, mistakes):
                one = self._evaluated(settings, mistakes, more_than)
                if one.score > more_than:
                    found.append(one)
                    more_than = one.score
            if self._late or more_than >= NEARLY_ALL * self.total_weight:
                break
        return found

    def _changed(self, start: Settings) -> list[tuple[Change, Settings]]:
        """Return the settings that differ from `start` in one knob, each with its change."""
        changed = ((change, with_values(start, dict([change]))) for change in all_changes(start, self._callers))
        return [(change, settings) for change, settings in changed if settings is not None]

    def _gives_answer(self, target: str, settings: Settings, mistakes: tuple[Mistake, ...]) -> bool:
        return self._answers.fits_once(Mistaken(settings, mistakes), target, ULPS)

    def _singly(
        self, target: str, start: Settings, changed: Sequence[tuple[Change, Settings]], mistakes: tuple[Mistake, ...]
    ) -> Iterator[Settings]:
        """Yield settings that give the answer to `target` with the mistakes, with at most one knob changed."""
        for settings in (start, *(settings for _, settings in changed)):
            if not self._late and self._gives_answer(target, settings, mistakes):
                yield settings

    def _in_pairs(
        self, target: str, start: Settings, changed: Sequence[tuple[Change, Settings]], mistakes: tuple[Mistake, ...]
    ) -> Iterator[Settings]:
        """Yield settings that give the answer to `target` with the mistakes, with two knobs changed from `start`.

        Among changes with the same effect on this answer, one is tried first, and the others only if it is successful.
        """
        plain = self._answers.native(Mistaken(start, mistakes), target)
        alike: dict[object, list[Change]] = {}
        for change, settings in changed:
            outcome = self._answers.native(Mistaken(settings, mistakes), target)
            if isinstance(outcome, Score) and outcome != plain:
                alike.setdefault(round(outcome.value, 9), []).append(change)
        for one, other in combinations(alike.values(), 2):
            pair = _with_both(start, one[0], other[0])
            if pair is None or self._late:
                continue
            if self._gives_answer(target, pair, mistakes):
                pairs = ((a, b) for a in one[:_ALIKE] for b in other[:_ALIKE])
                yield from filter(None, (_with_both(start, a, b) for a, b in pairs))

    def _improved(self, found: Sequence[FoundMistakes]) -> FoundMistakes:
        """Return the best of the causes, after improving the `_IMPROVED` best by changes of single knobs."""
        ranked = sorted(found, key=_rank, reverse=True)
        best = ranked[0]
        for start in ranked[:_IMPROVED]:
            current: FoundMistakes | None = start
            while current is not None and current.score < self.total_weight and not self._late:
                best = max(best, current, key=_rank)
                current = self._step_up(current)
            best = max((best, *filter(None, [current])), key=_rank)
            if best.score == self.total_weight:
                break
        return best

    def _step_up(self, found: FoundMistakes) -> FoundMistakes | None:
        """Return the cause after all changes of single knobs that give more answers, made one after the other.

        Return None if no change gives more answers.
        """
        better = None
        for name, value in all_changes(found.settings, self._callers):
            current = better or found
            settings = with_values(current.settings, {name: value})
            if settings is None or self._late:
                continue
            one = self._evaluated(settings, found.mistakes, current.score)
            better = one if one.score > current.score else better
        return better

    def _simplest(self, found: FoundMistakes, near: Settings) -> FoundMistakes:
        """Return a cause of the same answers with fewer differences from `near`."""
        for difference in found.settings.differences(near):
            if difference.knob.name not in self._callers:
                settings = with_values(found.settings, {difference.knob.name: difference.right})
                if settings is not None and self._explains_as_much(Mistaken(settings, found.mistakes), found):
                    found = dataclasses.replace(found, settings=settings)
        return found

    def equivalents(self, found: FoundMistakes) -> list[Mistake]:
        """Return the other mistakes that, in place of the last one found, explain the same answers.

        At most one knob is changed. If the last one found is a named mistake, generic mutations of the formula are not
        returned.
        """
        *others, last = found.mistakes
        nearby = list(self._nearby(found.settings))
        explained = [name for name in self._names if self._answers.fits(found.cause, name, ULPS)]
        explained.sort(key=lambda name: not self._is_nontrivial(name))
        return [
            mistake
            for mistake in self._mistakes
            if mistake is not last
            and (last.typed or not mistake.typed)
            and not self._late
            and compatible((*others, mistake))
            and any(self._gives_all(explained, Mistaken(settings, (*others, mistake))) for settings in nearby)
        ]

    def _is_nontrivial(self, name: str) -> bool:
        return nontrivial(self._answers.outcomes[name])

    def _gives_all(self, names: Iterable[str], cause: Cause) -> bool:
        return all(self._answers.fits(cause, name, ULPS) for name in names)

    def _explains_as_much(self, cause: Cause, found: FoundMistakes) -> bool:
        """Return whether `cause` explains every answer that `found` explains."""
        answers = self._answers
        explained = [name for name in answers.comparable() if answers.fits(found.cause, name, ULPS)]
        return all(answers.fits(cause, name, ULPS) for name in explained)

    def named(self, found: FoundMistakes, plain: Settings) -> bool:
        """Return whether the mistakes explain enough of the answers that the settings `plain` do not.

        Enough means all answers, or sufficient shares of the failures and of all nontrivial answers.
        """
        answers = self._answers
        failures, wrong = answers.wrong(Mistaken(plain, ()), ULPS), answers.wrong(found.cause, ULPS)
        mended = len(failures) - len(wrong)
        telling = set(answers.nontrivial_inputs())
        missed = len(telling & set(wrong))
        mended_enough = mended >= max(1, _SHARE_OF_FAILURES * len(failures))
        return bool(found.mistakes) and mended_enough and nearly_all(len(telling) - missed, len(telling))


def nearly_all(explained: int, telling: int) -> bool:
    """Return whether enough nontrivial answers are explained to report a mistake."""
    return explained >= _SHARE_OF_ANSWERS * telling > 0


def _rank(found: FoundMistakes) -> tuple[int, int]:
    return found.score, -len(found.mistakes)


def _with_both(start: Settings, one: Change, other: Change) -> Settings | None:
    return None if one[0] == other[0] else with_values(start, dict([one, other]))
