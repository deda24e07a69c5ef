"""Find the working folder and the cache folder; raise `InputError` if the folder cannot be used."""

from __future__ import annotations

import os
from pathlib import Path

from samescore.base.errors import InputError


def working_folder() -> Path:
    """Return the working folder. Raises `InputError` if it has been deleted."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        name = f" {before}" if (before := os.environ.get("PWD")) else ""
        raise InputError(
            f"the working folder{name} no longer exists",
            hint="change to an existing folder (cd) and try again",
        ) from None


def cache_folder() -> Path:
    """Return samescore's cache folder: ``$SAMESCORE_CACHE``, by default a folder in the user's cache folder.

    The folder may not exist yet. Raises `InputError` for a relative path, because a cloned repository could contain it.
    """
    if folder := os.environ.get("SAMESCORE_CACHE", ""):
        cache = Path(folder)
    else:
        from platformdirs import user_cache_path

        cache = user_cache_path("samescore", appauthor=False)
    if not cache.is_absolute():
        raise InputError(f"the cache folder {cache} is a relative path", hint="set SAMESCORE_CACHE to an absolute path")
    return cache


def absolute(path: str | Path) -> Path:
    """Return the absolute form of a path; a relative path starts at the working folder.

    Raises `InputError` if the path is relative and the working folder has been deleted.
    """
    found = Path(path)
    return found if found.is_absolute() else working_folder() / found
