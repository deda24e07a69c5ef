"""The sections of the benchmark: scores, adapters, growth, whole commands and verbs."""

from __future__ import annotations

import dataclasses
import functools
import importlib.metadata
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from benchmarks import commands
from benchmarks.cases import Case, Rival
from benchmarks.comparison import compare, row
from benchmarks.measuring import ENOUGH, Measurement, Participant, Sample, ask, measure
from benchmarks.stored import Recipe, count, load, store
from benchmarks.texts import Text
from samescore.kernels import SWITCH, compiled
from samescore.records import BEFORE, BenchmarkCase, BenchmarkRow, BenchmarkSeries

#: Sizes for the growth as shares of the usual number of lines; and tokens per line, with the same amount of text.
_SHARES = (1 / 30, 1 / 6, 1.0)
_LENGTHS = (18, 72, 288, 1152)
_FEW_ROUNDS = 2
_PLAIN = {SWITCH: "plain"}


@dataclasses.dataclass(frozen=True)
class Options:
    """The options of a benchmark: sizes, rounds and participants, and the folder for inputs while it runs."""

    folder: Path
    lines: int
    labels: int
    rounds: int
    limit: float
    peers: tuple[str, ...]
    against: str = ""
    text: Path | None = None
    tags: Path | None = None

    def input_of(self, case: Case) -> Path | None:
        """Return the folder of the case's input, the user's or a generated one; None if the user's has a different kind."""
        if self.text or self.tags:
            return {"labels": self.tags, "scores": None, "summaries": None}.get(case.kind, self.text)
        return store(case.recipe(self.lines, self.labels), self.folder)


def installed(package: str) -> str:
    """Return the installed version of a package; empty if it is not installed."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _natives(case: Case, options: Options) -> list[Participant]:
    """Return samescore's participants: one for each number, without kernels, and with a different interpreter's version."""
    compared = [rival.native for _, rival in _rivals(case, options)]
    asked = [(k, native) for k, native in enumerate(case.natives) if k == 0 or native in compared]
    participants = [Participant(_native_name(case, k), "native", case.name, k) for k, _ in asked]
    plain = [Participant("samescore, not compiled", "native", case.name, 0, environment=_PLAIN)] if compiled() else []
    before = [
        dataclasses.replace(participant, name=f"{participant.name}{BEFORE}", python=options.against)
        for participant in participants
        if options.against
    ]
    return participants + plain + before


def _native_name(case: Case, index: int) -> str:
    native = case.natives[index]
    if index == 0:
        return "samescore"
    if native.buffers:
        return "samescore, given arrays"
    return f"samescore, as {native.like}" if native.like else "samescore, white space"


def _rivals(case: Case, options: Options) -> list[tuple[int, Rival]]:
    """Return the installed packages with their indices in the case.

    For a user's labels, which may not be numbers, packages that need arrays are omitted.
    """
    return [
        (k, rival)
        for k, rival in enumerate(case.rivals)
        if rival.package in options.peers and installed(rival.package) and not (rival.prepare and options.tags)
    ]


def scores(cases: Iterable[Case], options: Options) -> list[BenchmarkCase]:
    """Measure samescore and the packages on the input of each case, and return the comparisons."""
    comparisons = []
    for case in cases:
        folder = options.input_of(case)
        if folder is None:
            continue
        _say(f"{case.title} ...")
        rivals = _rivals(case, options)
        natives = _natives(case, options)
        participants = [*natives, *(Participant(rival.name, "peer", case.name, k) for k, rival in rivals)]
        measurements = measure(participants, options.rounds, functools.partial(ask, folder=folder, limit=options.limit))
        comparisons.append(_comparison(case, count(folder), natives, rivals, measurements))
    return comparisons


def _comparison(
    case: Case, items: int, natives: list[Participant], rivals: list[tuple[int, Rival]], measurements: list[Measurement]
) -> BenchmarkCase:
    """Return the rows of a case: samescore for each number, followed by the packages that compute it."""
    own = list(zip(natives, measurements, strict=False))
    others = list(zip(rivals, measurements[len(natives) :], strict=True))
    rows: list[BenchmarkRow] = []
    for index, native in enumerate(case.natives):
        same = [measurement for participant, measurement in own if participant.index == index]
        if not same:
            continue
        first = same[0]
        rows.append(row(first, items))
        rows += [row(measurement, items, first) for measurement in same[1:]]
        rows += [
            row(measurement, items, first, rival.tolerance, rival.reason)
            for (_, rival), measurement in others
            if rival.native == native
        ]
    return BenchmarkCase(case.name, case.title, items, _unit(case), tuple(rows))


def _unit(case: Case) -> str:
    return {"labels": "label", "scores": "label", "summaries": "summary"}.get(case.kind, "line")


def adapters(cases: Iterable[Case], options: Options) -> list[BenchmarkCase]:
    """Measure packages directly and through samescore's adapters, which also request their stages."""
    smaller = dataclasses.replace(options, lines=max(20, options.lines // 10))
    comparisons = []
    for case in cases:
        if case.kind in ("labels", "scores", "summaries"):
            continue
        folder = smaller.input_of(case)
        rivals = [(k, rival) for k, rival in _rivals(case, options) if rival.adapter]
        if folder is None or not rivals:
            continue
        _say(f"{case.title}, through adapters ...")
        rows = []
        for k, rival in rivals:
            participants = [
                Participant(rival.name, "peer", case.name, k),
                Participant(f"{rival.name}, through samescore", "adapter", case.name, k),
            ]
            asking = functools.partial(ask, folder=folder, limit=options.limit)
            bare, adapted = measure(participants, 1, asking)
            items = count(folder)
            rows += [row(bare, items), row(adapted, items, bare)]
        comparisons.append(BenchmarkCase(case.name, case.title, items, _unit(case), tuple(rows)))
    return comparisons


def growth(cases: Iterable[Case], options: Options) -> tuple[list[BenchmarkSeries], list[BenchmarkSeries]]:
    """Measure nanoseconds per line by the number of lines, and nanoseconds per token by the length of a line."""
    by_lines: list[BenchmarkSeries] = []
    by_length: list[BenchmarkSeries] = []
    for case in cases:
        if not case.growth:
            continue
        _say(f"{case.title}, growth ...")
        usual = options.lines * case.share
        sizes = [round(usual * share) for share in _SHARES]
        by_lines += _series(case, [(n, n, Recipe("english", n)) for n in sizes], options)
        tokens = usual * 18 / 5
        lengths = [(k, round(tokens), Recipe("english", max(1, round(tokens / k)), k)) for k in _LENGTHS]
        by_length += _series(case, lengths, options)
    return by_lines, by_length


def _series(case: Case, sizes: Sequence[tuple[int, int, Recipe]], options: Options) -> list[BenchmarkSeries]:
    """Return a series for samescore and one for the first package.

    `sizes` has triples of the size, the number of items by which the time is divided, and the input.
    """
    participants = [Participant("samescore", "native", case.name, 0)]
    participants += [Participant(rival.name, "peer", case.name, k) for k, rival in _rivals(case, options)[:1]]
    points: dict[str, list[tuple[int, float]]] = {participant.name: [] for participant in participants}
    for size, items, recipe in sizes:
        asking = functools.partial(ask, folder=store(recipe, options.folder), limit=options.limit)
        measurements = measure(participants, _FEW_ROUNDS, asking)
        for measurement in measurements:
            if measurement.samples:
                points[measurement.name].append((size, measurement.cpu / items * 1e9))
        slow = {m.name for m in measurements if not m.samples or m.cpu > ENOUGH}
        participants = [participant for participant in participants if participant.name not in slow]
    return [BenchmarkSeries(case.title, name, tuple(measured)) for name, measured in points.items()]


def whole_commands(cases: Iterable[Case], options: Options) -> list[BenchmarkCase]:
    """Measure commands that start up, and that score a tenth of the lines."""
    asked = [
        command
        for command in commands.whole_commands(tuple(case.name for case in cases))
        if not command.package or (command.package in options.peers and installed(command.package))
    ]
    return _compared(asked, options)


def verbs(options: Options) -> list[BenchmarkCase]:
    """Measure samescore's verbs on a tenth of the lines."""
    return _compared(commands.verbs(), options)


def _compared(asked: Sequence[commands.Command], options: Options) -> list[BenchmarkCase]:
    if not hasattr(os, "wait4"):
        _say("commands are not measured: this system does not tell what a process used")
        return []
    folder = options.folder / "commands"
    text = load(options.text or store(Recipe("english", max(20, options.lines // 10)), options.folder))
    if not isinstance(text, Text):
        raise TypeError(f"{options.text} holds no text")
    run = functools.partial(commands.run_command, folder=folder, limit=options.limit)
    commands.write_files(text, folder, run)
    return [_command_rows(group, asked, len(text), options, run) for group in dict.fromkeys(c.group for c in asked)]


def _command_rows(
    group: str,
    several: Sequence[commands.Command],
    items: int,
    options: Options,
    run: Callable[[commands.Command], Sample | str],
) -> BenchmarkCase:
    """Measure the commands of a group, and compare the others with the first."""
    members = [command for command in several if command.group == group]
    if options.against:
        members += [
            dataclasses.replace(command, name=f"{command.name}{BEFORE}", python=options.against)
            for command in members
            if command.arguments[:2] == ("-m", "samescore")
        ]
    _say(f"{members[0].name} ...")
    measurements = measure(members, options.rounds, run)
    first = measurements[0]
    rows = [row(first, items)]
    for measurement in measurements[1:]:
        rows.append(msgspec.structs.replace(row(measurement, items, first), agreement="", wrong=False))
        if first.samples and measurement.samples and not commands.agree(first.values, measurement.values):
            agreement, _ = compare(first.values, measurement.values, 0.0, "")
            rows[-1] = msgspec.structs.replace(rows[-1], agreement=agreement, wrong=True)
    return BenchmarkCase(group, members[0].name, items, "line", tuple(rows))
