"""Detect files that an implementation leaves in the working folder, i.e. names that appear while it runs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice

from samescore.base.folders import working_folder

#: Maximum number of entries of a folder; a folder with more is not watched.
_MOST = 1_000
#: The folder that importing a module creates, which is ignored.
_OF_PYTHON = "__pycache__"


class FolderWatch:
    """A record of the names that appear in the working folder during `watching` blocks; subfolders are not searched."""

    def __init__(self) -> None:
        self.folder = working_folder()
        self._appeared = set[str]()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Record the names that appear in the working folder during a ``with`` block."""
        before = self._names()
        try:
            yield
        finally:
            after = self._names()
            if before is not None and after is not None:
                self._appeared |= after - before

    @property
    def left(self) -> list[str]:
        """The recorded names that still exist, sorted."""
        return [name for name in sorted(self._appeared) if os.path.lexists(self.folder / name)]

    def _names(self) -> set[str] | None:
        """Return the names in the folder; None if there are more than `_MOST`, or the folder cannot be read."""
        try:
            with os.scandir(self.folder) as entries:
                names = {entry.name for entry in islice(entries, _MOST + 1)}
        except OSError:
            return None
        return names - {_OF_PYTHON} if len(names) <= _MOST else None


def detecting_new_files(watch: FolderWatch | None) -> AbstractContextManager[None]:
    """Return the context manager `watch.watching()`, or one that does nothing if `watch` is None."""
    return nullcontext() if watch is None else watch.watching()
