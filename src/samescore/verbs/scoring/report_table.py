"""Format reports like scikit-learn's: precision, recall, F1 and support of each class and average."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from samescore.base.errors import InputError

_HEADINGS = ("precision", "recall", "f1-score", "support")
_MOST_DIGITS = 100


class ReportTable(msgspec.Struct, frozen=True):
    """The layout of a report: `width` of the column of names, and `digits` (decimals) of the scores."""

    width: int
    digits: int

    @classmethod
    def of(cls, names: Iterable[str], digits: int) -> ReportTable:
        """Return the layout for a report with these names. Raises `InputError` for digits outside 0 to 100."""
        if isinstance(digits, bool) or not isinstance(digits, int) or not 0 <= digits <= _MOST_DIGITS:
            raise InputError(f"digits is {digits!r}", hint=f"give an integer from 0 to {_MOST_DIGITS}")
        return cls(max(*map(len, names), len("weighted avg"), digits), digits)

    def head(self) -> list[str]:
        """Return two lines: the headings, and an empty line."""
        return [f"{'':>{self.width}s} " + "".join(f" {heading:>9}" for heading in _HEADINGS), ""]

    def line(self, name: str, values: Sequence[float | None], support: float) -> str:
        """Return the line of one class or average: its name, scores and support. None leaves a column empty."""
        shown = "".join(f" {'' if value is None else format(value, f'.{self.digits}f'):>9}" for value in values)
        return f"{name:>{self.width}s} {shown} {support:>9}"
