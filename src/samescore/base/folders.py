"""The working folder, which somebody may have deleted."""

from __future__ import annotations

import os
from pathlib import Path

from samescore.base.errors import InputError


def working_folder() -> Path:
    """The working folder; `InputError` if it was deleted."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        name = f" {before}" if (before := os.environ.get("PWD")) else ""
        raise InputError(
            f"the working folder{name} no longer exists",
            hint="change to an existing folder (cd) and try again",
        ) from None


def absolute(path: str | Path) -> Path:
    """The path, which is relative to the working folder unless it is absolute; `InputError` if there is no such folder."""
    found = Path(path)
    return found if found.is_absolute() else working_folder() / found
