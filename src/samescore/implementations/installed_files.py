"""Record the files of an environment at installation, and detect later changes."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

#: The names that are not recorded: the record itself, the packages' working folder, and folders of bytecode.
_RECORD, _WORK, _COMPILED = "environment.json", "work", "__pycache__"
#: Number of bytes of a file read at once.
_PIECE = 2**20


class InstalledFile(msgspec.Struct, frozen=True, array_like=True):
    """The record of a file: the SHA-256 of its content (or of the target's name, for a link), its size and its times.

    `size` is in bytes. `modified` and `changed` are the mtime and ctime in nanoseconds. Programs cannot set the ctime;
    therefore a file with the recorded size and times need not be read again.
    """

    sha256: str
    size: int
    modified: int
    changed: int


def installed_files(folder: Path) -> dict[str, InstalledFile]:
    """Return the records of an environment's files, by path relative to its folder, with slashes."""
    return {name: _read(path, facts) for name, path, facts in _files(folder)}


def changed_files(folder: Path, recorded: Mapping[str, InstalledFile], *, thorough: bool = False) -> list[str]:
    """Return the sorted paths of files that are missing, new or different from the record.

    With `thorough`, files whose recorded size and times are unchanged are also read and compared.
    """
    there = {name: (path, facts) for name, path, facts in _files(folder)}
    changed = [
        name
        for name, (path, facts) in there.items()
        if (known := recorded.get(name)) is None or _differs(path, facts, known, thorough=thorough)
    ]
    return sorted([*changed, *(name for name in recorded if name not in there)])


def _differs(path: str, facts: os.stat_result, known: InstalledFile, *, thorough: bool) -> bool:
    if facts.st_size != known.size:
        return True
    if not thorough and (facts.st_mtime_ns, facts.st_ctime_ns) == (known.modified, known.changed):
        return False
    return _read(path, facts).sha256 != known.sha256


def _read(path: str, facts: os.stat_result) -> InstalledFile:
    digest = hashlib.sha256()
    if stat.S_ISLNK(facts.st_mode):
        digest.update(b"link to " + os.fsencode(Path(path).readlink()))
    elif stat.S_ISREG(facts.st_mode):
        with Path(path).open("rb") as file:
            while piece := file.read(_PIECE):
                digest.update(piece)
    return InstalledFile(digest.hexdigest(), facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns)


def _files(folder: Path) -> Iterator[tuple[str, str, os.stat_result]]:
    """Yield the relative name, the path and the status of each file in an environment that is recorded.

    Links count as files and are not followed.
    """
    waiting, above = [""], os.path.join(folder, "")  # noqa: PTH118 - paths as objects would take most of the time
    while waiting:
        below = waiting.pop()
        with os.scandir(above + below) as entries:
            for entry in entries:
                name = below + entry.name
                if entry.is_dir(follow_symlinks=False):
                    if entry.name != _COMPILED and name != _WORK:
                        waiting.append(f"{name}/")
                elif name != _RECORD:
                    shown = name if name.isascii() else name.encode("utf-8", "backslashreplace").decode()
                    yield shown, entry.path, entry.stat(follow_symlinks=False)
