"""The verb *audit*: what produced a published number, and can it be produced at all?

For a claim with files every plausible setting is tried natively, those first that explained the claims before it, until
one fits; then those that count the same and only score otherwise, or, thoroughly, all of them. Where nothing fits the
references as claimed, each subset of them is tried, and then their other orders. The digits printed define the
interval; rounding and cutting off both count, and so does a percentage for a fraction.
"""

from __future__ import annotations

import dataclasses
import enum
import itertools
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.labels import Labels
from samescore.errors import InputError, SamescoreError
from samescore.metrics import find
from samescore.metrics.evaluator import native_outcome
from samescore.outcome import STORED_ULPS, Score, prints_as, ulps
from samescore.settings import Settings, Stage
from samescore.verbs.audit.claims import Candidate, Claim, candidates, file_of, metric_of, stated, usual
from samescore.verbs.audit.consistency import checkable, impossible, suspicious
from samescore.verbs.audit.file_checks import suspicions, swapped
from samescore.verbs.score import parse_signature

#: A number of so many digits fits by chance once in a million: the search ends with the first that fits.
TELLING_DIGITS = 7
#: With so many digits the number is a double, printed in full.
_ALL_DIGITS = 15
#: Subsets and orders of so many references are tried, no more.
_MOST_REFERENCES = 4
#: On so many segments it shows whether the order of references matters to a setting.
_PROBE = 200


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
    """The verdict on a claim. `fits` says which settings give the number, `value` the (nearest) one that was found.

    `signatures` are the settings in `fits` that take the references as claimed.
    """

    claim: Claim
    verdict: Verdict
    fits: tuple[str, ...] = ()
    value: float | None = None
    signature: str = ""
    notes: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Joint:
    """How many of the claims of one source and metric each settings reproduce, the most first."""

    source: str
    metric: str
    claims: int
    settings: tuple[tuple[str, int], ...]


@dataclasses.dataclass(frozen=True, slots=True)
class _Input:
    """The files of a claim, read in one way; `how` is empty for the way that is claimed."""

    how: str
    data: Data
    other_order: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class _Fit:
    candidate: Candidate
    how: str
    value: float
    exact: bool
    note: str

    @property
    def text(self) -> str:
        return "; ".join(part for part in (self.candidate.how, self.how, self.note) if part)


class Auditor:
    """Audits claims one after another, and remembers what explained them."""

    def __init__(self, base: Path, *, thorough: bool = False) -> None:
        self._base = base
        self._thorough = thorough
        self._remembered: dict[str, list[Settings]] = {}
        self._read = lru_cache(maxsize=8)(_read)  # each audit reads its files anew: they may have changed

    def audit(self, claim: Claim) -> Finding:
        """The verdict on one claim. Never raises for what a claim says: that is its verdict."""
        try:
            own = stated(claim)
        except SamescoreError as problem:
            return Finding(claim, Verdict.NOT, notes=(str(problem),))
        if not claim.hypotheses:
            return _without_files(claim)
        try:
            claimed = self._claimed(claim)
            return self._search(claim, own, claimed)
        except SamescoreError as problem:
            return Finding(claim, Verdict.UNREADABLE, notes=(str(problem),))

    def fits(self, claim: Claim, signature: str) -> bool:
        """Do these settings give the claim's number, its files taken as claimed?"""
        try:
            candidate = Candidate("", parse_signature(signature))
            fit = _try(candidate, self._claimed(claim), claim.number)
        except SamescoreError:
            return False
        return fit is not None and _fitting(fit.value, claim.number)

    def _claimed(self, claim: Claim) -> _Input:
        return _Input("", self._data(claim, claim.references))

    def _data(self, claim: Claim, references: Iterable[str]) -> Data:
        metric, _ = metric_of(claim)
        files = tuple(file_of(self._base, name) for name in references)
        return self._read(metric, file_of(self._base, claim.hypotheses), files)

    def _other_inputs(self, claim: Claim) -> Iterator[_Input]:
        """Every proper subset of the references, then every other order of all of them."""
        names = claim.references
        if not 1 < len(names) <= _MOST_REFERENCES:
            return
        for size in (1, *range(len(names) - 1, 1, -1)):
            for chosen in itertools.combinations(names, size):
                shown = ", ".join(Path(name).name for name in chosen)
                yield _Input(f"references {shown}", self._data(claim, chosen))
        for order in itertools.islice(itertools.permutations(names), 1, None):
            shown = ", ".join(Path(name).name for name in order)
            yield _Input(f"references in the order {shown}", self._data(claim, order), other_order=True)

    def _search(self, claim: Claim, own: Candidate | None, claimed: _Input) -> Finding:
        fits, nearest = self._through(claim, own, claimed, [])
        for other in self._other_inputs(claim):
            if fits and not self._thorough:
                break
            more, near = self._through(claim, own, other, fits)
            fits, nearest = [*fits, *more], _nearer(claim, nearest, near)
        if not fits:
            return self._not_reproduced(claim, own, nearest, claimed.data)
        best = next((fit for fit in fits if fit.exact), fits[0])
        self._remember(claim, best.candidate.settings)
        notes = () if best.exact else ("but for the last digits, which depend on the order of additions",)
        return Finding(
            claim,
            _verdict(best, own, fits, claim),
            tuple(dict.fromkeys(fit.text for fit in fits)),
            best.value,
            best.candidate.settings.signature,
            (*notes, *suspicious(claim)),
            tuple(dict.fromkeys(fit.candidate.settings.signature for fit in fits if not fit.how)),
        )

    def _through(
        self, claim: Claim, own: Candidate | None, given: _Input, known: list[_Fit]
    ) -> tuple[list[_Fit], _Fit | None]:
        """What fits one way to read the files, and what comes nearest."""
        fits: list[_Fit] = []
        nearest: _Fit | None = None
        for candidate in self._in_order(claim, own):
            if fits and not self._thorough and not _cheap(candidate.settings, fits[0]):
                continue
            if given.other_order and not _order_matters(candidate.settings, given.data):
                continue
            fit = _try(candidate, given, claim.number)
            if fit is None:
                continue
            nearest = _nearer(claim, nearest, fit)
            if _fitting(fit.value, claim.number):
                fits.append(fit)
                enough = telling(claim) or candidate is own
                if fit.exact and not known and not self._thorough and enough:
                    break
        return fits, nearest

    def _in_order(self, claim: Claim, own: Candidate | None) -> Iterator[Candidate]:
        """What is stated, what explained earlier claims of this metric, everything else."""
        remembered = [Candidate(each.short_signature, each) for each in self._remembered.get(claim.metric, [])]
        seen: set[Settings] = set()
        first = own or Candidate(f"the defaults of {claim.metric}", usual(claim))
        for candidate in (first, *remembered, *candidates(claim)):
            if candidate.settings not in seen:
                seen.add(candidate.settings)
                yield candidate

    def _remember(self, claim: Claim, settings: Settings) -> None:
        known = self._remembered.setdefault(claim.metric, [])
        if settings in known:
            known.remove(settings)
        known.insert(0, settings)

    def _not_reproduced(self, claim: Claim, own: Candidate | None, nearest: _Fit | None, data: Data) -> Finding:
        notes = [*suspicious(claim), *suspicions(data)]
        if nearest is not None:
            distance = _distance(nearest.value, claim)
            notes.insert(0, f"the nearest is {nearest.value!r}, {distance:.3g} away: {nearest.text}")
        if (other := swapped(data)) is not None:
            for candidate in itertools.islice(self._in_order(claim, own), 5):
                fit = _try(candidate, _Input("", other), claim.number)
                if fit is not None and _fitting(fit.value, claim.number):
                    notes.append(f"with hypotheses and references swapped it fits: {fit.text}")
                    break
        value = nearest.value if nearest else None
        signature = nearest.candidate.settings.signature if nearest else ""
        return Finding(claim, Verdict.NOT, (), value, signature, tuple(notes))


def _without_files(claim: Claim) -> Finding:
    if reasons := tuple(impossible(claim)):
        return Finding(claim, Verdict.IMPOSSIBLE, notes=(*reasons, *suspicious(claim)))
    if oddities := tuple(suspicious(claim)):
        return Finding(claim, Verdict.UNDERSPECIFIED, notes=oddities)
    if checkable(claim):
        return Finding(claim, Verdict.CONSISTENT)
    missing = "there are no files, and nothing to check the number against"
    return Finding(claim, Verdict.UNDERSPECIFIED, notes=(missing,))


def _cheap(settings: Settings, fit: _Fit) -> bool:
    """Does it need nothing counted anew after `fit`?"""
    return settings.up_to(Stage.STATISTICS) == fit.candidate.settings.up_to(Stage.STATISTICS)


def _order_matters(settings: Settings, data: Data) -> bool:
    """Does the order of references show in the score of the first segments?"""
    if not isinstance(data, Corpus):
        return False
    head = [(str(s.hypothesis), [str(r) for r in s.references]) for s in data.segments[:_PROBE]]
    both = [
        native_outcome(Corpus.from_segments([h for h, _ in head], [refs[::step] for _, refs in head]), settings)
        for step in (1, -1)
    ]
    values = [outcome.value for outcome in both if isinstance(outcome, Score)]
    return len(values) == 2 and values[0] != values[1]


def _nearer(claim: Claim, one: _Fit | None, other: _Fit | None) -> _Fit | None:
    if one is None or other is None:
        return one or other
    return other if _distance(other.value, claim) < _distance(one.value, claim) else one


def _verdict(best: _Fit, own: Candidate | None, fits: list[_Fit], claim: Claim) -> Verdict:
    plain = not best.how and not best.note
    if own is not None and plain and best.candidate.settings == own.settings:
        return Verdict.AS_STATED
    if len({f"{fit.value:.9g}" for fit in fits}) > 1 and _digits(claim.number) < TELLING_DIGITS:
        return Verdict.SEVERAL
    if own is None and plain and _like_usual(best.candidate.settings, claim):
        return Verdict.DEFAULTS
    return Verdict.OTHERWISE


def _like_usual(settings: Settings, claim: Claim) -> bool:
    """Do they differ from the metric's defaults in nothing that matters?"""
    return not any(difference.knob.matters for difference in usual(claim).differences(settings))


def _read(metric: str, hypotheses: Path, references: tuple[Path, ...]) -> Data:
    if Labels in find(metric)[0].takes:
        if len(references) != 1:
            raise InputError(f"{metric} wants one file of gold labels, {len(references)} are named", hint="references")
        return Labels.read(references[0], hypotheses)
    return Corpus.read(hypotheses, references)


def _try(candidate: Candidate, given: _Input, published: str) -> _Fit | None:
    """The candidate's number, brought to the scale that is printed; None where it gives none."""
    try:
        outcome = native_outcome(given.data, candidate.settings)
    except SamescoreError:
        return None
    if not isinstance(outcome, Score):
        return None
    options = [(outcome.value, ""), (outcome.value * 100, "times 100"), (outcome.value / 100, "divided by 100")]
    wanted = float(published)
    plain = options[1] if abs(outcome.value) <= 1 < abs(wanted) else options[0]
    value, note = next((each for each in options if _fitting(each[0], published)), plain)
    exact = value == wanted or _digits(published) < _ALL_DIGITS
    return _Fit(candidate, given.how, value, exact, note)


def _fitting(value: float, published: str) -> bool:
    if _digits(published) >= _ALL_DIGITS and ulps(value, float(published)) <= STORED_ULPS:
        return True
    return prints_as(value, published)


def _digits(published: str) -> int:
    """Significant digits."""
    return len(published.lstrip("-").partition("e")[0].replace(".", "").lstrip("0")) or 1


def _distance(value: float, claim: Claim) -> float:
    return abs(value - float(claim.number))


def telling(claim: Claim) -> bool:
    """Has the number so many digits that nothing fits it by chance?"""
    return _digits(claim.number) >= TELLING_DIGITS
