"""Read files compressed with gzip or Zstandard, and decompress them piece by piece.

The last suffix gives the compression, the suffix before it the format: ``texts.tsv.gz``.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

from samescore.base.errors import InputError

#: Maximum window size of Zstandard, as a power of two: 128 MiB, the default limit of the zstd program.
_LARGEST_WINDOW = 27
#: Python's own module since 3.14, or its backport for older versions.
_ZSTD_MODULES = ("compression.zstd", "backports.zstd")


def suffix_of(path: object) -> str:
    """Return the lower-case suffix that gives a file's format, before any compression suffix; empty if not a path.

    >>> suffix_of("texts.TSV.gz"), suffix_of("texts.gz"), suffix_of("texts")
    ('.tsv', '', '')
    """
    if not isinstance(path, (str, Path)):
        return ""
    file = Path(path)
    return Path(file.stem).suffix.lower() if _packing(file) else file.suffix.lower()


@contextmanager
def decompress(file: BinaryIO, path: str | Path) -> Iterator[BinaryIO]:
    """Yield a file with the decompressed content of `file`, or `file` itself if `path` has no compression suffix.

    Raises `InputError` if Zstandard is not installed, or if decompression fails, perhaps later in the ``with`` block.
    """
    packing = _packing(path)
    if packing is None:
        yield file
        return
    name, opener, failures = packing()
    try:
        with opener(file) as content:
            yield content
    except failures as problem:
        hint = f"it may be truncated, or not compressed with {name}; check it with: {name} -t {path}"
        raise InputError(f"cannot unpack {path}: {problem}", hint=hint) from None


_Opener = tuple[str, Callable[[BinaryIO], Any], tuple[type[Exception], ...]]


def _packing(path: str | Path) -> Callable[[], _Opener] | None:
    return _PACKINGS.get(Path(path).suffix.lower())


def _gzip() -> _Opener:
    import gzip

    return "gzip", lambda file: gzip.GzipFile(fileobj=file), (EOFError, zlib.error, gzip.BadGzipFile)


def zstandard() -> _Opener:
    """Return the program's name, a function that opens a file compressed with Zstandard, and the exceptions of reading it.

    Raises `InputError` if no module for Zstandard is installed.
    """
    for name in _ZSTD_MODULES:
        try:
            module = import_module(name)
        except ImportError:
            continue
        options = {module.DecompressionParameter.window_log_max: _LARGEST_WINDOW}
        return "zstd", partial(module.ZstdFile, options=options), (EOFError, module.ZstdError)
    hint = "pip install 'samescore[zstd]', or pass its content: <(zstdcat FILE)"
    raise InputError("Zstandard files need Python 3.14 or the package backports.zstd", hint=hint)


#: The suffixes of compressed files; each value returns the program's name, a function that opens, and its exceptions.
_PACKINGS: dict[str, Callable[[], _Opener]] = {".gz": _gzip, ".bgz": _gzip, ".zst": zstandard}
