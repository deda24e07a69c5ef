"""The files of one input, as a command names them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from samescore.base.errors import InputError

if TYPE_CHECKING:
    from samescore.data.input_files import InputFiles
    from samescore.data.kinds import Data


class Files(msgspec.Struct, frozen=True):
    """The files of one input, before a metric determines how to read them.

    A p-value needs the outputs of two systems, `hypotheses` and `baseline`; p-values and intervals need a `statistic`,
    the name of a metric. `tags` selects the tags of word-level labels, and `reading` how text is split into lines.
    """

    hypotheses: Path
    references: tuple[Path, ...] = ()
    baseline: Path | None = None
    statistic: str = ""
    tags: str = "all"
    reading: str = "usual"
    sources: Path | None = None

    @property
    def paths(self) -> list[Path]:
        """All input files."""
        return [self.hypotheses, *self.references, *filter(None, (self.baseline, self.sources))]

    def of(self, metric_name: str) -> InputFiles:
        """Return the files as the metric reads them.

        Raises `InputError` for a baseline, statistic or sources that it does not use.
        """
        from samescore.base.line_reading import LineReading
        from samescore.data.input_files import InputFiles
        from samescore.metrics import find

        metric = find(metric_name)[0]
        tags = {kind.TAG for kind in metric.takes}
        if (self.baseline or self.statistic) and "comparison" not in tags:
            raise InputError(
                f"{metric_name} does not compare systems: --baseline and --statistic do not apply",
                hint="use -m p-value, or -m interval with --statistic",
            )
        if self.sources is not None and "rewrites" not in tags:
            raise InputError(
                f"{metric_name} does not read sources: --sources does not apply",
                hint="use -m sari, or remove --sources",
            )
        return InputFiles(
            self.hypotheses,
            self.references,
            self.tags,
            metric.needs_references,
            LineReading(self.reading),
            baseline=self.baseline,
            statistic=self.statistic,
            sources=self.sources,
        )

    def read(self, metric_name: str) -> Data:
        """Read the files as the metric's kind of input. Raises the errors of `of` and of the reader."""
        from samescore.metrics import find

        return find(metric_name)[0].read(self.of(metric_name))


def files_of_implementations(names: Iterable[str]) -> list[Path]:
    """Return the files that named implementations read or run: recordings, modules, programs."""
    from samescore.implementations.names import files_of

    return [path for name in names for path in files_of(name)]
