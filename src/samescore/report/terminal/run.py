"""A run on a terminal: its header, a row for each implementation, then the problems of failing ones.

A row can be shown as soon as its implementation is done: `opening_lines`, then `row` for each, then `closing_lines` form the report
without details.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding

from samescore.records import Header, Participant, Result, RunReport, VectorVerdict
from samescore.report.plain import visible
from samescore.report.terminal.absent import absent_lines
from samescore.report.terminal.failures import failure_blocks, unsteady_block
from samescore.report.terminal.run_details import COLOURS, details, sections
from samescore.report.terminal.tables import indent_line, line

#: Maximum number of vectors for which every result is shown.
_DETAILS_UP_TO = 3
#: Minimum terminal width for counts in columns; otherwise they are words.
_WIDE = 72
#: The columns, with widths that fit the counts.
_COLUMNS = (
    (VectorVerdict.AGREE, 7),
    (VectorVerdict.DIVERGE, 7),
    (VectorVerdict.DISAGREE, 8),
    (VectorVerdict.ERROR, 5),
)
_OFFERED = 16
_GAP = 2


def run(report: RunReport, *, verbose: bool = False) -> RenderableType:
    """Return every result of a run on a few vectors, else a summary; `verbose` adds metric counts and all failures."""
    if has_details(report.header, report.results):
        return details(report)
    own_inputs = [name for _, name in report.own]
    rows = [row(report.header, participant, results, own_inputs) for participant, results in _by_participant(report)]
    return Group(opening_lines(report.header), *rows, closing_lines(report, verbose=verbose))


def has_details(header: Header, results: Iterable[Result] = ()) -> bool:
    """Return whether every result is shown. Older headers lack the counts, so the results are needed."""
    if header.results:
        return header.results <= _DETAILS_UP_TO * len(header.available)
    return len({result.vector for result in results}) <= _DETAILS_UP_TO


def opening_lines(header: Header) -> RenderableType:
    """Return the header of the run, and the column titles."""
    asked = [participant for participant in header.implementations if not participant.unavailable]
    counts = {"golden vector": header.vectors, "metric": len(header.metrics), "implementation": len(asked)}
    parts = [f"{count:,} {name}{'s' * (count != 1)}" for name, count in counts.items() if count]
    return Group(line(f"samescore {header.samescore}: {', '.join(parts)}"), line(), _Titles(header))


class _Titles:
    """The column titles; empty if columns do not fit."""

    def __init__(self, header: Header) -> None:
        self._header = header

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width >= _WIDE:
            width = _name_width(self._header, options.max_width)
            titles = "".join(f"{'':{_GAP}}{verdict.value:>{size}}" for verdict, size in _COLUMNS)
            yield line(f"{'implementation':{width}}{titles}{'':{_GAP}}{'answered':>{_OFFERED}}", style="bold")


def _label(participant: Participant) -> str:
    return visible(f"{participant.name} {participant.version}".strip(), 200)


def _name_width(header: Header, available: int) -> int:
    """Return the width of the name column: the length of the longest name, as far as it fits."""
    room = available - sum(size + _GAP for _, size in _COLUMNS) - _OFFERED - _GAP
    asked = [participant for participant in header.implementations if not participant.unavailable]
    labels = [label for participant in asked for label in (_label(participant), _fresh_label(participant))]
    return min(room, max(map(len, ["implementation", *labels])))


def _fresh_label(participant: Participant) -> str:
    return "" if participant.seed is None else f"  fresh (seed {participant.seed})"


def row(
    header: Header, participant: Participant, results: Sequence[Result], own_inputs: Collection[str] = ()
) -> RenderableType:
    """Return the counts of one implementation on golden vectors, then on `own_inputs` (their ids) and fresh inputs.

    The result is empty if the implementation was not run or could not be run.
    """
    if not results or (participant.unavailable and not any(result.verdict.answered for result in results)):
        return Group()
    golden, own, fresh = Counter[VectorVerdict](), Counter[VectorVerdict](), Counter[VectorVerdict]()
    for result in results:
        kind = own if result.vector in own_inputs else fresh if result.vector.startswith("fresh-") else golden
        kind[result.verdict] += 1
    label = _label(participant)
    rows: list[RenderableType] = [_Row(header, label, golden) if golden else line(label)]
    rows += [_Row(header, "  own inputs", own)] if own else []
    rows += [_Row(header, _fresh_label(participant) or "  fresh", fresh)] if fresh else []
    if participant.described and not fresh:
        rows.append(indent_line("no fresh inputs were run", style="dim"))
    if participant.note:
        rows.append(indent_line(participant.note, style="magenta"))
    if participant.unavailable:
        rows.append(indent_line(f"stopped: {participant.unavailable}", style="bold magenta"))
    return Group(*rows)


class _Row:
    """The counts of an implementation: in columns, or in words if columns do not fit."""

    def __init__(self, header: Header, label: str, counts: Counter[VectorVerdict]) -> None:
        self._header, self._label, self._counts = header, label, counts

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        counts, everything = self._counts, sum(self._counts.values())
        answered = sum(counts[verdict] for verdict in VectorVerdict if verdict.answered)
        if options.max_width < _WIDE:
            yield line(f"{self._label}: {answered:,} of {everything:,} answered")
            words = [(f"{counts[v]:,} {v.value}", COLOURS[v]) for v in VectorVerdict if counts[v] and v.answered]
            if words:
                parts = [part for word in words for part in (word, ", ")][:-1]
                yield Padding(line(*parts), (0, 0, 0, 2), expand=False)
            return
        width = _name_width(self._header, options.max_width)
        cells: list[tuple[str, str]] = []
        for verdict, size in _COLUMNS:
            number, style = (f"{counts[verdict]:,}", COLOURS[verdict]) if counts[verdict] else ("-", "dim")
            cells.append((f"{'':{_GAP}}{number:>{size}}", style))
        of = f"{answered:,} of {everything:,}" if answered < everything else f"all {everything:,}"
        cells.append((f"{'':{_GAP}}{of:>{_OFFERED}}", "" if answered == everything else "dim"))
        if len(self._label) > width:
            yield line(self._label)
            yield line(" " * width, *cells)
        else:
            yield line(f"{self._label:{width}}", *cells)
        listed = [f"{counts[v]:,} {v.value}" for v in (VectorVerdict.EXPECTED, VectorVerdict.STALE) if counts[v]]
        if listed:
            stale = bool(counts[VectorVerdict.STALE])
            yield indent_line(f"expected failures: {', '.join(listed)}", style="bold red" if stale else "yellow")


def closing_lines(report: RunReport, *, verbose: bool = False) -> RenderableType:
    """Return the unavailable implementations, the problems of failing ones, and the verdict."""
    return Group(*_closing(report, verbose))


def _closing(report: RunReport, verbose: bool) -> Iterator[RenderableType]:
    absent = [p for p in report.implementations if p.unavailable and not _answered(report, p.name)]
    if absent:
        yield line()
        yield from absent_lines(absent, loud=report.exit_code == 5, verbose=verbose)
    if report.failures:
        yield from failure_blocks(report)
    for repeated in report.unsteady:
        yield line()
        yield from unsteady_block(repeated)
    if verbose:
        yield from sections(report)
    if report.unmatched:
        names = visible(", ".join(report.unmatched), 400)
        yield line()
        yield line(f"expected failures that match no vector: {names}", style="magenta")
    yield line()
    yield _verdict(report)
    yield from (line(remark, style="dim") for remark in report.remarks)
    if not verbose and any(result.verdict is VectorVerdict.DIVERGE for result in report.results):
        yield line("-v shows every metric and the reasons for divergences.", style="dim")


def _answered(report: RunReport, name: str) -> bool:
    return any(result.implementation == name and result.verdict.answered for result in report.results)


def _verdict(report: RunReport) -> RenderableType:
    """Return the counts of all results and how the run ended, on one line."""
    counts = Counter(result.verdict for result in report.results)
    words = ", ".join(f"{counts[v]:,} {v.value}" for v in VectorVerdict if counts[v] and v.answered)
    done = f"{report.done:,} of {report.header.results:,} results"
    if report.footer is None:
        asked = f", after {done}" if report.header.results else ""
        return line((f"The run was interrupted{asked}. ", "bold red"), f"{words or 'No answers'}.")
    if not words:
        return line("No answers.", style="bold magenta")
    if not report.failures and not report.unsteady:
        return line(f"{words}. ", ("Nothing unexplained.", "green"))
    parts = [f"{len(report.failures):,} failure{'s' * (len(report.failures) != 1)}."] if report.failures else []
    parts += ["Some answers changed when repeated."] if report.unsteady else []
    failures = " ".join(parts)
    stopped = f" Stopped at the first failure (-x), after {done}." if report.footer.stopped else ""
    return line(f"{words}. ", (failures, "bold red"), stopped)


def _by_participant(report: RunReport) -> Iterator[tuple[Participant, list[Result]]]:
    own: dict[str, list[Result]] = {participant.name: [] for participant in report.implementations}
    for result in report.results:
        own.setdefault(result.implementation, []).append(result)
    yield from ((participant, own[participant.name]) for participant in report.implementations)
