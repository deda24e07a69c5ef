"""The options of ``samescore run`` for package maintainers: own inputs, a baseline, and changes since then."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from samescore.base.errors import InputError
from samescore.cli.numeric import DecimalRange

if TYPE_CHECKING:
    from samescore.records import Record
    from samescore.verbs.judging.plan import Request, RunPlan
    from samescore.verbs.releases.gate import BaselineRecordings

_FILE = click.Path(path_type=Path, dir_okay=False)


@dataclasses.dataclass(frozen=True)
class GateOptions:
    """The command-line options for own inputs and baselines.

    `exit_first` and `last_failed` are options of the run that cannot be combined with a gate or a baseline.
    """

    inputs: tuple[Path, ...]
    against: Path | None
    tolerance: float
    baseline: Path | None
    reason: str
    exit_first: bool
    last_failed: bool

    def check(self) -> None:
        """Raise `InputError` for options that cannot be combined."""
        if self.tolerance and self.against is None:
            raise InputError("--tolerance needs --against", hint="pass a baseline with --against")
        if self.reason and self.baseline is None:
            raise InputError("--reason needs --write-baseline", hint="add --write-baseline FILE")
        if self.baseline and self.against:
            hint = "first see the changes with --against, then record with --write-baseline alone"
            raise InputError("--against and --write-baseline cannot be combined", hint=hint)
        for option, chosen in (("--exitfirst", self.exit_first), ("--last-failed", self.last_failed)):
            if chosen and (self.baseline or self.against):
                other = "--against" if self.against else "--write-baseline"
                raise InputError(
                    f"{option} and {other} cannot be combined: {option} is about wrong answers, but a gate only checks for changes",
                    hint=f"remove {option}; -k and -m select vectors",
                )

    def request(self, asked: Request) -> Request:
        """Return the request of the run; for a baseline, its seed is fixed."""
        from samescore.verbs.releases.baseline import fixed_seed

        return fixed_seed(asked) if self.baseline else asked

    def baseline_file(self) -> BaselineRecordings | None:
        """Return the baseline to compare with; None without ``--against``.

        Raises `InputError` for a file that is not a baseline.
        """
        if self.against is None:
            return None
        from samescore.verbs.releases.gate import BaselineRecordings

        return BaselineRecordings.read(self.against)

    def records_of(self, planned: RunPlan, baseline: BaselineRecordings | None) -> Iterator[Record]:
        """Yield the records of the run, or of the gate, as they arrive."""
        if baseline is None:
            from samescore.verbs.judging import run

            return run.records_of(planned)
        from samescore.verbs.releases import gate

        return gate.records_of(planned, baseline, self.tolerance)

    def content(self, records: Iterable[Record], planned: RunPlan) -> bytes:
        """Return the content of the baseline file of a run."""
        from samescore.verbs.judging.run import report_of
        from samescore.verbs.releases import baseline

        return baseline.content(baseline.baseline_of(report_of(records), planned.implementations, self.reason))

    def said(self, *, written: bool) -> str:
        """Return the final message about the baseline."""
        if written:
            return f"samescore: wrote the baseline to {self.baseline}; compare with it: --against {self.baseline}"
        return f"samescore: {self.baseline} was not written: not everything could be run"


def gate_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add ``--inputs``, ``--against``, ``--tolerance``, ``--write-baseline`` and ``--reason`` as one argument, `gate`."""

    @click.option(
        "--inputs",
        type=click.Path(path_type=Path),
        multiple=True,
        metavar="PATH",
        help="Also run on your own inputs: a .tsv or .jsonl file, or a folder of vectors in the golden format. Repeatable.",
    )
    @click.option(
        "--against",
        type=_FILE,
        metavar="FILE",
        help="Compare with a baseline or with the --report of a run: fail only if an answer changed.",
    )
    @click.option(
        "--tolerance",
        type=DecimalRange(0, 1),
        default=0.0,
        metavar="NUMBER",
        help="With --against: relative tolerance. 0.01 lets a score change by 1 %.",
    )
    @click.option(
        "--write-baseline",
        "baseline",
        type=_FILE,
        metavar="FILE",
        help="Write a baseline for --against to this file: only the answers. Identical answers give byte-identical files.",
    )
    @click.option(
        "--reason", default="", metavar="TEXT", help="With --write-baseline: the reason for recording the baseline."
    )
    @functools.wraps(command)
    def gated(
        *arguments: Any,
        inputs: tuple[Path, ...],
        against: Path | None,
        tolerance: float,
        baseline: Path | None,
        reason: str,
        **options: Any,
    ) -> None:
        shared = {name: options[name] for name in ("exit_first", "last_failed")}
        gate = GateOptions(inputs, against, tolerance, baseline, reason, **shared)
        command(*arguments, gate=gate, **options)

    return gated
