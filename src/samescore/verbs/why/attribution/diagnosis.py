"""Find the known mistake that gives a wrong number.

A mistake matches a number if scoring with it gives that number and the right settings do not. Mistakes whose wrong scores
the vectors store are tried first, then the others in the catalogue, then every other value of each single knob, and last
the mistakes marked ``last``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from samescore.base.errors import SamescoreError
from samescore.base.outcome import CLOSE_NUMBER, Outcome, Raised, Score, relative_gap, same_outcome
from samescore.catalogue.mistakes import CataloguedMistake, catalogue
from samescore.catalogue.wrong_inputs import misread
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.ratings import Ratings
from samescore.metrics.evaluator import bare_outcome, native_outcome
from samescore.records import NamedMistake
from samescore.settings import Settings

_Scorer = Callable[[Data, Settings], Outcome]

#: The largest value considered a rounding error of a correlation of 0.
_ROUNDED_ZERO = 2.0**-50
#: Approximate memory of a score with the name of what gives it.
_SCORE_BYTES = 512


def mistaken(
    data: Data, settings: Settings, mistake: CataloguedMistake, score: _Scorer = native_outcome
) -> Outcome | None:
    """Return the outcome under `settings` with the mistake; None if the mistake does not apply or changes nothing.

    `score` returns the outcome of an input under given settings.
    """
    if mistake.input:
        changed = misread(data, mistake.input)
        return None if changed is None else _outcome_as_read(changed, data, settings, score)
    if not mistake.set.keys() <= settings.declared_knobs.keys():
        return None
    try:
        other = settings.replace(**mistake.set)
    except SamescoreError:
        return None
    return None if other == settings else _outcome_or_none(data, other, score)


def _outcome_as_read(changed: Data, data: Data, settings: Settings, score: _Scorer) -> Outcome | None:
    """Return the outcome of the misread input `changed`; None if the settings do not accept it.

    Tokens that the misreading made from text are scored without tokenizing.
    """
    if not (isinstance(changed, Corpus) and changed.tokenized) or (isinstance(data, Corpus) and data.tokenized):
        return _outcome_or_none(changed, settings, score)
    try:
        return _outcome_or_none(changed, settings.replace(tokenizer="given"), score)
    except SamescoreError:
        return None


def read_otherwise(
    data: Data, settings: Settings, *, last: bool = False
) -> Iterator[tuple[str, CataloguedMistake, Outcome]]:
    """Yield name, mistake and outcome of each misreading of the input whose outcome clearly differs from the right one.

    Misreadings marked ``last`` in the catalogue are skipped; with ``last=True``, only they are tried.
    """
    right = native_outcome(data, settings)
    for name, mistake in catalogue().items():
        outcome = mistaken(data, settings, mistake) if mistake.input and mistake.last == last else None
        if outcome is not None and not indistinguishable(outcome, right):
            yield name, mistake, outcome


def _outcome_or_none(data: Data, settings: Settings, score: _Scorer) -> Outcome | None:
    try:
        return score(data, settings)
    except SamescoreError:
        return None


def wrong_values(
    data: Data, settings: Settings, right: Outcome, *, stored: bool = True, last: bool = False
) -> dict[str, Outcome]:
    """Return the wrong score, without stages, by name of each mistake whose score clearly differs from the `right` outcome.

    Only mistakes whose marks ``stored`` (the vectors store their wrong scores) and ``last`` equal the arguments are tried.
    """
    wrong_scores: dict[str, Outcome] = {}
    for name, mistake in catalogue().items():
        chosen = (mistake.stored, mistake.last) == (stored, last)
        wrong = mistaken(data, settings, mistake, bare_outcome) if chosen else None
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
    """Return whether the outcomes are the same, or unrounded scores too close to be distinguished."""
    if isinstance(first, Score) and isinstance(second, Score) and first.decimals is None and second.decimals is None:
        return relative_gap(first.value, second.value) <= CLOSE_NUMBER
    return same_outcome(first, second)


def diagnose(data: Data, settings: Settings, outcome: Outcome) -> tuple[NamedMistake, ...]:
    """Return the mistakes with which `settings` give `outcome`, from the first kind (see the module) with a match.

    The result is empty for the right outcome, for an outcome that is not a score, and for 0, which too many mistakes
    give, unless the right outcome is an error.
    """
    right = native_outcome(data, settings)
    if (
        not isinstance(outcome, Score)
        or indistinguishable(outcome, right)
        or _is_rounded_zero(data, outcome, right)
        or (outcome.value == 0 and not isinstance(right, Raised))
    ):
        return ()
    if named := _matching_mistakes(data, settings, outcome, right, stored=True) or _matching_mistakes(
        data, settings, outcome, right
    ):
        return named
    return tuple(knobs_behind(data, settings, outcome)) or _matching_mistakes(data, settings, outcome, right, last=True)


def _matching_mistakes(
    data: Data, settings: Settings, outcome: Outcome, right: Outcome, *, stored: bool = False, last: bool = False
) -> tuple[NamedMistake, ...]:
    """Return the mistakes of `wrong_values` whose wrong score equals the outcome; `right` is the native outcome."""
    values: dict[str, Outcome] = data.remembered(
        ("wrong values", settings, stored, last),
        lambda: wrong_values(data, settings, right, stored=stored, last=last),
        lambda made: _SCORE_BYTES * (1 + len(made)),
    )
    return tuple(
        NamedMistake(name, catalogue()[name].meaning)
        for name, wrong in values.items()
        if indistinguishable(wrong, outcome)
    )


def knobs_behind(data: Data, settings: Settings, outcome: Outcome) -> Iterator[NamedMistake]:
    """Yield an unnamed mistake for each change of a single knob with which the settings give `outcome`."""
    scores: list[tuple[str, Outcome]] = data.remembered(
        ("other knobs", settings),
        lambda: list(_scores_with_other_knobs(data, settings)),
        lambda made: _SCORE_BYTES * (1 + len(made)),
    )
    return (NamedMistake("", text) for text, scored in scores if indistinguishable(scored, outcome))


def _scores_with_other_knobs(data: Data, settings: Settings) -> Iterator[tuple[str, Outcome]]:
    """Yield each change of a single knob, in words, with the outcome without stages that it gives."""
    for text, other in _other_knobs(settings):
        with suppress(SamescoreError):
            yield text, bare_outcome(data, other)


def _other_knobs(settings: Settings) -> Iterator[tuple[str, Settings]]:
    """Yield the settings with one knob changed, described in words, for each other value of each finite knob."""
    for knob in settings.knobs():
        current = getattr(settings, knob.name)
        for value in knob.alternatives(current) if knob.domain.finite else ():
            try:
                other = settings.replace(**{knob.name: value})
            except SamescoreError:
                continue
            yield f"{knob.name}={knob.domain.format(value)} instead of {knob.domain.format(current)}", other
