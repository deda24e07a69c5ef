"""Detect files that an implementation leaves in the working folder: names that appear while it runs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice

from samescore.base.folders import working_folder

#: Maximum number of entries of a folder to compare.
_MOST = 1_000
#: Files that importing a module creates.
_OF_PYTHON = "__pycache__"


class FolderWatch:
    """The names that appeared in the working folder during some calls; subfolders are not searched."""

    def __init__(self) -> None:
        self.folder = working_folder()
        self._appeared = set[str]()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Detect new names in this block."""
        before = self._names()
        try:
            yield
        finally:
            after = self._names()
            if before is not None and after is not None:
                self._appeared |= after - before

    @property
    def left(self) -> list[str]:
        """The names that appeared and still exist, sorted."""
        return [name for name in sorted(self._appeared) if os.path.lexists(self.folder / name)]

    def _names(self) -> set[str] | None:
        """Return the names in the folder; None if there are too many, or it cannot be read."""
        try:
            with os.scandir(self.folder) as entries:
                names = {entry.name for entry in islice(entries, _MOST + 1)}
        except OSError:
            return None
        return names - {_OF_PYTHON} if len(names) <= _MOST else None


def detecting_new_files(watch: FolderWatch | None) -> AbstractContextManager[None]:
    """Detect new names in this block, if there is a watch."""
    return nullcontext() if watch is None else watch.watching()
