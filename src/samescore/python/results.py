"""What a result has besides its fields: a short form, its terminal report, its page, its records, a data frame."""

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
    """A result that a person looks at. Subclasses are records, too, and have all their fields.

    ``repr`` is one line, ``str`` and ``print`` the report of the terminal, and a notebook shows the page.
    """

    __slots__ = ()

    @abc.abstractmethod
    def to_records(self) -> Sequence[Record]:
        """The records of the result, as the command writes them."""

    @abc.abstractmethod
    def to_rows(self) -> list[dict[str, Any]]:
        """The main table of the result, a dictionary for each row."""

    @abc.abstractmethod
    def _summary(self) -> str:
        """The result in a few words."""

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
        """The record as dictionaries, lists, texts and numbers that JSON has; of several records, ``{"records": [...]}``."""
        plain = [cast("dict[str, Any]", from_json(line)) for line in self.to_jsonl().splitlines()]
        return plain[0] if len(plain) == 1 else {"records": plain}

    def to_jsonl(self) -> str:
        """The records as JSON Lines, as ``--format jsonl`` prints them; ``samescore render`` shows them again."""
        from samescore.records import line

        return "".join(f"{line(record)}\n" for record in self.to_records())

    def to_pandas(self) -> pandas.DataFrame:
        """The main table of the result as a data frame; `SamescoreError` where pandas is not installed."""
        try:
            import pandas as pd
        except ImportError:
            raise MissingPackageError("to_pandas needs pandas", hint="pip install pandas, or use to_rows()") from None
        return pd.DataFrame(self.to_rows())


class MissingPackageError(SamescoreError, ImportError):
    """A package that is not installed is needed for this form of a result."""


def with_fields(kind: type[Any], record: Any, **more: Any) -> Any:
    """The record as an object of `kind`, a subclass of its type."""
    return kind(**{name: getattr(record, name) for name in record.__struct_fields__}, **more)


def bare(kind: type[Any], result: Any) -> Any:
    """The record of type `kind` in a result of a subclass."""
    return kind(**{name: getattr(result, name) for name in kind.__struct_fields__})


def changed(changes: Sequence[Any]) -> str:
    """Changes of knobs in a text."""
    return ", ".join(map(str, changes))
