"""The output of a command: its files, and what it prints in the requested format."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from samescore.base.errors import InputError
from samescore.cli.options import shown_format_option as shown_format_option
from samescore.cli.screen import complain, print_data, print_page, print_result

if TYPE_CHECKING:
    from rich.console import RenderableType

    from samescore.records import Record
    from samescore.records.file import OutputFile
    from samescore.report.formats import Format


def show(saved: Sequence[Record], form: Format, *, verbose: bool = False) -> bool:
    """Print the results in the records; return whether there were any.

    With `verbose` and the format ``text``, runs and audits are printed in full detail.
    """
    from samescore.report.formats import render_all

    parts = list(render_all(saved, form, verbose=verbose and form == "text"))
    for part in parts:
        if isinstance(part, str) and form != "text":
            print_data(part)
        else:
            print_result(part)
    return bool(parts)


@contextmanager
def shown_if_interrupted(form: Format, known: Callable[[], Sequence[Record]]) -> Iterator[None]:
    """If the block is interrupted, print what ``known()`` returns, and raise the interrupt again."""
    try:
        yield
    except KeyboardInterrupt:
        saved = known()
        if saved:
            show(saved, form)
            complain("samescore: interrupted; these are the results so far")
        raise


class Outputs:
    """The output files of a command by option (None if not used), opened and locked before the work starts.

    The constructor raises `InputError` for a file that cannot be opened, that another process is writing, or that is
    also one of `inputs`, another output, the standard output or a file of golden vectors. `otherwise` is appended to
    the hint of errors about the report. On an exception, unfinished files keep their old content, and the partial output stays
    beside them; a message on stderr, to which `resume` is appended, says where. If writing to one file or to standard
    output fails, the others are still completed; call `check` at the end to raise the error.
    """

    def __init__(
        self, files: Mapping[str, Path | None], inputs: Iterable[Path] = (), *, otherwise: str = "", resume: str = ""
    ) -> None:
        from samescore.records.file import OutputFile

        named = {option: path for option, path in files.items() if path is not None}
        self._resume = resume
        self._printing: OSError | None = None
        self._files: dict[str, OutputFile] = {}
        _check_outputs(named, list(inputs), otherwise)
        try:
            for option, path in named.items():
                what = "the report" if option == "--report" else option
                self._files[option] = OutputFile(path, name=f"{what} {path}", hint=_remedy(option, otherwise))
        except BaseException:
            self._leave()
            raise

    def __getitem__(self, option: str) -> OutputFile:
        return self._files[option]

    def whole(self, option: str) -> bool:
        """Return whether all writes to the file of an option have succeeded so far.

        Raises `KeyError` if it is not used.
        """
        return not self._files[option].lost

    def write(self, option: str, content: bytes) -> None:
        """Write to the file of an option immediately, if the option is used."""
        if option in self._files:
            self._files[option].write(content)

    def write_whole(self, option: str, make: Callable[[], str | bytes]) -> None:
        """Make the content of an option's file and write it, if the option is used."""
        if option in self._files:
            content = make()
            self._files[option].write_whole(content.encode("utf-8") if isinstance(content, str) else content)

    def finish(self, option: str) -> None:
        """Mark the file of an option as complete."""
        if option in self._files:
            self._files[option].finish()

    def echo(self, text: str | bytes, *, nl: bool = True) -> None:
        """Print a text; if the command also writes files, a failure is stored for `check`."""
        if self._printing is not None:
            return
        try:
            if isinstance(text, bytes):
                print_data(text, nl=nl)
            else:
                print_page(text, nl=nl)
        except OSError as problem:
            if not self._files:
                raise
            self._printing = problem

    def result(self, part: RenderableType) -> None:
        """Print a part of a report; a failure is stored as for `echo`."""
        if self._printing is not None:
            return
        try:
            print_result(part)
        except OSError as problem:
            if not self._files:
                raise
            self._printing = problem

    def show(self, saved: Sequence[Record], form: Format, *, verbose: bool = False) -> None:
        """Print the results in the records; a failure is stored for `check`."""
        if self._printing is None:
            try:
                show(saved, form, verbose=verbose)
            except OSError as problem:
                self._printing = problem

    def __enter__(self) -> Outputs:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: TracebackType | BaseException | None) -> None:
        if kind is None:
            for file in self._files.values():
                file.finish()
        else:
            self._leave()

    def keep_old(self) -> None:
        """Mark the output as incomplete: files that have content keep it, and the new output stays beside them."""
        for option in [option for option, file in self._files.items() if file.replaces]:
            self._leave_one(self._files.pop(option))

    def _leave(self) -> None:
        for file in self._files.values():
            self._leave_one(file)

    def _leave_one(self, file: OutputFile) -> None:
        file.leave()
        if file.begun and file.part is not None and file.part.exists():
            complain(f"samescore: {file.name} is not finished; the results so far are in {file.part}{self._resume}")

    def check(self) -> None:
        """Raise `InputError` if a file is incomplete, and `OSError` if standard output is."""
        problems = [file.problem for file in self._files.values() if file.lost]
        if problems:
            raise InputError("; ".join(problems), hint="free disk space, or choose different files")
        if self._printing is not None:
            raise self._printing


def _check_outputs(files: Mapping[str, Path], inputs: Sequence[Path], otherwise: str) -> None:
    """Raise `InputError` for an output that is an input, another output, the standard output or a file of golden vectors."""
    from samescore.records.file import is_stream, part_of
    from samescore.verbs.lookup.names import golden_folder

    golden = os.path.realpath(golden_folder())
    taken: list[tuple[Path, str]] = []
    for option, path in files.items():
        hint = _remedy(option, otherwise)
        if is_stream(path):
            continue
        if path.exists() and Path(os.path.realpath(path)).is_relative_to(golden) and path.name != "schema.json":
            raise InputError(f"{option} {path} would overwrite golden vectors", hint=hint)
        for written in (path, part_of(path)):
            for read in inputs:
                if _same_file(written, read):
                    raise InputError(f"{option} {path} would overwrite {read}, an input of this command", hint=hint)
            if _is_standard_output(written):
                raise InputError(f"{option} {path} is also the standard output", hint=f"{hint}, or -")
            for other, what in taken:
                if _same_file(written, other) or os.path.realpath(written) == os.path.realpath(other):
                    raise InputError(f"{option} {path} is also written by {what}", hint=hint)
        taken += [(path, option), (part_of(path), option)]


def _remedy(option: str, otherwise: str) -> str:
    """Return the hint of an error about an output; `otherwise` is an alternative to a report."""
    return f"choose another {option}{otherwise if option == '--report' else ''}"


def _same_file(first: Path, second: Path) -> bool:
    """Return whether two paths are the same existing file."""
    try:
        return first.samefile(second)
    except (OSError, ValueError):
        return False


def _is_standard_output(path: Path) -> bool:
    try:
        output = os.fstat(1)
        return stat.S_ISREG(output.st_mode) and os.path.samestat(output, path.stat())
    except OSError:
        return False
