"""Find the settings that a failing implementation behaves like: pass its answers to `samescore identify`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from samescore.base.errors import SamescoreError
from samescore.base.outcome import Outcome, Score
from samescore.catalogue.mistakes import catalogue
from samescore.catalogue.vectors import vectors
from samescore.data.kinds import digest
from samescore.implementations import Implementation, Profiled
from samescore.implementations.asking import current
from samescore.implementations.recording import Recording, Request
from samescore.metrics import metric
from samescore.records import Likeness, Result, VectorVerdict, differences
from samescore.settings import Difference
from samescore.verbs.identify import identify

#: Approximate time limit of the search for one metric, in seconds.
SECONDS = 10.0


def likenesses(implementation: Implementation, results: Sequence[Result]) -> Iterator[Likeness]:
    """Yield the settings that the implementation behaves like, for each metric with failures that can be identified.

    `results` are all results of a run. Yields nothing for an implementation that does not describe itself. Metrics without a
    score are skipped, and the search ends when the time limit of the run has passed.
    """
    if not (isinstance(implementation, Profiled) and implementation.describes_itself):
        return
    failed = dict.fromkeys(r.metric for r in results if r.verdict.red and r.verdict is not VectorVerdict.STALE)
    answered = _golden_answers(results) if failed else {}
    budget = current().budget
    for name in failed:
        seconds = min(SECONDS, budget.left()) if budget else SECONDS
        if budget and not seconds:
            return
        if not any(isinstance(outcome, Score) for request, outcome in answered.items() if request[2].metric == name):
            continue  # errors alone show no behaviour
        declared = implementation.profiles(name)[0].settings()
        try:
            identified = identify(implementation, name, answered=answered, near=declared, seconds=seconds)
        except SamescoreError:  # it has stopped
            continue
        found = metric(name).settings.parse(identified.signature)
        changes = [change for change in declared.differences(found) if not change.knob.rounding]
        known = identified.like if identified.region and not identified.region.arguments else []
        if identified.answers:
            yield Likeness(
                implementation.name,
                name,
                differences(changes),
                known,
                identified.answers,
                len(identified.departures),
                identified.mistakes,
                identified.equivalents,
                _mistakes_of(changes),
            )


def _mistakes_of(changes: Sequence[Difference]) -> list[str]:
    """Return the names of the catalogued mistakes whose knob values are all among the changes."""
    values = {change.knob.name: change.knob.domain.format(change.right) for change in changes}
    knobs = {name: mistake.set for name, mistake in catalogue().items() if mistake.set}
    return [name for name, set_ in knobs.items() if all(values.get(knob) == str(value) for knob, value in set_.items())]


def _golden_answers(results: Sequence[Result]) -> dict[Request, Outcome]:
    """Return the answers in `results` to golden vectors, by request."""
    recording = Recording("", "", "", {})
    for result in results:
        vector = vectors().get(result.vector)
        if vector is not None:
            recording.inputs[vector.id] = digest(vector.data())
            recording.add(result)
    return recording.outcomes()
