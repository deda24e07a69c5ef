"""A file of records that survives an interruption: each record is written at once."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from samescore import records
from samescore.errors import InputError


class RecordFile:
    """Records in a file, one a line, each flushed at once. Without a path nothing is written.

    `earlier` are the records of an interrupted run; the file is rewritten with them before new records are appended. If
    the disk is full, the work goes on: `lost` then says why lines are missing, and `check` raises. Raises `InputError`,
    with `hint`, if the file cannot be opened.
    """

    def __init__(self, path: Path | None, *, hint: str, earlier: Sequence[records.Record] = ()) -> None:
        self.lost = ""
        self._path, self._hint = path, hint
        self._file: IO[str] | None = None
        if path is None:
            return
        try:
            if earlier:
                temporary = path.with_name(f".{path.name}.tmp")
                temporary.write_text("".join(records.line(record) + "\n" for record in earlier), encoding="utf-8")
                temporary.replace(path)
            self._file = path.open("a" if earlier else "w", encoding="utf-8")
        except OSError as problem:
            raise InputError(f"cannot write the report {path}: {problem.strerror}", hint=hint) from None

    def write(self, record: records.Record) -> str:
        """Write one record; returns its line, without the line break."""
        text = records.line(record)
        if self._file is not None and not self.lost:
            try:
                self._file.write(text + "\n")
                self._file.flush()
            except OSError as problem:
                self.lost = problem.strerror or "it cannot be written"
        return text

    def check(self) -> None:
        """Raise `InputError` if lines are missing."""
        if self.lost:
            raise InputError(
                f"the report {self._path} is incomplete: {self.lost}", hint=f"free disk space, or {self._hint}"
            )

    def __enter__(self) -> RecordFile:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            with suppress(OSError):  # a full disk raises again here
                self._file.close()
