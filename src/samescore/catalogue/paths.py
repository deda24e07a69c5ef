"""Locate and read the data in golden/ and conformance/: in the installed package, or at the top of a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from samescore.base.documents import json_document, toml_document
from samescore.base.errors import DataError

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def data_folder(name: str) -> Path:
    """Return the folder ``golden`` or ``conformance``. Raises `DataError` if the installation lacks it."""
    for parent in (_PACKAGE / "_data", _PACKAGE.parent.parent):
        if (parent / name).is_dir():
            return parent / name
    raise DataError(f"the folder {name}/ is missing from this installation", hint="reinstall samescore")


def data_document(path: Path, kind: Any, hint: str = "") -> Any:
    """Read a TOML file of the data and convert it to `kind`.

    A wheel also has the content of most of these files as JSON (``*.toml.json``), which is read instead, because it is
    much faster to parse. Raises `DataError`, which names the file and the problem, if this fails.
    """
    compiled = path.with_name(f"{path.name}.json")
    if compiled.is_file():
        return json_document(compiled, kind, hint, error=DataError)
    return toml_document(path, kind, hint, error=DataError)
