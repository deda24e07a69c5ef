"""What an implementation leaves in the working folder: the names that appear there while it is asked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice

from samescore.base.folders import working_folder

#: A folder with more entries than these is not compared.
_MOST = 1_000
#: What importing a module leaves there.
_OF_PYTHON = "__pycache__"


class FolderWatch:
    """The names of files and folders that appeared in the working folder while something was asked; no folder below it."""

    def __init__(self) -> None:
        self.folder = working_folder()
        self._appeared = set[str]()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Notice what appears in this block."""
        before = self._names()
        try:
            yield
        finally:
            after = self._names()
            if before is not None and after is not None:
                self._appeared |= after - before

    @property
    def left(self) -> list[str]:
        """What appeared and is still there, sorted."""
        return [name for name in sorted(self._appeared) if os.path.lexists(self.folder / name)]

    def _names(self) -> set[str] | None:
        """The names in the folder; None if there are too many, or if it cannot be read."""
        try:
            with os.scandir(self.folder) as entries:
                names = {entry.name for entry in islice(entries, _MOST + 1)}
        except OSError:
            return None
        return names - {_OF_PYTHON} if len(names) <= _MOST else None


def watching(watch: FolderWatch | None) -> AbstractContextManager[None]:
    """Notice what appears in this block, if there is somebody to notice it."""
    return nullcontext() if watch is None else watch.watching()
