"""Run a whole search: set up the pairs, report new finds, and count disagreements that the catalogue explains."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from samescore import records
from samescore.base.errors import InputError
from samescore.base.outcome import SAME_NUMBER
from samescore.implementations import Implementation
from samescore.implementations.sides import Side
from samescore.metrics import find as find_metric
from samescore.records.fuzz import Find, FuzzReport, FuzzSide, FuzzSummary, KnownCount
from samescore.verbs.fuzz.duels import Duel, duel_of, duels_with_model
from samescore.verbs.fuzz.explanation import Disagreement, DisagreementReason, Explained
from samescore.verbs.fuzz.request import SECONDS, Request
from samescore.verbs.fuzz.search import DisagreementSearch, FoundDisagreement, SearchLimits, Tally
from samescore.verbs.fuzz.vectors import vector_of
from samescore.verbs.why.attribution.known import applicable_divergences

#: An implementation as named by the user, and opened.
Participant = tuple[Side, Implementation]


class Fuzz:
    """A search for disagreements between one implementation and its model, or between two `participants`.

    `finds` runs the search; `summary` describes the work so far, also after an interruption. `knobs` are the request's
    knob values in canonical form; a request without a seed has seed 0. Finds of an `earlier` report are not searched
    for again, and its rounds are skipped. Raises `UnknownNameError` or `SettingsError` for an unknown name or knob, and
    `InputError` if the earlier report does not match.
    """

    def __init__(
        self,
        request: Request,
        participants: Sequence[Participant],
        knobs: Mapping[str, object] = {},
        earlier: FuzzReport | None = None,
        on_progress: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._request = request
        self._seed = request.seed or 0
        self._duels = _duels(request, participants, knobs)
        self._explained = [Explained() for _ in self._duels]
        self._known: dict[tuple[int, DisagreementReason], KnownCount] = {}
        self._earlier = earlier
        self._count = 0
        tally = Tally()
        if earlier is not None:
            tally = self._resume(earlier)
        self._search = DisagreementSearch(
            self._duels,
            self._explained,
            seed=self._seed,
            limits=SearchLimits(request.examples, request.seconds or (None if request.examples else SECONDS)),
            tally=tally,
            tolerance=max(SAME_NUMBER, request.tolerance),
            on_progress=lambda text: on_progress(f"{text}, {self._count} finds"),
        )

    @property
    def ignored(self) -> list[tuple[str, str]]:
        """Pairs of a side's name and a knob that is set for all sides, but that this side does not support."""
        sides = [side for duel in self._duels for side in (duel.first, duel.second) if side is not None]
        return list(dict.fromkeys((side.full_name, knob) for side in sides for knob in side.ignored))

    def finds(self) -> Iterator[Find]:
        """Yield the finds of the earlier report, then search, and yield new finds.

        Disagreements that the catalogue explains are only counted, unless the request includes them (`known`).
        """
        for find in self._earlier.finds if self._earlier else ():
            self._count += 1
            yield find
        for found in self._search.finds():
            find = _find_record(found)
            if not self._request.known and _is_known(found):
                key = found.number, found.disagreement.explanation
                self._known[key] = KnownCount(
                    find.metric, find.first.name, find.second.name, find.explanation, find.divergences, 0
                )
                continue
            self._count += 1
            yield find

    def summary(self, *, interrupted: bool = False) -> FuzzSummary:
        """Return a summary of the work so far, including the earlier report."""
        tally = self._search.tally
        return FuzzSummary(
            *self._names(),
            metrics=list(dict.fromkeys(duel.metric for duel in self._duels)),
            seed=self._seed,
            rounds=tally.rounds,
            examples=tally.examples,
            compared=tally.compared,
            different=tally.different,
            finds=self._count,
            known=[
                msgspec.structs.replace(count, inputs=count.inputs + tally.met[key])
                for key, count in self._known.items()
            ],
            interrupted=interrupted,
        )

    def _names(self) -> tuple[str, str]:
        return self._request.first, self._request.second

    def _resume(self, earlier: FuzzReport) -> Tally:
        """Load the explanations of an earlier report, and return its counts.

        Raises `InputError` if its implementations, metrics or seed differ from the request's.
        """
        done = earlier.summary
        about = (done.first, done.second, done.metrics, done.seed)
        wanted = (*self._names(), list(dict.fromkeys(duel.metric for duel in self._duels)), self._seed)
        if about != wanted:
            raise InputError(
                f"the report was made with {done.first} {done.second} -m {' '.join(done.metrics)} --seed {done.seed}",
                hint="resume with the same implementations, metric and seed, or start a new report",
            )
        numbers = {(duel.metric, *(side.full_name for side in duel.sides)): k for k, duel in enumerate(self._duels)}
        for find in earlier.finds:
            number = numbers.get((find.metric, find.first.name, find.second.name))
            if number is not None:
                self._explained[number].add(
                    DisagreementReason(find.kind, tuple(find.explanation), find.unmodelled), _values(find)
                )
        for count in done.known:
            number = numbers.get((count.metric, count.first, count.second))
            if number is not None:
                explanation = DisagreementReason("knobs", tuple(count.explanation))
                self._explained[number].add(explanation, {})
                self._known[number, explanation] = count
        return Tally(done.rounds, done.examples, done.compared, done.different)


def _duels(request: Request, participants: Sequence[Participant], knobs: Mapping[str, object]) -> list[Duel]:
    asked, implementations = zip(*participants, strict=True)
    if len(participants) == 1:
        return duels_with_model(asked[0], implementations[0], request.metric, knobs)
    return [duel_of(asked, implementations, request.metric, knobs, nearest=request.closest)]


def _values(find: Find) -> dict[str, object]:
    """Return the knobs that a find's explanation changes, with their new values.

    Raises `SettingsError` for an unknown knob, and `InputError` for an invalid value.
    """
    kind = find_metric(find.metric)[0].settings
    try:
        return {change.knob: kind.knob(change.knob).domain.check(change.after) for change in find.causes}
    except ValueError as problem:
        raise InputError(f"the report has an unknown knob value: {problem}", hint="start a new report") from None


def _find_record(found: FoundDisagreement) -> Find:
    seen = found.disagreement
    first, second = found.duel.sides
    case = found.case
    sides = (
        FuzzSide(first.full_name, case.first.signature, records.outcome(seen.first)),
        FuzzSide(second.full_name, case.second.signature, records.outcome(seen.second)),
    )
    sentence = _sentence(seen, *sides)
    return Find(
        found.duel.metric,
        seen.explanation.kind,
        list(seen.explanation.names),
        seen.explanation.unmodelled,
        *sides,
        causes=records.differences(seen.causes),
        divergences=list(dict.fromkeys(name for name, _ in _known_divergences(found))),
        inputs=found.inputs,
        sentence=sentence,
        vector=vector_of(found.duel, case, seen, sentence),
    )


def _known_divergences(found: FoundDisagreement) -> Iterator[tuple[str, set[str]]]:
    """Yield the id and the knobs of each catalogue entry about one of the sides and the explanation's knobs.

    Yields nothing if the answer of one side is not explained by its settings.
    """
    if found.disagreement.explanation.unmodelled:
        return
    case, causes = found.case, found.disagreement.causes
    carrying = {change.knob.name for change in causes}
    for side, ends in zip(found.duel.sides, ((case.first, case.second), (case.second, case.first)), strict=True):
        if side.profile is not None:
            for entry in applicable_divergences(case.data, side.name, side.entry_point, ends, causes, carrying):
                yield entry.id, set(entry.knobs)


def _is_known(found: FoundDisagreement) -> bool:
    """Return whether catalogue entries explain all knobs of a disagreement."""
    covered = {knob for _, knobs in _known_divergences(found) for knob in knobs}
    explanation = found.disagreement.explanation
    return explanation.kind == "knobs" and not explanation.unmodelled and covered >= set(explanation.names)


def _sentence(seen: Disagreement, first: FuzzSide, second: FuzzSide) -> str:
    """Describe a disagreement in a sentence or two: both answers, and the explanation."""
    answers = f"{first.name}: {first.outcome.text}; {second.name}: {second.outcome.text}"
    knobs = " and ".join(f"{c.knob} is {c.after}, not {c.before}" for c in records.differences(seen.causes))
    explanation = seen.explanation
    if not explanation.unmodelled:
        return f"{answers}, because {knobs}"
    if knobs:
        return f"{answers}. {explanation.unmodelled} behaves as if {knobs}"
    what = ", ".join(explanation.names)
    if explanation.kind == "mistake":
        return f"{answers}. {explanation.unmodelled} behaves as if it made the mistake {seen.mistake}"
    if explanation.kind == "error":
        return f"{answers}. No model explains this: {what}"
    return f"{answers}. No model explains {explanation.unmodelled}; first difference: {what}"
