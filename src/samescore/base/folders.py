"""Find the working folder, and report an error if it has been deleted."""

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


def absolute(path: str | Path) -> Path:
    """Return the absolute form of a path; a relative path starts at the working folder.

    Raises `InputError` if the path is relative and the working folder has been deleted.
    """
    found = Path(path)
    return found if found.is_absolute() else working_folder() / found
