"""Read the TOML description of tables: each column's metric, the files, and what the publication states."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from samescore.base.documents import toml_document
from samescore.base.errors import InputError, nearest

#: The version of the description format.
SCHEMA = "samescore-tables/1"

_HINT = "write a draft with: samescore audit --guess TABLE; docs/tables.md describes the fields"
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


class Stated(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Facts stated about a table, a column or a row; more specific statements override general ones.

    The fields are explained in `samescore.verbs.audit.claims.Claim`; `marks` that are not stated are taken from the
    caption. `test_set` names the items that were scored. In `metric`, `hypotheses`, `references`, `baseline` and
    `test_set`, ``{row}`` stands for the name of the row (or its `file`), ``{column}`` for the title of the column,
    ``{test_set}`` for the test set, and ``{1}``, ``{2}`` and so on for the cells of the row.
    """

    metric: str = ""
    hypotheses: str = ""
    references: list[str] = []
    settings: dict[str, Any] = {}
    like: str = ""
    signature: str = ""
    statistic: str = ""
    baseline: str = ""
    marks: dict[str, str] = {}
    test_set: str = ""
    items: int = 0


class DescribedColumn(Stated, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A column, identified by its `title` (several header rows are joined by `` / ``) or its `place`, from 1.

    With a `metric`, its numbers are claims. Otherwise it may have a `role`, a key of
    `samescore.verbs.audit.printed_text.tables.ROLES`; `PrintedColumn` in the same module explains `label`, `of` and
    `base`. An ignored column (`ignore`) gives no claims, and takes no part in checks.
    """

    title: str = ""
    place: int = 0
    role: str = ""
    label: str = ""
    of: list[str] = []
    base: str = ""
    ignore: bool = False


class DescribedRow(Stated, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row, identified by its `name`; `file` replaces ``{row}`` in templates.

    `role` is ``mean`` for a mean of the rows `of` (empty: all rows above it), ``average`` if the averaged rows are
    unknown, and empty for other rows. An ignored row (`ignore`) gives no claims, and takes no part in checks.
    """

    name: str
    file: str = ""
    role: str = ""
    of: list[str] = []
    ignore: bool = False


class DescribedTable(Stated, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table, identified by its `number` in the file, from 1.

    The first `headers` rows are titles, and the first `names` columns name the rows (-1: detected). `transposed` means
    that metrics are rows and systems are columns. `decimal_comma` means that commas are decimal commas, as in ``27,3``
    (None: detected). `source` says where the numbers were published: claims of one source and metric are examined
    together, assuming that they share their settings; if `shared` is ``row``, only the claims of one row.
    """

    number: int = 1
    source: str = ""
    shared: Literal["metric", "row"] = "metric"
    headers: int = -1
    names: int = -1
    transposed: bool = False
    decimal_comma: bool | None = None
    column: list[DescribedColumn] = []
    row: list[DescribedRow] = []


class TablesDescription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The description of the tables in a file.

    `file` is the name of the file; if empty, it is a file beside the description with the same stem.
    """

    table: list[DescribedTable]
    file: str = ""


def read_description(path: Path) -> TablesDescription:
    """Read a description from a TOML file.

    Raises `InputError` if it cannot be read, has unknown fields, or describes a table twice.
    """
    description: TablesDescription = toml_document(path, TablesDescription, _HINT)
    numbers = [table.number for table in description.table]
    if len(set(numbers)) < len(numbers):
        raise InputError(
            f"{path} describes a table twice", hint="give each [[table]] the number of its table in the file"
        )
    return description


def fill_template(template: str, values: Mapping[str, str]) -> str:
    """Return a template with its placeholders replaced by their values. Raises `InputError` for one without a value."""

    def value(match: re.Match[str]) -> str:
        if match[1] not in values:
            known = [name for name in values if not name.isdigit()]
            hint = f"{nearest(match[1], known)} {{1}}, {{2}} and so on are the cells of the row"
            raise InputError(f"{match[0]!r:.80} is not a placeholder", hint=hint)
        return values[match[1]]

    return _PLACEHOLDER.sub(value, template)


def depends_on_row(template: str) -> bool:
    """Return whether a template has a placeholder whose value depends on the row."""
    return any(name == "row" or name.isdigit() for name in _PLACEHOLDER.findall(template))
