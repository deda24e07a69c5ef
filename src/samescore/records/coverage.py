"""The basis of a verdict: how much of the declared region was tested, and which mistakes explain the failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from samescore.records.input_sizes import largest
from samescore.records.likeness import Likeness
from samescore.records.run import Result, RunReport, VectorVerdict

_NOT_ANSWERED = ("unsupported", "unavailable", "crashed")


class Coverage(msgspec.Struct, frozen=True):
    """The tested part of the region of settings that an implementation declares for a metric.

    `asked` and `answered` count the golden vectors inside the region, `outside` the golden vectors outside. `fresh` and
    `fresh_answered` count the fresh inputs, which had `settings` different settings; `seed` is their seed, or None if
    there were none. `own` and `own_answered` count the user's inputs. `largest` describes the size of the fresh inputs;
    empty if unknown.
    """

    implementation: str
    metric: str
    asked: int
    answered: int
    outside: int
    fresh: int
    fresh_answered: int
    settings: int
    seed: int | None
    own: int = 0
    own_answered: int = 0
    largest: str = ""

    @property
    def line(self) -> str:
        """The text on one line, after the names of implementation and metric."""
        return f"{self.implementation}, {self.metric}: {self.text}"

    @property
    def text(self) -> str:
        """The counts in words."""
        golden = f"{self.answered} of {self.asked} golden vectors inside its declared region answered"
        if self.outside:
            golden += f" ({self.outside} lie outside)"
        if self.own:
            golden += f"; {self.own_answered} of {self.own} own inputs answered"
        if self.seed is None or not self.fresh:
            return f"{golden}; no fresh inputs were run"
        settings = f"{self.settings} setting{'s' if self.settings != 1 else ''}"
        asked = ", ".join(filter(None, (f"seed {self.seed}", settings, self.largest)))
        return f"{golden}; {self.fresh_answered} of {self.fresh} fresh inputs answered ({asked})"


def coverages(report: RunReport) -> Iterator[Coverage]:
    """Yield the coverage of each implementation that describes itself, for each metric with a supported vector."""
    for participant in report.implementations:
        if not participant.described:
            continue
        own = [result for result in report.results if result.implementation == participant.name]
        for metric in report.metrics:
            results = [result for result in own if result.metric == metric]
            if all(result.verdict is VectorVerdict.UNSUPPORTED for result in results):
                continue
            fresh = {name: case.input for (asked, name), case in report.fresh.items() if asked == participant.name}
            own_ids = {name for _, name in report.own}
            yield coverage_of(participant.name, metric, results, participant.seed, fresh, own_ids)


def coverage_of(
    name: str,
    metric: str,
    results: Sequence[Result],
    seed: int | None,
    fresh_inputs: Mapping[str, Mapping[str, Any]],
    own_ids: Collection[str] = (),
) -> Coverage:
    """Return the coverage of one implementation for one metric, counted from `results`.

    `fresh_inputs` maps ids to fresh inputs in JSON form (empty if not available); `own_ids` are the ids of the user's
    inputs.
    """
    asked = [result for result in results if result.verdict is not VectorVerdict.UNSUPPORTED]
    golden = [result for result in asked if result.vector not in fresh_inputs and result.vector not in own_ids]
    own = [result for result in asked if result.vector in own_ids]
    fresh = [result for result in asked if result.vector in fresh_inputs]
    return Coverage(
        implementation=name,
        metric=metric,
        asked=len(golden),
        answered=_count_answered(golden),
        outside=sum(result.verdict is VectorVerdict.UNSUPPORTED and result.vector not in own_ids for result in results),
        fresh=len(fresh),
        fresh_answered=_count_answered(fresh),
        settings=len({(result.entry_point, result.signature) for result in fresh}),
        seed=seed,
        own=len(own),
        own_answered=_count_answered(own),
        largest=largest(fresh_inputs[result.vector] for result in fresh),
    )


def _count_answered(results: Iterable[Result]) -> int:
    return sum(result.outcome.kind not in _NOT_ANSWERED for result in results)


class ExplainedFailures(msgspec.Struct, frozen=True):
    """A known mistake that explains `explained` of an implementation's `failures` on a metric."""

    implementation: str
    metric: str
    mistake: str
    explained: int
    failures: int

    @property
    def line(self) -> str:
        """The text on one line, after the names of implementation and metric."""
        return f"{self.implementation}, {self.metric}: {self.text}"

    @property
    def text(self) -> str:
        """The counts and the mistake in words."""
        if self.failures == 1:
            return f"the failure matches this mistake: {self.mistake}"
        share = "all" if self.explained == self.failures else f"{self.explained} of"
        return f"{share} {self.failures} failures match this mistake: {self.mistake}"


def explained_failures(failures: Iterable[Result], likenesses: Iterable[Likeness]) -> list[ExplainedFailures]:
    """Return, for each implementation and metric, the known mistakes that explain at least half of its failures.

    The mistake that explains the most failures comes first. A mistake is omitted if the behaviour in `likenesses` explains more of the failures, unless that behaviour includes
    the mistake.
    """
    behaving = {(likeness.implementation, likeness.metric): likeness for likeness in likenesses}
    failed, counted = Counter[tuple[str, str]](), Counter[tuple[str, str, str]]()
    for result in failures:
        failed[result.implementation, result.metric] += 1
        counted.update((result.implementation, result.metric, str(mistake)) for mistake in result.mistakes)
    return [
        ExplainedFailures(name, metric, mistake, count, failed[name, metric])
        for (name, metric, mistake), count in counted.most_common()
        if 2 * count >= failed[name, metric]
        and not _is_outdone(mistake, failed[name, metric] - count, behaving.get((name, metric)))
    ]


def _is_outdone(mistake: str, unexplained: int, likeness: Likeness | None) -> bool:
    """Return whether the observed behaviour explains more failures than a mistake and does not include it."""
    if likeness is None or not likeness.named or likeness.differing >= unexplained:
        return False
    part = {*(named.name for named in (*likeness.mistakes, *likeness.equivalents)), *likeness.same_as}
    return mistake.partition(":")[0] not in part
