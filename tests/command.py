"""Run the command line in tests: in this process (`call`), or in a separate process (`call_program`)."""

from __future__ import annotations

import importlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from samescore.cli import main

#: The command that starts the program in a separate process.
PROGRAM = (sys.executable, "-c", "from samescore.cli import main; main()")

#: Options of pytest for no other plugins than samescore's: Hypothesis's would load it only to show a summary.
PLAIN_PYTEST = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:hypothesispytest")


def call(*arguments: str, cwd: Path, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in this process with its input and output piped, and restore the state of the process afterwards.

    An exception that leaves `main` is a bug and fails the test. Modules that were imported from the folders of
    ``PYTHONPATH`` are removed afterwards.
    """
    stdout, stderr = _stream(), _stream()
    with ExitStack() as stack:
        stack.enter_context(mock.patch.dict(os.environ, {"COLUMNS": "80", **environment}))
        stack.enter_context(_working_in(cwd))
        stack.enter_context(_importing_from(environment.get("PYTHONPATH", "")))
        stack.enter_context(_descriptor_kept(1))
        for name, stream in (("stdin", _stream(stdin)), ("stdout", stdout), ("stderr", stderr)):
            stack.enter_context(mock.patch.object(sys, name, stream))
        try:
            main(list(arguments))
        except SystemExit as stop:
            code = 0 if stop.code is None else stop.code
    assert isinstance(code, int)
    return subprocess.CompletedProcess(arguments, code, _text(stdout), _text(stderr))


class _Terminal(io.TextIOWrapper):
    """A text stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def call_on_terminal(*arguments: str, cwd: Path, columns: int, **environment: str) -> str:
    """Return the output of a command on a terminal with `columns` columns and without colours."""
    stdout = _Terminal(io.BytesIO(), encoding="utf-8")
    words = {"COLUMNS": str(columns), "NO_COLOR": "1", "TERM": "dumb", **environment}
    with ExitStack() as stack:
        stack.enter_context(mock.patch.dict(os.environ, words))
        stack.enter_context(_working_in(cwd))
        stack.enter_context(_importing_from(environment.get("PYTHONPATH", "")))
        for name, stream in (("stdin", _stream()), ("stdout", stdout), ("stderr", _stream())):
            stack.enter_context(mock.patch.object(sys, name, stream))
        try:
            main(list(arguments))
        except SystemExit:
            return _text(stdout)
    raise AssertionError("main exits")


def call_program(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a separate process with its output piped, for behaviour that only a process shows.

    The given ``PYTHONPATH`` is searched before the ``PYTHONPATH`` of this process.
    """
    paths = [environment.get("PYTHONPATH", ""), os.environ.get("PYTHONPATH", "")]
    return subprocess.run(
        [*PROGRAM, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": "80", **environment, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        check=False,
    )


def records(text: str) -> list[dict[str, Any]]:
    """Return the records of a JSON Lines text."""
    return [json.loads(line) for line in text.split("\n") if line]


def _stream(content: str = "") -> io.TextIOWrapper:
    """Return a text stream with this content, like the end of a pipe."""
    return io.TextIOWrapper(io.BytesIO(content.encode("utf-8")), encoding="utf-8")


def _text(stream: io.TextIOWrapper) -> str:
    """Return the text that was written to a stream."""
    stream.flush()
    stream.seek(0)
    return stream.read()


@contextmanager
def _working_in(folder: Path) -> Iterator[None]:
    """Change the working directory inside the context, as contextlib.chdir does from Python 3.11 on."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextmanager
def _importing_from(folders: str) -> Iterator[None]:
    """Import from the folders of a ``PYTHONPATH`` first, and remove their modules afterwards."""
    paths = [path for path in folders.split(os.pathsep) if path]
    known = set(sys.modules)
    importlib.invalidate_caches()
    # A module that a test changes and imports again must not be read from a cache file of the same second.
    with mock.patch.object(sys, "path", [*paths, *sys.path]), mock.patch.object(sys, "dont_write_bytecode", True):
        try:
            yield
        finally:
            for name in set(sys.modules) - known:
                file = getattr(sys.modules[name], "__file__", None) or ""
                if any(Path(path) in Path(file).parents for path in paths):
                    del sys.modules[name]


@contextmanager
def _descriptor_kept(number: int) -> Iterator[None]:
    """Restore a file descriptor afterwards, which `main` may redirect after a failure to write."""
    kept = os.dup(number)
    try:
        yield
    finally:
        os.dup2(kept, number)
        os.close(kept)
