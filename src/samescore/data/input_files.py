"""The files of one input, as a command names them."""

from __future__ import annotations

import msgspec

from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.base.line_reading import LineReading
from samescore.data.shared import LastReferences


class InputFiles(msgspec.Struct, frozen=True):
    """The files of one input as given to a command, with options for reading them.

    `scored` has the hypotheses, predictions, or the whole input, and `sources` the sources of rewrites. `tags` selects
    tags of each line (see `samescore.data.labels.TAGS`). `reading` says how lines end. With `read_once`, the files are
    not read again, so the content of pipes is not cached. To compare two systems, `baseline` is the file of the other
    system and `statistic` the metric (or its signature) to compare. `met` caches the references of files read before,
    which these files may share.
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

    def only(self, without_references: str = "remove -r") -> PathLike:
        """Return the scored file.

        Raises `InputError` with the hint `without_references` if reference files are given.
        """
        if self.references:
            raise InputError(
                f"this metric takes one file, {self.scored}, and no references, but -r {self.references[0]} was given",
                hint=without_references,
            )
        return self.scored
