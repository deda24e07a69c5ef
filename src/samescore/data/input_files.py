"""The files of one input, as a command names them."""

from __future__ import annotations

import msgspec

from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.base.line_reading import LineReading
from samescore.data.shared import LastReferences


class InputFiles(msgspec.Struct, frozen=True):
    """The files of one input as given to a command, and how its metric reads them.

    `read_once` says that nobody reads them again, so that what comes through a pipe need not be kept. What two systems
    are compared in is the `statistic` (a metric, or its signature) of the `baseline` and of the scored file. `met` are
    the references of files that were read before, which these files may share.
    """

    scored: PathLike
    references: tuple[PathLike, ...] = ()
    tags: str = "all"
    needs_references: bool = True
    reading: LineReading = LineReading.USUAL
    read_once: bool = False
    baseline: PathLike | None = None
    statistic: str = ""
    sources: PathLike | None = None
    met: LastReferences | None = None

    def only(self, without_references: str = "leave out -r") -> PathLike:
        """The scored file; `InputError` with the hint `without_references` if there are reference files."""
        if self.references:
            raise InputError("this metric takes one file and no references", hint=without_references)
        return self.scored
