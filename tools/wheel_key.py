"""Print the key under which the action caches its wheel, as ``key=...``: ``python tools/wheel_key.py``.

It runs before samescore is installed, so it imports only the standard library.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
#: The files and folders that a wheel is built from.
_SOURCES = (
    "LICENSE",
    "README.md",
    "pyproject.toml",
    "conformance",
    "golden",
    "src",
    "tools/build_hook.py",
    "tools/kernels.h",
    "tools/kernels.py",
)
#: Suffixes of files in these folders that are not sources.
_MADE = {".pyc", ".pyd", ".so"}


def wheel_key(top: Path = TOP) -> str:
    """Return the key of the wheel that this interpreter builds from a checkout.

    It consists of samescore's version, the interpreter, the platform with its C library, the setting of
    ``SAMESCORE_COMPILE``, and a digest of the sources, because the action is downloaded without its history. Raises
    `ValueError` if the checkout has no version.
    """
    source = (top / "src" / "samescore" / "base" / "version.py").read_text(encoding="utf-8")
    version = re.search(r'^__version__ = "([^"]+)"', source, re.MULTILINE)
    if version is None:
        raise ValueError(f"{top} has no version of samescore")
    parts = [
        version[1],
        f"{sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')}",
        sysconfig.get_platform(),
        "".join(platform.libc_ver()),
        os.environ.get("SAMESCORE_COMPILE", ""),
        _digest(top),
    ]
    return "-".join(["samescore", *filter(None, parts)])


def _digest(top: Path) -> str:
    """Return a digest of the names and contents of all sources, 16 hexadecimal digits."""
    digest = hashlib.sha256()
    for path in sorted(_files(top)):
        digest.update(f"{path.relative_to(top).as_posix()}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _files(top: Path) -> Iterator[Path]:
    for name in _SOURCES:
        path = top / name
        yield from (
            file for file in ([path] if path.is_file() else path.rglob("*")) if file.is_file() and _is_source(file)
        )


def _is_source(path: Path) -> bool:
    return path.suffix not in _MADE and "__pycache__" not in path.parts


if __name__ == "__main__":
    print(f"key={wheel_key()}")
