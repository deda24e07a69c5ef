"""Execute a fuzz request: open the implementations, search, and yield the finds."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack
from pathlib import Path

import msgspec

from samescore.base.checks import check_range
from samescore.base.errors import InputError, SettingsError, UnknownNameError
from samescore.implementations import Implementation
from samescore.implementations.declaration import declared, declaring
from samescore.implementations.sides import Side, side
from samescore.records import Find, FuzzReport, FuzzSummary, fuzz_reports, read
from samescore.verbs.fuzz.request import Request
from samescore.verbs.inputs.knobs import knobs_of

#: Upper limit of random seeds, which keeps them short enough to type.
_SEEDS = 10**6


class NotStartedError(UnknownNameError):
    """An implementation does not start, or is not installed."""


def execute(
    request: Request,
    on_progress: Callable[[str], None] = lambda _: None,
    on_note: Callable[[str], None] = lambda _: None,
) -> Generator[Find | FuzzSummary]:
    """Yield each disagreement as it is found, starting with those of a resumed search, and then the summary.

    An interrupt, or a `KeyboardInterrupt` thrown into the generator, ends the search with a summary that says so.
    `on_note` is called with a message for each knob that one side does not support. Raises `InputError` if Hypothesis
    is not installed, for numbers outside their limits, and for a report that cannot be resumed; `NotStartedError` for an implementation that does not
    start; `SettingsError` and `UnknownNameError` for unknown knobs and names, for knobs without a metric, and for
    `closest` without a second implementation.
    """
    import samescore.generators.strategies  # noqa: F401 - it says what to do where Hypothesis is missing
    from samescore.verbs.fuzz.command import Fuzz

    check_range(request.examples, "examples", 1)
    check_range(request.seconds, "seconds", 0, inside=True)
    check_range(request.seed, "seed", 0, 10**18 - 1)
    check_range(request.tolerance, "tolerance", 0, 1)
    if request.knobs and not request.metric:
        raise SettingsError("knobs need a metric", hint="pass a metric, as in -m bleu")
    if request.closest and not request.second:
        raise UnknownNameError("closest needs two implementations", hint="pass a second implementation")
    knobs = knobs_of(request.knobs, request.metric) if request.knobs else {}
    earlier = _earlier(request.resume)
    if request.seed is None:
        seed = earlier.summary.seed if earlier else random.SystemRandom().randrange(_SEEDS)
        request = msgspec.structs.replace(request, seed=seed)
    with ExitStack() as stack:
        participants = []
        for asked in map(side, request.names):
            opened = _opened(asked, request.metric, knobs)
            stack.callback(opened.close)
            if refusal := opened.unavailable():
                raise NotStartedError(
                    f"{asked} cannot start: {refusal.reason}", hint="install it, or use its native model"
                )
            participants.append((asked, opened))
        search = Fuzz(request, participants, knobs, earlier, on_progress)
        for name, knob in search.ignored:
            on_note(f"--set {knob} does not apply to {name}, which does not support it")
        interrupted = False
        try:
            yield from search.finds()
        except KeyboardInterrupt:
            interrupted = True
        yield search.summary(interrupted=interrupted)


def _opened(asked: Side, metric: str, knobs: Mapping[str, object]) -> Implementation:
    """Open the implementation of a side; a function or program without a description declares the metric and knobs."""
    before = declared()
    declaration = dataclasses.replace(before, metric=metric or before.metric, settings={**before.settings, **knobs})
    with declaring(declaration):
        return asked.opened(metric)


def _earlier(path: Path | None) -> FuzzReport | None:
    """Return the last search in a report, None without a path.

    Raises `InputError` if the report has no finished search.
    """
    if path is None:
        return None
    reports = fuzz_reports(read(path))
    if not reports:
        raise InputError(f"{path} has no finished search", hint="pass a file written by samescore fuzz --report")
    return reports[-1]
