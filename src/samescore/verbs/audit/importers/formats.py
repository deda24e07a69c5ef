"""Read the claims in a file: choose the importer by the suffix, or by the content if the suffix is ambiguous."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from samescore.base.documents import python_json_document, toml_document
from samescore.base.errors import InputError
from samescore.base.files import STANDARD_INPUT, TABLES, read_bytes
from samescore.base.folders import working_folder
from samescore.base.lines import read_text
from samescore.data.answer_logs.formats import find_log, log_of_document
from samescore.data.lm_eval import is_samples
from samescore.verbs.audit.claim_files import read_claims
from samescore.verbs.audit.claims import Claim, MalformedClaim, file_of
from samescore.verbs.audit.importers import (
    answer_log,
    classification_report,
    delimited,
    evaluate,
    html,
    lm_eval,
    markdown,
    sacrebleu,
)
from samescore.verbs.audit.importers.description import DescribedTable, TablesDescription, read_description
from samescore.verbs.audit.importers.grid import Grid
from samescore.verbs.audit.importers.guess import guess, toml, unfilled_lines
from samescore.verbs.audit.importers.tabular import Imported, import_table
from samescore.verbs.audit.printed_text.tables import PrintedTable

#: Maximum size of a table file, or of a program's output, in bytes.
_LARGEST, _LARGEST_MARKDOWN = 16 * 2**20, 2**20
#: Maximum number of struck-out numbers that a note lists.
_SHOWN = 10
_FORMATS = "pass claims (.jsonl, .toml, .json), tables (.tex, .md, .html, .csv, .tsv), the output of sacreBLEU or classification_report, or JSON of sacreBLEU, evaluate, lm-eval or classification_report"


class ClaimSource(msgspec.Struct, frozen=True):
    """The claims in a file, the folder `base` that contains their files, and the tables that they come from.

    `read` lists the files that were read, `notes` are messages for the user, and `remedy` says what to fill in so that
    numbers can be checked against files (empty if there is nothing to fill in).
    """

    base: Path
    claims: Sequence[Claim | MalformedClaim]
    tables: Sequence[PrintedTable] = ()
    read: Sequence[Path] = ()
    notes: Sequence[str] = ()
    remedy: str = ""

    def on_files(self, hypotheses: Path | None, references: Sequence[Path]) -> ClaimSource:
        """Return a copy in which the claims refer to the files that the user names on the command line.

        Without `hypotheses`, the references are used for claims that name their hypotheses. Raises `InputError` if the
        claims name files that the user also names, if no claim has hypotheses, and if several claims are the same score
        of `hypotheses`.
        """
        if any(claim.references or (hypotheses and claim.hypotheses) for claim in self.claims):
            raise InputError("the claims name their own files", hint="remove HYPOTHESES and -r")
        claims = [claim for claim in self.claims if isinstance(claim, Claim)]
        if hypotheses is None and not any(claim.hypotheses for claim in claims):
            raise InputError(
                "references were given without HYPOTHESES", hint="after CLAIMS, pass the file that was scored"
            )
        scores = Counter((claim.metric, claim.signature, repr(claim.settings)) for claim in claims)
        if hypotheses is not None and (repeated := [score for score, times in scores.items() if times > 1]):
            hint = "audit a single number with --published"
            raise InputError(f"{repeated[0][0]} occurs several times, perhaps for different files", hint=hint)
        own = {claim.hypotheses: file_of(self.base, claim.hypotheses) for claim in claims if claim.hypotheses}
        base, names = with_base([*references, *([hypotheses] if hypotheses else []), *own.values()])
        below = dict(zip(own, names[len(names) - len(own) :], strict=True))
        scored = names[len(references)] if hypotheses else ""
        changed = [
            msgspec.structs.replace(
                claim,
                hypotheses=scored or below.get(claim.hypotheses, ""),
                references=names[: len(references)] if scored or claim.hypotheses else [],
            )
            for claim in self.claims
        ]
        return msgspec.structs.replace(self, base=base, claims=changed)


def with_base(paths: Sequence[Path]) -> tuple[Path, list[str]]:
    """Return a folder that contains all these files, and their names relative to it.

    It is the working directory if this contains all files, or else their deepest common folder. Raises `InputError` if
    there is none.
    """
    absolute = [Path(os.path.realpath(path)) for path in paths]
    base = working_folder().resolve()
    if not all(path.is_relative_to(base) for path in absolute):
        try:
            base = Path(os.path.commonpath([path.parent for path in absolute]))
        except ValueError as problem:  # on several drives
            hint = "copy them into one folder"
            raise InputError(f"the files have no folder in common: {problem}", hint=hint) from None
    return base, [path.relative_to(base).as_posix() for path in absolute]


def read_source(path: Path) -> ClaimSource:
    """Read the claims in a claims file, a table file, or a file of results that a program wrote.

    Tables are interpreted by the TOML file beside them, or else by their headings. Raises `InputError` if the file
    cannot be read, has an unknown format, or contains no claims.
    """
    suffix = _suffix_by_content(path) if path == STANDARD_INPUT else path.suffix.lower()
    if suffix == ".toml":
        if "table" not in toml_document(path, dict[str, Any], "a claims file has tables [[claim]]"):
            return ClaimSource(path.parent, read_claims(path), read=[path])
        return _source_from_description(path, read_description(path))
    if suffix in _TABLES:
        return _source_from_tables(path)
    if suffix in (".jsonl", ".ndjson", ".eval", *TABLES) and path != STANDARD_INPUT:
        log = find_log(path)
        if log is not None:
            return _source_from_results(path, answer_log.of_log(path, log))
    if suffix in (".jsonl", ".ndjson"):
        if is_samples(path):
            return _source_from_results(path, lm_eval.of_samples(path))
        return ClaimSource(path.parent, read_claims(path), read=[path])
    if suffix == ".json":
        return _source_from_json(path)
    text = read_text(path, _LARGEST).removeprefix("\ufeff").replace("\r\n", "\n")
    if sacrebleu.is_text(text):
        return _source_from_results(path, sacrebleu.of_text(text, path.name, path.parent))
    if classification_report.is_text(text):
        return _source_from_results(path, classification_report.of_text(text, path.name))
    raise InputError(f"{path} has an unknown format", hint=_FORMATS)


def _suffix_by_content(path: Path) -> str:
    """Return the suffix for a file without a name: ``.jsonl`` for claims in JSON lines, else empty (program output)."""
    text = read_text(path, _LARGEST).lstrip("\ufeff \t\r\n")
    return ".jsonl" if text.startswith("{") and '"published"' in text.partition("\n")[0] else ""


def _source_from_json(path: Path) -> ClaimSource:
    """Import the claims in a JSON file, which is a claims file or a file of results.

    Raises `InputError` for an unknown format.
    """
    document = python_json_document(path, _FORMATS)
    if isinstance(document, dict) and "claim" in document:
        return ClaimSource(path.parent, read_claims(path), read=[path])
    if lm_eval.is_json(document):
        return _source_from_results(path, lm_eval.of_json(document, path))
    if sacrebleu.is_json(document):
        return _source_from_results(path, sacrebleu.of_json(document, path.name, path.parent))
    if classification_report.is_json(document):
        return _source_from_results(path, classification_report.of_json(document, path.name))
    if evaluate.is_json(document):
        return _source_from_results(path, evaluate.of_json(document, path.name))
    log = log_of_document(path, document)
    if log is not None:
        return _source_from_results(path, answer_log.of_log(path, log))
    raise InputError(f"{path} has an unknown format", hint=_FORMATS)


def _source_from_results(path: Path, results: Imported) -> ClaimSource:
    return ClaimSource(path.parent, results.claims, results.tables, [path])


def _source_from_tables(path: Path) -> ClaimSource:
    beside = path.with_suffix(".toml")
    if not beside.is_file():
        grids = _grids(path)
        unread = [DescribedTable(number=number) for number, grid in enumerate(grids, 1) if grid.problem]
        tables = sorted([table.described for table in guess(grids)] + unread, key=lambda table: table.number)
        note = f"{beside} is missing, so the meaning of {path}'s columns is guessed from their titles"
        return _source_from_grids(path, grids, tables, [path], [note])
    described = _source_from_description(beside, read_description(beside))
    if not path.samefile(described.read[1]):
        raise InputError(f"{beside} describes {described.read[1]}", hint=f"set file = {path.name!r} in {beside.name}")
    return described


def draft_description(path: Path) -> str:
    """Return a draft description of the tables in a file, as TOML.

    Raises `InputError` if it is not a file of tables, or if no table has a column of numbers.
    """
    if path.suffix.lower() not in _TABLES:
        known = ", ".join(_TABLES)
        raise InputError(f"{path} is not a file of tables", hint=f"tables are read from files that end with {known}")
    return toml(guess(_grids(path)), path.name)


def _source_from_description(beside: Path, description: TablesDescription) -> ClaimSource:
    """Import the claims of the tables that a description covers; `beside` is the path of the description."""
    path = _file_described(beside, description)
    found = _source_from_grids(path, _grids(path), description.table, [beside, path], [])
    lines = unfilled_lines(read_text(beside))
    if not lines or any(claim.hypotheses for claim in found.claims):
        return found
    shown = f"{', '.join(map(str, lines[:-1]))} and {lines[-1]}" if len(lines) > 1 else str(lines[0])
    named = f"line{'s' if len(lines) > 1 else ''} {shown} of {beside}"
    return msgspec.structs.replace(found, remedy=f"to check numbers against files, list the files in {named}")


def _source_from_grids(
    path: Path, grids: Sequence[Grid], described: Sequence[DescribedTable], read: Sequence[Path], notes: Sequence[str]
) -> ClaimSource:
    """Import the claims of a file's tables according to their descriptions.

    Files that the claims name are in the folder of the first file in `read`. A note lists struck-out numbers.
    """
    several = len(described) > 1
    used = [grids[table.number - 1] for table in described if 1 <= table.number <= len(grids)]
    struck = [text for grid in used for text in grid.struck if re.search("[0-9]", text)]
    if struck:
        shown = ", ".join(struck[:_SHOWN]) + (", ..." if len(struck) > _SHOWN else "")
        notes = [*notes, f"numbers struck out in {path} are not audited: {shown}"]
    parts = [_import_described(grids, table, path.name, several=several) for table in described]
    claims = [claim for part in parts for claim in part.claims]
    tables = [table for part in parts for table in part.tables]
    return ClaimSource(read[0].parent, claims, tables, read, notes)


def _import_described(grids: Sequence[Grid], table: DescribedTable, file: str, *, several: bool) -> Imported:
    if not 1 <= table.number <= len(grids):
        hint = f"it has {len(grids)}; the first one is number 1"
        raise InputError(f"{file} has no table number {table.number}", hint=hint)
    if problem := grids[table.number - 1].problem:
        where = table.source or f"{file}, table {table.number}"
        return Imported([MalformedClaim(problem, id=f"table {table.number}", where=where)])
    name = file if len(grids) == 1 else f"{file}, table {table.number}"
    return import_table(grids[table.number - 1], table, name, f"table {table.number}: " if several else "")


def _file_described(beside: Path, description: TablesDescription) -> Path:
    """Return the path of the table file that a description covers. Raises `InputError` if there is none."""
    if description.file:
        return file_of(beside.parent, description.file)
    for suffix in _TABLES:
        if (path := beside.with_suffix(suffix)).is_file():
            return path
    hint = 'write file = "table.tex" or similar at the top'
    raise InputError(f"{beside} does not say which file it describes", hint=hint)


def _grids(path: Path) -> list[Grid]:
    """Read the tables of a file.

    Raises `InputError` if its suffix is unknown, if it is too large, or if it has no table.
    """
    reader = _TABLES.get(path.suffix.lower())
    if reader is None:
        raise InputError(f"{path} is not a file of tables", hint=f"tables are read from {', '.join(_TABLES)}")
    read_bytes(path, most=_LARGEST_MARKDOWN if reader is markdown.tables else _LARGEST)  # refuses a larger file
    return reader(read_text(path, _LARGEST).removeprefix("\ufeff").replace("\r\n", "\n"), str(path))


def _tab_separated(text: str, name: str) -> list[Grid]:
    return delimited.tables(text, name, tabs=True)


def _latex(text: str, name: str) -> list[Grid]:
    from samescore.verbs.audit.importers.latex import tables

    return tables(text, name)


#: The function that reads the tables of a file, by suffix.
_TABLES: dict[str, Callable[[str, str], list[Grid]]] = {
    ".tex": _latex,
    ".md": markdown.tables,
    ".markdown": markdown.tables,
    ".html": html.tables,
    ".htm": html.tables,
    ".csv": delimited.tables,
    ".tsv": _tab_separated,
}
