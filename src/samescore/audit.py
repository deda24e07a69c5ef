"""The verb *audit*: what produced a published number, and can it be produced at all?

For a claim with files every plausible setting is tried natively, those first that explained the claims before it, until
one fits; then those that count the same and only score otherwise, or, thoroughly, all of them. The digits printed define the interval; rounding and cutting off both count, and so does a percentage for a fraction.
"""

from __future__ import annotations

import dataclasses
import enum
import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from samescore.claims import Candidate, Claim, candidates, file_of, metric_of, stated, usual
from samescore.corpus import Corpus
from samescore.errors import InputError, SamescoreError
from samescore.implementations.base import native_outcome
from samescore.inputs import Data
from samescore.labels import Labels
from samescore.metrics import find
from samescore.outcome import STORED_ULPS, Score, prints_as, ulps
from samescore.settings import Settings, Stage

#: A number of so many digits fits by chance once in a million: the search ends with the first that fits.
_TELLING_DIGITS = 7
#: With so many digits the number is a double, printed in full.
_ALL_DIGITS = 15


class Verdict(enum.Enum):
    """What an audit found."""

    AS_STATED = "reproduced as stated"
    DEFAULTS = "reproduced by the defaults"  # nothing was stated
    OTHERWISE = "reproduced only otherwise"
    SEVERAL = "several settings fit"
    NOT = "not reproduced"
    CONSISTENT = "consistent"
    IMPOSSIBLE = "impossible"
    UNDERSPECIFIED = "underspecified"
    UNREADABLE = "the files cannot be read"


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on a claim. `fits` says which settings give the number, `value` the (nearest) one that was found."""

    claim: Claim
    verdict: Verdict
    fits: tuple[str, ...] = ()
    value: float | None = None
    signature: str = ""
    notes: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class _Fit:
    candidate: Candidate
    references: tuple[str, ...]
    value: float
    exact: bool
    note: str

    @property
    def text(self) -> str:
        extra = [f"references {', '.join(self.references)}"] if self.references else []
        return "; ".join([self.candidate.how, *extra, *([self.note] if self.note else [])])


class Auditor:
    """Audits claims one after another, and remembers what explained them."""

    def __init__(self, base: Path, *, thorough: bool = False) -> None:
        self._base = base
        self._thorough = thorough
        self._remembered: dict[str, list[Settings]] = {}

    def audit(self, claim: Claim) -> Finding:
        """The verdict on one claim. Never raises for what a claim says: that is its verdict."""
        try:
            own = stated(claim)
        except SamescoreError as problem:
            return Finding(claim, Verdict.NOT, notes=(str(problem),))
        if not claim.hypotheses:
            return _without_files(claim)
        try:
            choices = list(self._inputs(claim))
        except SamescoreError as problem:
            return Finding(claim, Verdict.UNREADABLE, notes=(str(problem),))
        return self._search(claim, own, choices)

    def _inputs(self, claim: Claim) -> Iterator[tuple[tuple[str, ...], Data]]:
        """The data as claimed, then with each reference alone."""
        metric, _ = metric_of(claim)
        hypotheses = file_of(self._base, claim.hypotheses)
        references = [file_of(self._base, name) for name in claim.references]
        yield (), _read(metric, hypotheses, tuple(references))
        if len(references) > 1:
            for name, path in zip(claim.references, references, strict=True):
                yield (Path(name).name,), _read(metric, hypotheses, (path,))

    def _search(self, claim: Claim, own: Candidate | None, choices: list[tuple[tuple[str, ...], Data]]) -> Finding:
        fits: list[_Fit] = []
        nearest: _Fit | None = None
        telling = _digits(claim.published) >= _TELLING_DIGITS
        for references, candidate in self._in_order(claim, own, [each[0] for each in choices]):
            if fits and not self._thorough and not _cheap(candidate.settings, references, fits[0]):
                continue
            fit = _try(candidate, references, dict(choices)[references], claim.published)
            if fit is None:
                continue
            if nearest is None or _distance(fit.value, claim.published) < _distance(nearest.value, claim.published):
                nearest = fit
            if _fitting(fit.value, claim.published):
                fits.append(fit)
                if fit.exact and (telling or candidate is own):
                    break
        if not fits:
            return self._not_reproduced(claim, nearest, choices[0][1])
        best = next((fit for fit in fits if fit.exact), fits[0])
        self._remember(claim, best.candidate.settings)
        return Finding(
            claim,
            _verdict(best, own, fits, claim),
            tuple(dict.fromkeys(fit.text for fit in fits)),
            best.value,
            best.candidate.settings.signature,
            () if best.exact else ("but for the last digits, which depend on the order of additions",),
        )

    def _in_order(
        self, claim: Claim, own: Candidate | None, references: list[tuple[str, ...]]
    ) -> Iterator[tuple[tuple[str, ...], Candidate]]:
        """What is stated, what explained earlier claims of this metric, everything else; then single references."""
        remembered = [Candidate(each.short_signature, each) for each in self._remembered.get(claim.metric, [])]
        for chosen in references:
            seen: set[Settings] = set()
            for candidate in (*([own] if own else []), *remembered, *candidates(claim)):
                if candidate.settings not in seen:
                    seen.add(candidate.settings)
                    yield chosen, candidate

    def _remember(self, claim: Claim, settings: Settings) -> None:
        known = self._remembered.setdefault(claim.metric, [])
        if settings in known:
            known.remove(settings)
        known.insert(0, settings)

    def _not_reproduced(self, claim: Claim, nearest: _Fit | None, data: Data) -> Finding:
        notes = [*_suspicions(data)]
        if nearest is not None:
            notes.insert(
                0,
                f"the nearest is {nearest.value!r}, {_distance(nearest.value, claim.published):.3g} away: {nearest.text}",
            )
        value = nearest.value if nearest else None
        return Finding(
            claim, Verdict.NOT, (), value, nearest.candidate.settings.signature if nearest else "", tuple(notes)
        )


def _cheap(settings: Settings, references: tuple[str, ...], fit: _Fit) -> bool:
    """Does it need nothing counted anew after `fit`?"""
    return references == fit.references and settings.up_to(Stage.STATISTICS) == fit.candidate.settings.up_to(
        Stage.STATISTICS
    )


def _verdict(best: _Fit, own: Candidate | None, fits: list[_Fit], claim: Claim) -> Verdict:
    plain = not best.references and not best.note
    if own is not None and plain and best.candidate.settings == own.settings:
        return Verdict.AS_STATED
    if len({f"{fit.value:.9g}" for fit in fits}) > 1 and _digits(claim.published) < _TELLING_DIGITS:
        return Verdict.SEVERAL
    if own is None and plain and _like_usual(best.candidate.settings, claim):
        return Verdict.DEFAULTS
    return Verdict.OTHERWISE


def _like_usual(settings: Settings, claim: Claim) -> bool:
    """Do they differ from the metric's defaults in nothing that matters?"""
    return not any(difference.knob.matters for difference in usual(claim).differences(settings))


@lru_cache(maxsize=8)
def _read(metric: str, hypotheses: Path, references: tuple[Path, ...]) -> Data:
    if Labels in find(metric)[0].takes:
        if len(references) != 1:
            raise InputError(f"{metric} wants one file of gold labels, {len(references)} are named", hint="references")
        return Labels.read(references[0], hypotheses)
    return Corpus.read(hypotheses, references)


def _try(candidate: Candidate, references: tuple[str, ...], data: Data, published: str) -> _Fit | None:
    """The candidate's number, brought to the scale that is printed; None where it gives none."""
    try:
        outcome = native_outcome(data, candidate.settings)
    except SamescoreError:
        return None
    if not isinstance(outcome, Score):
        return None
    options = [(outcome.value, ""), (outcome.value * 100, "times 100"), (outcome.value / 100, "divided by 100")]
    value, note = next((each for each in options if _fitting(each[0], published)), options[0])
    exact = value == float(published) or _digits(published) < _ALL_DIGITS
    return _Fit(candidate, references, value, exact, note)


def _fitting(value: float, published: str) -> bool:
    if _digits(published) >= _ALL_DIGITS:
        return ulps(value, float(published)) <= STORED_ULPS
    return prints_as(value, published)


def _digits(published: str) -> int:
    """Significant digits."""
    return len(published.lstrip("-").partition("e")[0].replace(".", "").lstrip("0")) or 1


def _distance(value: float, published: str) -> float:
    return abs(value - float(published))


def _suspicions(data: Data) -> Iterator[str]:
    """What may be wrong with files that give no such number."""
    if not isinstance(data, Corpus):
        return
    hypotheses = [str(segment.hypothesis) for segment in data]
    empty = sum(not text.strip() for text in hypotheses)
    if empty:
        yield f"{empty} hypotheses are empty"
    repeated = sum(one == other for one, other in pairwise(hypotheses))
    if repeated:
        yield f"{repeated} hypotheses equal the one before"
    lengths = [(len(str(s.hypothesis)), len(str(s.references[0]))) for s in data if s.references]
    here = _likeness(lengths)
    for shift in (-1, 1):
        moved = list(
            zip([h for h, _ in lengths][max(shift, 0) :], [r for _, r in lengths][max(-shift, 0) :], strict=False)
        )
        if _likeness(moved) > here + 0.2:
            yield f"the lines fit better {abs(shift)} line {'up' if shift > 0 else 'down'}: the files may be misaligned"


def _likeness(lengths: Iterable[tuple[int, int]]) -> float:
    """How far the lengths of lines go together: their correlation."""
    pairs = list(lengths)
    if len(pairs) < 3:
        return 0.0
    xs, ys = [float(x) for x, _ in pairs], [float(y) for _, y in pairs]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = math.sqrt(sum((x - mx) ** 2 for x in xs) * sum((y - my) ** 2 for y in ys))
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True)) / spread if spread else 0.0


# Claims without files: can the number be at all?


def _without_files(claim: Claim) -> Finding:
    notes = [*_impossible(claim)]
    if notes:
        return Finding(claim, Verdict.IMPOSSIBLE, notes=tuple(notes))
    if (claim.precision and claim.recall) or claim.items:
        return Finding(claim, Verdict.CONSISTENT)
    return Finding(
        claim, Verdict.UNDERSPECIFIED, notes=("there are no files, and nothing to check the number against",)
    )


def _interval(printed: str) -> tuple[Fraction, Fraction]:
    """What may have been printed so: rounded, or cut off."""
    digits = len(printed.partition(".")[2])
    unit = Fraction(1, 10**digits)
    return Fraction(printed) - unit / 2, Fraction(printed) + unit


#: The largest score of the metrics that have one, as a fraction.
_AT_MOST_ONE = (
    "accuracy",
    "precision",
    "recall",
    "f1",
    "exact-match",
    "answer-f1",
    "chrf",
    "rouge-n",
    "rouge-l",
    "mcc",
)


def _impossible(claim: Claim) -> Iterator[str]:
    name, _ = metric_of(claim)
    value = Fraction(claim.published)
    if name in _AT_MOST_ONE and value > 100:
        yield f"{name} cannot be above 100 %"
    if claim.precision and claim.recall:
        low, high = _f_range(claim.precision, claim.recall)
        mine = _interval(claim.published)
        if mine[1] < low or mine[0] > high:
            yield (
                f"with precision {claim.precision} and recall {claim.recall}, F1 lies between {float(low):.6g} and {float(high):.6g}"
            )
    if claim.items > 0 and not _countable(claim.published, claim.items):
        yield f"no number of items out of {claim.items} gives {claim.published}"


def _f_range(precision: str, recall: str) -> tuple[Fraction, Fraction]:
    """F1 grows with both."""
    (p_low, p_high), (r_low, r_high) = _interval(precision), _interval(recall)
    low = [max(p_low, Fraction(0)), max(r_low, Fraction(0))]
    return tuple(2 * p * r / (p + r) if p + r else Fraction(0) for p, r in (low, (p_high, r_high)))  # type: ignore[return-value]  # two


def _countable(published: str, items: int) -> bool:
    """Is the number k/items, or that times 100, for some whole k?"""
    for scale in (1, 100):
        low, high = _interval(published)
        first = math.ceil(low * items / scale)
        if first * scale <= high * items and first <= items:
            return True
    return False


def joint(findings: Iterable[Finding]) -> dict[str, Any]:
    """How many claims each settings explain, by metric: what one source used throughout shows here."""
    counted: dict[str, dict[str, int]] = {}
    for finding in findings:
        if finding.signature and finding.verdict is not Verdict.NOT:
            by_settings = counted.setdefault(finding.claim.metric, {})
            by_settings[finding.signature] = by_settings.get(finding.signature, 0) + 1
    return counted
