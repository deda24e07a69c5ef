"""Determine how much memory a command may use, to end it with an error before the machine runs out of memory."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from samescore.base.errors import InputError
from samescore.base.files import read_bytes

#: The files in which Linux states the memory limit of a container.
_OF_CONTAINER = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
#: Merging and scoring the statistics takes several times their size.
_SHARE = 4


def default_memory_limit() -> int:
    """Return the default memory limit in bytes: a quarter of the memory available to the process; 2**33 if unknown."""
    sizes = [size for name in _OF_CONTAINER if (size := _size_in(Path(name)))]
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        sizes.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    if sys.platform != "win32":
        import resource

        soft = resource.getrlimit(resource.RLIMIT_AS)[0]
        sizes += [soft] if soft != resource.RLIM_INFINITY else []
    return min(sizes, default=2**35) // _SHARE


def _size_in(file: Path) -> int:
    """Read a number from a system file; 0 if there is none."""
    try:
        return int(read_bytes(file))
    except (InputError, ValueError):
        return 0
