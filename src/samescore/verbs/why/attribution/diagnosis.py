"""Find the known mistake that gives a wrong number.

A mistake matches a number if scoring with it gives that number and the right settings do not. Those whose values the
vectors store go first, then callers' mistakes, then every other value of each single knob, and at last segments that are
read wrongly.
"""

from __future__ import annotations

from collections.abc import Iterator

from samescore.base.errors import SamescoreError
from samescore.base.outcome import CLOSE_NUMBER, Outcome, Raised, Score, relative_gap, same_outcome
from samescore.catalogue.wrong_inputs import misread
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.ratings import Ratings
from samescore.metrics.evaluator import native_outcome
from samescore.records import NamedMistake
from samescore.settings import Settings
from samescore.verbs.why.attribution.mistakes import CataloguedMistake, catalogue

#: The largest value considered a rounding error of a correlation of 0.
_ROUNDED_ZERO = 2.0**-50


def mistaken(data: Data, settings: Settings, mistake: CataloguedMistake) -> Outcome | None:
    """Return the outcome under `settings` with the mistake; None if the mistake does not apply or changes nothing."""
    if mistake.input:
        changed = misread(data, mistake.input)
        return None if changed is None else _scored_as_read(changed, data, settings)
    names = {knob.name for knob in settings.knobs()}
    if not mistake.set.keys() <= names:
        return None
    try:
        other = settings.replace(**mistake.set)
    except SamescoreError:
        return None
    return None if other == settings else _scored(data, other)


def _scored_as_read(changed: Data, data: Data, settings: Settings) -> Outcome | None:
    """Return the outcome of a misread input; tokens made by the misreading are scored as they are."""
    if not (isinstance(changed, Corpus) and changed.tokenized) or (isinstance(data, Corpus) and data.tokenized):
        return _scored(changed, settings)
    try:
        return _scored(changed, settings.replace(tokenizer="given"))
    except SamescoreError:
        return None


def read_otherwise(
    data: Data, settings: Settings, *, last: bool = False
) -> Iterator[tuple[str, CataloguedMistake, Outcome]]:
    """The mistakes in which the input is misread and that give an outcome that is clearly not the right one.

    Without those that are tried last or, with ``last=True``, only these.
    """
    right = native_outcome(data, settings)
    for name, mistake in catalogue().items():
        outcome = mistaken(data, settings, mistake) if mistake.input and mistake.last == last else None
        if outcome is not None and not indistinguishable(outcome, right):
            yield name, mistake, outcome


def _scored(data: Data, settings: Settings) -> Outcome | None:
    try:
        return native_outcome(data, settings)
    except SamescoreError:
        return None


def wrong_values(
    data: Data, settings: Settings, right: Outcome, *, stored: bool = True, last: bool = False
) -> dict[str, Outcome]:
    """For each mistake of the catalogue whose score clearly differs from the `right` one, that score.

    Only of mistakes whose values the vectors store; with ``stored=False`` of the others, with ``last=True`` too of those of
    the others that are tried last.
    """
    wrong_scores: dict[str, Outcome] = {}
    for name, mistake in catalogue().items():
        chosen = (mistake.stored, mistake.last) == (stored, last)
        wrong = mistaken(data, settings, mistake) if chosen else None
        if isinstance(wrong, Score) and not (indistinguishable(wrong, right) or _is_rounded_zero(data, wrong, right)):
            wrong_scores[name] = wrong
    return wrong_scores


def _is_rounded_zero(data: Data, first: Outcome, second: Outcome) -> bool:
    """Return whether one of two correlations is 0, and the other is 0 up to rounding.

    A correlation is a sum of terms of both signs, each at most 1: if they cancel, a rounding error remains.
    """
    if not isinstance(data, Ratings) or not isinstance(first, Score) or not isinstance(second, Score):
        return False
    return 0 in (first.value, second.value) and abs(first.value - second.value) <= _ROUNDED_ZERO


def indistinguishable(first: Outcome, second: Outcome) -> bool:
    """Return whether the outcomes are the same, or scores too close to be distinguished."""
    if isinstance(first, Score) and isinstance(second, Score) and first.decimals is None and second.decimals is None:
        return relative_gap(first.value, second.value) <= CLOSE_NUMBER
    return same_outcome(first, second)


def diagnose(data: Data, settings: Settings, outcome: Outcome) -> tuple[NamedMistake, ...]:
    """The mistakes that turn the right score under `settings` into `outcome`, in the order in which they are tried.

    The result is empty for the right outcome, for one that is not a score, and for 0 (which too many mistakes give).
    """
    right = native_outcome(data, settings)
    if (
        not isinstance(outcome, Score)
        or indistinguishable(outcome, right)
        or _is_rounded_zero(data, outcome, right)
        or (outcome.value == 0 and not isinstance(right, Raised))
    ):
        return ()
    if named := _named(data, settings, outcome, right, stored=True) or _named(data, settings, outcome, right):
        return named
    knobs = tuple(NamedMistake("", text) for text, other in _other_knobs(settings) if _gives(data, other, outcome))
    return knobs or _named(data, settings, outcome, right, last=True)


def _named(
    data: Data, settings: Settings, outcome: Outcome, right: Outcome, *, stored: bool = False, last: bool = False
) -> tuple[NamedMistake, ...]:
    """The mistakes of `wrong_values` that give the outcome."""
    values = wrong_values(data, settings, right, stored=stored, last=last)
    return tuple(
        NamedMistake(name, catalogue()[name].meaning)
        for name, wrong in values.items()
        if indistinguishable(wrong, outcome)
    )


def _gives(data: Data, settings: Settings, outcome: Outcome) -> bool:
    scored = _scored(data, settings)
    return scored is not None and indistinguishable(scored, outcome)


def _other_knobs(settings: Settings) -> Iterator[tuple[str, Settings]]:
    """Yield the settings with one finite knob changed, for each of its other values."""
    for knob in settings.knobs():
        current = getattr(settings, knob.name)
        for value in knob.alternatives(current) if knob.domain.finite else ():
            try:
                other = settings.replace(**{knob.name: value})
            except SamescoreError:
                continue
            yield f"{knob.name}={knob.domain.format(value)} instead of {knob.domain.format(current)}", other
