"""Locate golden/ and conformance/: inside the installed package, or at the top of a source checkout."""

from __future__ import annotations

from pathlib import Path

from samescore.base.errors import DataError

_PACKAGE = Path(__file__).resolve().parent.parent


def data_folder(name: str) -> Path:
    """Return the folder ``golden`` or ``conformance``; `DataError` if the installation lacks it."""
    for parent in (_PACKAGE / "_data", _PACKAGE.parent.parent):
        if (parent / name).is_dir():
            return parent / name
    raise DataError(f"the folder {name}/ is missing from this installation", hint="reinstall samescore")
