"""Find the numbers that an input would give in wrong layouts, and causes of a reported number, for *explain*.

The causes of a reported number are searched for in this order: the unchanged settings, wrong layouts, catalogued mistakes
that set knobs, settings with one knob changed, the defaults of all known implementations, mistakes in a stage, and the
layouts that the catalogue marks ``last``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation

from samescore import records
from samescore.base.errors import InputError, SamescoreError
from samescore.base.outcome import Outcome, Score, prints_as, significant_digits
from samescore.catalogue.mistakes import catalogue
from samescore.data.kinds import Data
from samescore.metrics import parse_signature
from samescore.metrics.evaluator import bare_outcome, native_outcome
from samescore.metrics.mistakes import mistaken_outcome, mistakes_of
from samescore.metrics.units import FEWEST_DIGITS, Unit, printed_units
from samescore.records import Account, ExplainedSide, Explanation, Fit, Readings, WrongLayout
from samescore.settings import Settings
from samescore.verbs.why.attribution.diagnosis import indistinguishable, mistaken, read_otherwise

#: Maximum length of a reported number in characters.
_LONGEST = 40

#: A function that returns whether a score, converted to a unit, matches.
Matches = Callable[[float, Unit], bool]


def readings_of(explained: Account | Explanation, data: Data, reported: str = "") -> list[Readings]:
    """Return the readings of each side of an explanation: wrong layouts of the input, and causes of a number.

    For one side alone, they are the numbers in all wrong layouts, and the causes of the `reported` number if given. For
    two sides, they are only the causes of the `reported` number or, if it is empty, the wrong layouts in which one side
    gives the number of the other; a side without such layouts is omitted. Raises `InputError` for a `reported` text
    that is not a number.
    """
    printed = _bare_number(reported)
    if isinstance(explained, Account):
        return [_readings_of_account(explained.side, data, printed)]
    sides = ((explained.first, explained.second), (explained.second, explained.first))
    made = (
        _readings_of_reported(side, data, printed) if printed else _readings_like_the_other(side, other, data)
        for side, other in sides
    )
    return [side for side in made if side.fits or printed]


def _bare_number(text: str) -> str:
    """Return a printed number without percent sign and white space; empty for no text.

    Raises `InputError` for a text that is not a finite number.
    """
    bare = text.strip().removesuffix("%").strip()
    try:
        finite = not bare or (len(bare) <= _LONGEST and Decimal(bare).is_finite())
    except InvalidOperation:
        finite = False
    if not finite:
        raise InputError(
            f"{text!r:.80} is not a number", hint="write the number as it was printed, for example --reported 27.30"
        )
    return bare


def _readings_of_account(side: ExplainedSide, data: Data, printed: str) -> Readings:
    settings = parse_signature(side.signature)
    read = [
        WrongLayout(name, mistake.meaning, records.outcome(_without_stages(outcome)))
        for name, mistake, outcome in read_otherwise(data, settings)
    ]
    fits = list(_fits(data, settings, _matches_print(printed))) if printed else []
    return Readings(settings.metric, side.name, side.signature, read, printed, fits)


def _readings_of_reported(side: ExplainedSide, data: Data, printed: str) -> Readings:
    settings = parse_signature(side.signature)
    fits = list(_fits(data, settings, _matches_print(printed)))
    return Readings(settings.metric, side.name, side.signature, [], printed, fits)


def _matches_print(printed: str) -> Matches:
    """Return a function that compares scores with a printed number.

    In a unit other than the score's own, a number with too few significant digits never matches.
    """
    detailed = significant_digits(printed) >= FEWEST_DIGITS
    return lambda value, unit: (unit is Unit.AS_IS or detailed) and prints_as(value, printed)


def _readings_like_the_other(side: ExplainedSide, other: ExplainedSide, data: Data) -> Readings:
    """Return the readings of a side: the wrong layouts in which it gives the other side's number.

    There are none if the numbers are equal anyway, if one of the sides has no number, or if the other number is 0.
    """
    settings = parse_signature(side.signature)
    value = other.outcome.value
    fits: list[Fit] = []
    if value is not None and value and side.outcome.value is not None:
        target = Score(float(value))
        if not indistinguishable(Score(float(side.outcome.value)), target):
            fits = list(_by_layout(data, settings, lambda number, _: indistinguishable(Score(number), target)))
    return Readings(settings.metric, side.name, side.signature, [], f"the number of {other.name}", fits)


def _without_stages(outcome: Outcome) -> Outcome:
    """Return an outcome without its stages."""
    return Score(outcome.value) if isinstance(outcome, Score) else outcome


def _fits(data: Data, settings: Settings, matches: Matches) -> Iterator[Fit]:
    """Yield the causes that give a matching number, from the first kind (see the module) with such a cause."""
    for search in (_unchanged, _by_layout, _by_mistake, _by_knob, _by_implementation, _by_stage, _by_last_layout):
        fits = list(search(data, settings, matches))
        if fits:
            yield from fits
            return


def _match(outcome: Outcome | None, settings: Settings, matches: Matches) -> tuple[float, float] | None:
    """Return a score with the factor that converts it to the first unit in which it matches.

    Return None if it matches in no unit, and for another outcome.
    """
    if not isinstance(outcome, Score):
        return None
    units = (unit for unit in printed_units(settings, outcome.value) if matches(unit.of(outcome.value), unit))
    return next(((outcome.value, unit.of(1.0)) for unit in units), None)


def _unchanged(data: Data, settings: Settings, matches: Matches) -> Iterator[Fit]:
    outcome = native_outcome(data, settings)
    match = _match(outcome, settings, matches)
    if match is not None:
        yield Fit("as it is", "", "unchanged settings", *match)


def _by_layout(data: Data, settings: Settings, matches: Matches, *, last: bool = False) -> Iterator[Fit]:
    for name, mistake, outcome in read_otherwise(data, settings, last=last):
        match = _match(outcome, settings, matches)
        if match is not None:
            yield Fit("layout", name, mistake.meaning, *match)


def _by_last_layout(data: Data, settings: Settings, matches: Matches) -> Iterator[Fit]:
    return _by_layout(data, settings, matches, last=True)


def _by_mistake(data: Data, settings: Settings, matches: Matches) -> Iterator[Fit]:
    for name, mistake in catalogue().items():
        outcome = mistaken(data, settings, mistake) if mistake.set else None
        match = _match(outcome, settings, matches)
        if match is not None:
            yield Fit("mistake", name, mistake.meaning, *match)


def _by_knob(data: Data, settings: Settings, matches: Matches) -> Iterator[Fit]:
    for knob in settings.knobs():
        for value in knob.alternatives(getattr(settings, knob.name)) if knob.matters else ():
            try:
                changed = settings.replace(**{knob.name: value})
                outcome = bare_outcome(data, changed)
            except SamescoreError:
                continue
            match = _match(outcome, changed, matches)
            if match is not None:
                yield Fit("knob", knob.name, f"{knob.name}={knob.domain.format(value)}", *match)


def _by_implementation(data: Data, settings: Settings, matches: Matches) -> Iterator[Fit]:
    from samescore.catalogue.profile_files import profile_files

    for name, file in sorted(profile_files().items()):
        for profile in file.current(None):
            if profile.metric != settings.metric:
                continue
            try:
                usual = profile.taking({})
                outcome = bare_outcome(data, usual)
            except SamescoreError:
                continue
            match = _match(outcome, usual, matches)
            if match is not None:
                full = f"native:{name}.{profile.entry_point}"
                yield Fit("implementation", full, f"{full}, by default", *match)


def _by_stage(data: Data, settings: Settings, matches: Matches) -> Iterator[Fit]:
    for mistake in mistakes_of(settings.metric):
        outcome = mistaken_outcome(data, settings, [mistake])
        match = _match(outcome, settings, matches)
        if match is not None:
            yield Fit("mistake", mistake.name, mistake.meaning, *match)
