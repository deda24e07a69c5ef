"""Write files safely: under a temporary name, locked, and renamed when complete.

The file ``run.jsonl`` is written as ``run.jsonl.part`` and renamed in one step. Until then the old file is untouched,
and an interruption leaves both files. The part is locked while it is written, to keep two processes from mixing their
lines. On a file system without locks, nothing is locked.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from contextlib import suppress
from pathlib import Path

from samescore.base.errors import InputError

#: The suffix of an incomplete file.
PART = ".part"
_DESCRIPTOR = re.compile(r"/dev/(?P<name>stdout|stderr)|/dev/fd/(?P<dev>[0-9]{1,9})|/proc/self/fd/(?P<proc>[0-9]{1,9})")
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def part_of(path: Path) -> Path:
    """Return the temporary path under which a file is written: next to it, or next to the target if it is a link."""
    target = Path(os.path.realpath(path))
    return target.with_name(target.name + PART)


def is_stream(path: Path) -> bool:
    """Return whether the path is a stream or device, such as ``-``, ``/dev/stdout``, ``/dev/null`` or a named pipe."""
    if _descriptor(path) is not None or str(path) == os.devnull:
        return True
    return path.exists() and not path.is_file() and not path.is_dir()


def _descriptor(path: Path) -> int | None:
    """Return the file descriptor that a path names; None for other paths."""
    match = _DESCRIPTOR.fullmatch("/dev/stdout" if str(path) == "-" else str(path))
    if match is None:
        return None
    return {"stdout": 1, "stderr": 2}[match["name"]] if match["name"] else int(match["dev"] or match["proc"])


class OutputFile:
    """A new file that replaces the file at `path` when `finish` is called, and takes over its permissions.

    A stream or a device is written directly. Messages call the file `name`, or else its path. The constructor raises
    `InputError`, with `hint`, if the file cannot be written or another process is writing it. Later failures to write
    do not raise: `lost` says why content is missing, further writes do nothing, and `finish` keeps the old file.
    """

    def __init__(self, path: Path, *, name: str = "", hint: str = "choose another file") -> None:
        self.name, self.hint = name or str(path), hint
        self.lost = ""
        self.part: Path | None = None  # None for a stream
        self.begun = self._closed = False
        try:
            if is_stream(path):
                number = _descriptor(path)
                self._file = os.open(path, os.O_WRONLY) if number is None else os.dup(number)
            else:
                self.part = part_of(path)
                self._target = self.part.with_name(self.part.name.removesuffix(PART))
                self._file = self._open_part(self.part)
        except OSError as problem:
            raise self._write_error(problem.strerror or str(problem)) from None

    def _write_error(self, why: str) -> InputError:
        return InputError(f"cannot write {self.name}: {why}", hint=self.hint)

    def _open_part(self, part: Path) -> int:
        """Open and lock the part, and return its descriptor; content left by an interrupted process is kept.

        Raises `InputError` if the target cannot be written, or the part is locked or not a regular file; `OSError` if
        the part cannot be opened.
        """
        if self._target.is_dir():
            raise self._write_error(os.strerror(errno.EISDIR))
        if self._target.exists() and not os.access(self._target, os.W_OK):
            raise self._write_error(os.strerror(errno.EACCES))
        if part.is_symlink() or (part.exists() and not part.is_file()):
            raise self._write_error(f"{part} is not a file that samescore wrote; remove it")
        while True:
            file = os.open(part, _FLAGS, 0o666)
            try:
                if not _try_lock(file):
                    hint = f"wait until it has ended, or {self.hint}"
                    raise InputError(f"another process is writing {self.name} (it has locked {part})", hint=hint)
                if part.exists() and os.path.samestat(os.fstat(file), part.stat()):
                    self._take_over_permissions(part)
                    return file
            except BaseException:
                os.close(file)
                raise
            os.close(file)  # the previous holder of the lock has just renamed or removed the part

    def _take_over_permissions(self, part: Path) -> None:
        if not self._target.exists():
            return
        old = self._target.stat()
        with suppress(OSError):  # a file system without permissions
            part.chmod(stat.S_IMODE(old.st_mode))
        if hasattr(os, "chown"):
            with suppress(OSError):  # requires administrator rights
                os.chown(part, old.st_uid, old.st_gid)

    @property
    def replaces(self) -> bool:
        """Whether this file will replace a file that is not empty."""
        return self.part is not None and self._target.exists() and self._target.stat().st_size > 0

    def earlier(self) -> bytes:
        """Return the content of the part or, if it is empty, of the existing file; empty if there is neither."""
        for path in (self.part, self._target) if self.part is not None else ():
            content = path.read_bytes() if path.exists() else b""
            if content:
                return content
        return b""

    def begin(self, content: bytes = b"") -> None:
        """Start the file with `content`, and discard anything else in the part."""
        self.begun = True
        try:
            if self.part is not None:
                kept = len(content) if self.part.read_bytes().startswith(content) else 0
                os.ftruncate(self._file, kept)
                os.lseek(self._file, kept, os.SEEK_SET)
                content = content[kept:]
        except OSError as problem:
            self.lost = problem.strerror or str(problem)
        self.write(content)

    def write(self, content: bytes) -> None:
        """Append `content` without buffering; call `begin` first if that has not been done."""
        if not self.begun:
            self.begin()
        rest = memoryview(content)
        try:
            while rest and not self.lost:
                rest = rest[os.write(self._file, rest) :]
        except OSError as problem:
            self.lost = problem.strerror or str(problem)

    def finish(self) -> None:
        """Flush the part to disk and rename it to the target, then close it.

        If writing failed or nothing was written, the old file is kept, as by `leave`.
        """
        if self._closed:
            return
        if self.lost or not self.begun:
            self.leave()
        elif self.part is not None:
            try:
                _synchronize(self._file)
                if sys.platform == "win32":  # an open file cannot be renamed on Windows
                    self._close()
                self.part.replace(self._target)
            except OSError as problem:
                self.lost = problem.strerror or str(problem)
        self._close()

    def write_whole(self, content: bytes) -> None:
        """Write `content` as the whole file, and finish; remove the part if that fails."""
        try:
            self.write(content)
            if not self.lost:
                self.finish()
        finally:
            self.remove()

    def leave(self) -> None:
        """Close the file without finishing: keep the old file, and also the part if it is not empty."""
        if not self._closed and self.part is not None and os.fstat(self._file).st_size == 0:
            self.remove()
        self._close()

    def remove(self) -> None:
        """Close the file, keep the old file and remove the part; do nothing after `finish`."""
        if not self._closed and self.part is not None:
            if sys.platform == "win32":  # an open file cannot be removed on Windows
                self._close()
            with suppress(OSError):
                self.part.unlink()
        self._close()

    def _close(self) -> None:
        if not self._closed:
            self._closed = True
            try:
                os.close(self._file)
            except OSError as problem:
                self.lost = self.lost or problem.strerror or str(problem)

    @property
    def problem(self) -> str:
        """A message about lost content; empty if nothing was lost."""
        kept = self.part is not None and self.part.exists()
        where = f"; what was written is in {self.part}" if kept else ""
        return f"{self.name} is incomplete: {self.lost}{where}" if self.lost else ""


def write_file(path: Path, content: bytes, *, hint: str = "choose another file") -> None:
    """Replace a file atomically; raise `InputError` if it cannot be written."""
    file = OutputFile(path, hint=hint)
    file.write_whole(content)
    if file.problem:
        raise InputError(file.problem, hint=f"free disk space, or {hint}")


def _try_lock(file: int) -> bool:
    """Lock an open file until it is closed or this process ends; return False if another process holds the lock.

    Return True without a lock if the file system does not support locks.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file, 2**30, os.SEEK_SET)  # other processes can still read and write it elsewhere
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            os.lseek(file, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        return problem.errno not in (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)
    return True


def _synchronize(file: int) -> None:
    """Flush a file to disk, because some errors appear only then; do nothing if the file system cannot flush."""
    try:
        os.fsync(file)
    except OSError as problem:
        if problem.errno not in (errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP):
            raise
