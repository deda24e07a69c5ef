"""Save the last run in the user's state folder. A failure to save is only a note, never an error."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING

import msgspec

from samescore.base.errors import InputError
from samescore.base.folders import working_folder
from samescore.cli.screen import complain

if TYPE_CHECKING:
    from samescore.records import Record
    from samescore.records.file import OutputFile


class KeptRun:
    """The file of a run; it is kept however the run ends, provided that it has results.

    Nothing is saved unless `wanted`.
    """

    def __init__(self, *, wanted: bool) -> None:
        self._has_results = False
        self._file: OutputFile | None = None
        if not wanted:
            return
        from samescore.records.file import OutputFile
        from samescore.records.history import new_run

        try:
            self._file = OutputFile(new_run(), name="the run", hint="choose --report FILE or --no-report")
        except OSError as problem:
            _note(f"{problem.filename or 'the state folder'}: {problem.strerror}")
        except InputError as problem:
            _note(problem.message)

    def __bool__(self) -> bool:
        return self._file is not None and not self._file.lost and self._has_results

    def add(self, record: Record, line: bytes) -> None:
        """Write a record (JSON: `line`) immediately, if the run is saved; the header also gets the working folder."""
        from samescore.records import Footer, Header
        from samescore.records import line as as_line

        if self._file is None:
            return
        if isinstance(record, Header):
            line = as_line(msgspec.structs.replace(record, folder=str(working_folder()))).encode("utf-8")
        self._has_results = self._has_results or not isinstance(record, (Header, Footer))
        self._file.write(line + b"\n")

    def __enter__(self) -> KeptRun:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        from samescore.records.history import forget_old_runs

        if self._file is None:
            return
        if self._file.lost or not self._has_results:
            self._file.remove()
        else:
            self._file.finish()
        if self._file.lost:
            _note(self._file.lost)
        forget_old_runs()


def _note(why: str) -> None:
    complain(f"samescore: this run was not saved for samescore render and --last-failed: {why}")
