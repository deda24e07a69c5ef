"""Score the candidates for a claim, and match the scores with the printed number in a permitted unit."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from samescore.base.errors import SamescoreError, SettingsError
from samescore.data.comparison import Comparison
from samescore.data.kinds import Data
from samescore.metrics import metric as find_metric
from samescore.metrics.evaluator import native_value
from samescore.metrics.units import FEWEST_DIGITS, Unit, printed_units
from samescore.records import AuditFit, Chance
from samescore.settings import Settings
from samescore.verbs.audit.inputs import ClaimInput, Way
from samescore.verbs.audit.printed_text.rounding import Interval, RoundedNumber, measure
from samescore.verbs.audit.stated import Candidate

_FACTORS = {Unit.AS_IS: Fraction(1), Unit.PERCENT: Fraction(100), Unit.FRACTION: Fraction(1, 100)}
#: A number is assumed to have a different unit than the score if conversion makes them equal up to this factor.
_SAME_UNIT = 3


@dataclasses.dataclass(frozen=True, slots=True)
class CandidateScore:
    """A candidate's score for the files as they were read, and the units in which it may be printed."""

    candidate: Candidate
    way: Way
    score: float
    units: tuple[Unit, ...] = (Unit.AS_IS,)

    def on_scales(self, printed: RoundedNumber) -> Iterator[tuple[Unit, float]]:
        """Yield each unit in which the score may be printed, with the score in it; for a bound, only its own unit."""
        for unit in (Unit.AS_IS,) if printed.relation else self.units:
            yield unit, unit.of(self.score)

    @property
    def scale(self) -> Fraction:
        """The value of a perfect score of 1 under these settings: 100 for percentages."""
        return Fraction(str(getattr(self.candidate.settings, "scale", 1)))

    def fits(self, printed: RoundedNumber, *, cut_off: bool = False) -> Iterator[AuditFit]:
        """Yield a record for each unit in which the score matches the printed number.

        The score is rounded or, with `cut_off`, truncated.
        """
        for unit, value in self.on_scales(printed):
            if printed.gives(value, cut_off=cut_off):
                yield self.as_fit(printed, unit, value, cut_off=cut_off)

    def unit_of(self, printed: RoundedNumber) -> Unit:
        """Return the unit of a printed number, assuming that it is near this score: percent, fraction, or the score's."""
        shown, score = abs(float(printed.value)), abs(self.score)
        for unit, value in self.on_scales(printed):
            likely = score <= 1 < shown if unit is Unit.PERCENT else shown < 1 < score
            if unit is not Unit.AS_IS and likely and shown / _SAME_UNIT <= abs(value) <= shown * _SAME_UNIT:
                return unit
        return Unit.AS_IS

    def shown(self, window: Window) -> AuditFit:
        """Return the score as a record, in the unit of a window's numbers."""
        ratio = window.scale / self.scale
        unit = Unit.PERCENT if ratio == 100 else Unit.FRACTION if ratio == Fraction(1, 100) else Unit.AS_IS
        return self.as_fit(window.printed, unit, unit.of(self.score))

    def as_fit(self, printed: RoundedNumber, unit: Unit, value: float, *, cut_off: bool = False) -> AuditFit:
        """Return the score as a record; `value` is the score in this unit."""
        return AuditFit(
            tier=self.candidate.tier,
            how=self.candidate.how,
            value=value,
            signature=self.candidate.settings.signature,
            reading=self.way.how,
            references=list(self.way.references),
            text_reading=self.way.reading.value,
            unit=unit.value,
            coarse=unit is not Unit.AS_IS and printed.digits < FEWEST_DIGITS,
            cut_off=cut_off,
            exact=not printed.in_full or value == float(printed.value),
        )

    def taken_for(self, window: Window, *, cut_off: bool = False) -> Iterator[Interval]:
        """Yield the intervals of numbers that would match this score in some unit, near a window."""
        if window.printed.relation:  # all p-values shift together
            off = window.centre - Fraction(self.score)
            yield from ((low + off, high + off) for low, high in window.printed.taken_for(self.score))
            return
        for _, value in self.on_scales(window.printed):
            if window.near(value):
                yield from window.printed.taken_for(value, cut_off=cut_off)


def attempt(candidate: Candidate, read: ClaimInput) -> CandidateScore | None:
    """Compute the candidate's score for the files; None if the settings give no score for them."""
    try:
        score = native_value(read.data, candidate.settings)
    except SamescoreError:
        return None
    return (
        None
        if score is None
        else CandidateScore(candidate, read.way, score, _possible_units(candidate, read.data, score))
    )


def _possible_units(candidate: Candidate, data: Data, score: float) -> tuple[Unit, ...]:
    if isinstance(data, Comparison):
        return tuple(printed_units(candidate.settings, score, data.statistic, data.settings))
    return tuple(printed_units(candidate.settings, score))


def missing_requirement(candidate: Candidate, read: ClaimInput) -> str:
    """Return why the candidate's settings cannot be used, such as a missing package; empty if they can.

    It is also empty if these settings give no score for the input for a different reason.
    """
    try:
        native_value(read.data, candidate.settings)
    except SettingsError as problem:
        return problem.message
    return ""


def _is_width(settings: Settings) -> bool:
    """Return whether the settings give an interval's half-width or a standard error, whose window begins at zero."""
    return settings.metric == "standard-error" or getattr(settings, "end", "") == "half-width"


@dataclasses.dataclass(frozen=True, slots=True)
class Window:
    """The range of plausible printed numbers: from `low` to `high`, which is `centre` ± `half_width` where possible.

    The range is limited by the metric's bounds, and always includes the printed number. A perfect score of 1 is printed
    as `scale`.
    """

    printed: RoundedNumber
    scale: Fraction
    centre: Fraction
    half_width: Fraction
    low: Fraction
    high: Fraction

    @classmethod
    def around(cls, usual: CandidateScore, printed: RoundedNumber) -> Window:
        """Return the window around the `usual` score, which is the score of the stated or default settings."""
        settings = usual.candidate.settings
        facts = find_metric(settings.metric).facts
        if printed.relation:
            return cls(printed, usual.scale, Fraction(usual.score), Fraction(1), Fraction(0), Fraction(1))
        factor = _FACTORS[usual.unit_of(printed)]
        scale, centre = usual.scale * factor, Fraction(usual.score) * factor
        relative = abs(centre) if facts.window_is_a_share else scale
        share = Fraction(1) if _is_width(settings) else Fraction(str(facts.window))
        half = max(relative * share, abs(printed.value - centre) + printed.unit / 2)
        low = centre - half if facts.lowest is None else max(centre - half, Fraction(facts.lowest) * scale)
        high = centre + half if facts.highest is None else min(centre + half, Fraction(facts.highest) * scale)
        # A score may exceed the bounds by a rounding error, and a printed number by a mistake.
        low, high = min(low, printed.value - printed.unit / 2), max(high, printed.value + printed.unit / 2)
        return cls(printed, scale, centre, half, low, high)

    def chance(self, rounded: Iterable[CandidateScore], cut_off: Sequence[CandidateScore] = ()) -> Chance:
        """Return the chance of a match: the share of the window's numbers that would match one of these scores.

        `rounded` are compared after rounding, `cut_off` after truncation.
        """
        length, values = self.taken(rounded, cut_off)
        return Chance(
            probability=float(length / (self.high - self.low)),
            low=float(self.low),
            high=float(self.high),
            half_width=float(self.half_width),
            values=values,
        )

    def taken(self, rounded: Iterable[CandidateScore], cut_off: Sequence[CandidateScore] = ()) -> tuple[Fraction, int]:
        """Return the total length and the number of the intervals of numbers that would match one of these scores."""
        intervals = [interval for each in rounded for interval in each.taken_for(self)]
        intervals += [interval for each in cut_off for interval in each.taken_for(self, cut_off=True)]
        return measure(intervals, self.low, self.high)

    def near(self, value: float) -> bool:
        """Return whether numbers in the window could match this value."""
        unit = float(self.printed.unit)
        return float(self.low) - 2 * unit <= value <= float(self.high) + 2 * unit
