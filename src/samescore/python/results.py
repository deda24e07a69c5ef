"""The base class of results, which convert to a short form, a terminal report, HTML, records and a data frame."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from samescore.base.documents import from_json
from samescore.base.errors import SamescoreError

if TYPE_CHECKING:
    import pandas

    from samescore.records import Record


class Presented:
    """Base class of the results of the public functions. Subclasses are also records, with the records' fields.

    ``repr`` returns one line; ``str`` returns the terminal report; a notebook shows the HTML page.
    """

    __slots__ = ()

    @abc.abstractmethod
    def to_records(self) -> Sequence[Record]:
        """Return the records of the result, in the order in which the command line writes them."""

    @abc.abstractmethod
    def to_rows(self) -> list[dict[str, Any]]:
        """Return the main table of the result, one dictionary for each row."""

    @abc.abstractmethod
    def _summary(self) -> str:
        """Return a one-line summary of the result."""

    def __repr__(self) -> str:
        from samescore.report.plain import visible

        return f"<{type(self).__name__} {visible(self._summary(), 200)}>"

    def __str__(self) -> str:
        from samescore.report.text import as_text

        return as_text(self.to_records())

    def _repr_html_(self) -> str:
        from samescore.report.html.fragment import fragment
        from samescore.report.html.page import page

        return fragment(page(self.to_records(), {}))

    def to_dict(self) -> dict[str, Any]:
        """Return the record as a JSON-compatible dictionary; several records become ``{"records": [...]}``."""
        plain = [cast("dict[str, Any]", from_json(line)) for line in self.to_jsonl().splitlines()]
        return plain[0] if len(plain) == 1 else {"records": plain}

    def to_jsonl(self) -> str:
        """Return the records as JSON Lines, as ``--format jsonl`` does; ``samescore render`` can show them again."""
        from samescore.records import line

        return "".join(f"{line(record)}\n" for record in self.to_records())

    def to_pandas(self) -> pandas.DataFrame:
        """Return the main table of the result as a data frame; raise `SamescoreError` if pandas is not installed."""
        try:
            import pandas as pd
        except ImportError:
            raise MissingPackageError("to_pandas needs pandas", hint="pip install pandas, or use to_rows()") from None
        return pd.DataFrame(self.to_rows())


class MissingPackageError(SamescoreError, ImportError):
    """Converting a result requires a package that is not installed."""


def with_fields(kind: type[Any], record: Any, **more: Any) -> Any:
    """Copy a record into an object of `kind`, a subclass of the record's type, with the additional fields `more`."""
    return kind(**{name: getattr(record, name) for name in record.__struct_fields__}, **more)


def bare(kind: type[Any], result: Any) -> Any:
    """Convert a result back to a plain record of type `kind`."""
    return kind(**{name: getattr(result, name) for name in kind.__struct_fields__})


def format_changes(changes: Sequence[Any]) -> str:
    """Return changed knobs as comma-separated text."""
    return ", ".join(map(str, changes))
