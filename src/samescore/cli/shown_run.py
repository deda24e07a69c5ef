"""Print a run while it is in progress: each record as JSON, or a table row when an implementation is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from samescore.records import Absent, Footer, Header, OwnCase, Participant, Record, Result, RunReport

if TYPE_CHECKING:
    from rich.console import RenderableType

    from samescore.cli.output import Outputs
    from samescore.cli.progress import Progress
    from samescore.report.formats import Format


class ShownRun:
    """Prints the records of a run as they arrive (`add`), and the rest at the end (`finish`).

    In text format, a run on few vectors and a `gate` are only printed at the end.
    """

    def __init__(
        self, outputs: Outputs, say: Progress, form: Format, *, verbose: bool = False, gate: bool = False
    ) -> None:
        self.written: list[Record] = []
        self._outputs, self._say, self._form, self._verbose, self._gate = outputs, say, form, verbose, gate
        self._by_row = False
        self._participants: dict[str, Participant] = {}
        self._asked = ""
        self._results: list[Result] = []
        self._own: set[str] = set()
        self._done = 0

    def add(self, record: Record, line: bytes) -> None:
        """Print a record. `line` is its JSON, needed only for the format jsonl."""
        self.written.append(record)
        if self._form == "jsonl":
            self._say.aside(lambda: self._outputs.echo(line))
        match record:
            case Header():
                self._begin(record)
            case Result():
                if record.implementation in self._available:
                    self._done += 1
                    self._say(f"{self._done:,} of {self._header.results:,} {record.implementation} {record.vector}")
                if self._by_row:
                    self._add_result(record)
            case OwnCase():
                self._own.add(record.vector)
            case Absent():
                participant = self._participants[record.implementation]
                stopped = msgspec.structs.replace(participant, unavailable=record.reason)
                self._participants[record.implementation] = stopped

    def _begin(self, header: Header) -> None:
        self._header, self._available = header, header.available
        self._participants = {participant.name: participant for participant in header.implementations}
        if self._form == "text" and not self._gate:
            from samescore.report.terminal.run import has_details, opening_lines

            self._by_row = bool(header.results) and not has_details(header)
            if self._by_row:
                self._print(opening_lines(header))

    def _add_result(self, result: Result) -> None:
        if result.implementation != self._asked:
            self._end_row()
            self._asked = result.implementation
        self._results.append(result)

    def _end_row(self) -> None:
        """Print the table row of the implementation that was run last."""
        if self._results:
            from samescore.report.terminal.run import row

            participant = self._participants[self._asked]
            if participant.described:  # stderr has its notes already
                participant = msgspec.structs.replace(participant, note="")
            self._print(row(self._header, participant, self._results, self._own))
            self._results = []

    def _print(self, part: RenderableType) -> None:
        self._say.aside(lambda: self._outputs.result(part))

    @property
    def exit_code(self) -> int:
        """The exit code in the footer; 130 if there is no footer."""
        return next((record.exit_code for record in reversed(self.written) if isinstance(record, Footer)), 130)

    def finish(self) -> None:
        """Print the rest of the report; after an interruption, it is about the records so far."""
        if self._by_row:
            from samescore.report.terminal.run import closing_lines

            self._end_row()
            self._outputs.result(closing_lines(RunReport.of(self._header, self.written), verbose=self._verbose))
        elif self._form != "jsonl":
            self._outputs.show(self.written, self._form)
