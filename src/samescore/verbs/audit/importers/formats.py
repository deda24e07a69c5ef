"""Which importer reads a file: by its suffix, and by its content where that does not say."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from samescore.data.documents import toml_document
from samescore.data.files import read_bytes, read_text
from samescore.data.tables import Table
from samescore.errors import InputError
from samescore.verbs.audit.claims import Claim, MalformedClaim, file_of, read_claims
from samescore.verbs.audit.importers import delimited, html, markdown
from samescore.verbs.audit.importers.description import DescribedTable, Description, read_description
from samescore.verbs.audit.importers.grid import Grid
from samescore.verbs.audit.importers.guess import guess, toml
from samescore.verbs.audit.importers.tabular import Imported, imported

#: The most bytes of a file of tables.
_LARGEST = 16 * 2**20


class Source(msgspec.Struct, frozen=True):
    """What a file says: its claims, whose files are in the folder `base`, and the tables that they are from.

    `read` are the files that were read, `notes` what the reader should know of how.
    """

    base: Path
    claims: Sequence[Claim | MalformedClaim]
    tables: Sequence[Table] = ()
    read: Sequence[Path] = ()
    notes: Sequence[str] = ()

    def on_files(self, hypotheses: Path, references: Sequence[Path]) -> Source:
        """The same claims about files that the user names; `InputError` if the claims name files of their own."""
        if any(claim.hypotheses or claim.references for claim in self.claims):
            raise InputError("the claims name their own files", hint="leave out HYPOTHESES and -r")
        base, names = with_base([hypotheses, *references])
        files: dict[str, Any] = {"hypotheses": names[0], "references": names[1:]}
        claims = [msgspec.structs.replace(claim, **files) for claim in self.claims]
        return msgspec.structs.replace(self, base=base, claims=claims)


def with_base(paths: Sequence[Path]) -> tuple[Path, list[str]]:
    """A folder that files of the command line are in, and their names below it."""
    absolute = [Path(os.path.realpath(path)) for path in paths]
    try:
        base = Path(os.path.commonpath([path.parent for path in absolute]))
    except ValueError as problem:  # on several drives
        raise InputError(f"the files have no folder in common: {problem}", hint="copy them to one folder") from None
    return base, [str(path.relative_to(base)) for path in absolute]


def read_source(path: Path) -> Source:
    """The claims of a file of claims or tables.

    Tables are read as the TOML beside them says, or as their titles say. Raises `InputError` for a file that cannot be read,
    is of no known format, or holds no claims at all.
    """
    if path.suffix == ".toml":
        if "table" not in toml_document(path, dict[str, Any], "a file of claims has tables [[claim]]"):
            return Source(path.parent, read_claims(path), read=[path])
        return _described(path, read_description(path), [])
    if path.suffix.lower() in _TABLES:
        beside = path.with_suffix(".toml")
        if beside.is_file():
            described = _described(beside, read_description(beside), [])
            if not path.samefile(described.read[1]):
                raise InputError(f"{beside} describes {described.read[1]}", hint=f"give it file = {path.name!r}")
            return described
        tables = [table.described for table in guess(_grids(path))]
        note = f"there is no {beside}: what the columns of {path} are is guessed from their titles"
        return _described(path, Description(tables, path.name), [note])
    return Source(path.parent, read_claims(path), read=[path])


def guessed(path: Path) -> str:
    """A first description of the tables of a file, in TOML; `InputError` if it is none of tables, or has none."""
    if path.suffix.lower() not in _TABLES:
        known = ", ".join(_TABLES)
        raise InputError(f"{path} is no file of tables", hint=f"tables are read from files that end with {known}")
    return toml(guess(_grids(path)), path.name)


def _described(beside: Path, description: Description, notes: list[str]) -> Source:
    """The claims of the tables that a description is about."""
    path = _file_described(beside, description)
    grids = _grids(path)
    parts = [_imported(grids, table, path.name) for table in description.table]
    several = len(parts) > 1
    claims = [
        msgspec.structs.replace(claim, id=f"table {table.number}: {claim.id}") if several else claim
        for table, part in zip(description.table, parts, strict=True)
        for claim in part.claims
    ]
    tables = [table for part in parts for table in part.tables]
    return Source(beside.parent, claims, tables, [beside, path], notes)


def _imported(grids: Sequence[Grid], table: DescribedTable, file: str) -> Imported:
    if not 1 <= table.number <= len(grids):
        hint = f"it has {len(grids)}; the first one is number 1"
        raise InputError(f"{file} has no table {table.number}", hint=hint)
    name = file if len(grids) == 1 else f"{file}, table {table.number}"
    return imported(grids[table.number - 1], table, name)


def _file_described(beside: Path, description: Description) -> Path:
    """The file of tables that a description is about."""
    if description.file:
        return file_of(beside.parent, description.file)
    for suffix in _TABLES:
        if (path := beside.with_suffix(suffix)).is_file():
            return path
    hint = 'write file = "table.tex", or the like, at its top'
    raise InputError(f"{beside} does not say which file it describes", hint=hint)


def _grids(path: Path) -> list[Grid]:
    """The tables of a file; `InputError` if its suffix is that of no format."""
    reader = _TABLES.get(path.suffix.lower())
    if reader is None:
        raise InputError(f"{path} is no file of tables", hint=f"tables are read from {', '.join(_TABLES)}")
    read_bytes(path, most=_LARGEST)  # refuses a larger file
    return reader(read_text(path, _LARGEST).removeprefix("\ufeff").replace("\r\n", "\n"), str(path))


def _tab_separated(text: str, name: str) -> list[Grid]:
    return delimited.tables(text, name, tabs=True)


def _latex(text: str, name: str) -> list[Grid]:
    from samescore.verbs.audit.importers.latex import tables

    return tables(text, name)


#: What reads the tables of a file, by its suffix.
_TABLES: dict[str, Callable[[str, str], list[Grid]]] = {
    ".tex": _latex,
    ".md": markdown.tables,
    ".markdown": markdown.tables,
    ".html": html.tables,
    ".htm": html.tables,
    ".csv": delimited.tables,
    ".tsv": _tab_separated,
}
