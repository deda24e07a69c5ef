"""The TOML beside a table: which column is which metric, where the files are, what the publication states."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from samescore.base.documents import toml_document
from samescore.base.errors import InputError, nearest

#: The format of descriptions.
SCHEMA = "samescore-tables/1"

_HINT = "write a draft with: samescore audit --guess TABLE; docs/tables.md describes the fields"
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


class Stated(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What may be said of a table, of a column or of a row: what is said of less goes before what is said of more.

    The fields are those of a claim; `marks` that are not stated are those that the caption explains. `test_set` names the
    items that the scores are about. In `metric`, `hypotheses`, `references`, `baseline` and `test_set`, ``{row}`` stands for the name of the row (or its `file`), ``{column}`` for the title of the
    column, ``{test_set}`` for the test set, and ``{1}``, ``{2}`` and so on for the cells of the row.
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
    """A column, named by its `title` (of several header rows joined by `` / ``) or by its `place` from 1.

    With a `metric` its numbers are claims. Otherwise it may have a `role` in the table: see `samescore.verbs.audit.printed_text.tables.ROLES`,
    which also explains `label`, `of` and `base`.
    """

    title: str = ""
    place: int = 0
    role: str = ""
    label: str = ""
    of: list[str] = []
    base: str = ""
    ignore: bool = False


class DescribedRow(Stated, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row, by its `name`. `file` is what ``{row}`` stands for.

    `role` may be ``mean``, of the rows `of` or of all above it, or ``average`` if it is not known of which.
    """

    name: str
    file: str = ""
    role: str = ""
    of: list[str] = []
    ignore: bool = False


class DescribedTable(Stated, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table: the one with this `number` in the file, from 1.

    `headers` rows are titles and the first `names` columns name the rows (-1: as the format says, or as it looks).
    `transposed` if metrics are rows and systems columns. `decimal_comma` says what commas are: as in ``27,3`` or as in ``1,234``.
    `source` is where the numbers were published: claims of one source and metric are examined together, as if computed with
    the same settings; or only those of one row, if `shared` is ``row``.
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
    """The tables of a file. `file` is its name; by default the file beside the description with the same name."""

    table: list[DescribedTable]
    file: str = ""


def read_description(path: Path) -> TablesDescription:
    """The description in a TOML file; `InputError` for one that cannot be read, or has unknown fields."""
    description: TablesDescription = toml_document(path, TablesDescription, _HINT)
    numbers = [table.number for table in description.table]
    if len(set(numbers)) < len(numbers):
        raise InputError(
            f"{path} describes a table twice", hint="give each [[table]] the number of its table in the file"
        )
    return description


def filled(template: str, values: Mapping[str, str]) -> str:
    """A template with the values of its placeholders; `InputError` for a placeholder that has none."""

    def value(match: re.Match[str]) -> str:
        if match[1] not in values:
            known = [name for name in values if not name.isdigit()]
            hint = f"{nearest(match[1], known)} {{1}}, {{2}} and so on are the cells of the row"
            raise InputError(f"{match[0]!r:.80} is not a placeholder", hint=hint)
        return values[match[1]]

    return _PLACEHOLDER.sub(value, template)


def of_rows(template: str) -> bool:
    """Does a template differ from row to row?"""
    return any(name == "row" or name.isdigit() for name in _PLACEHOLDER.findall(template))
