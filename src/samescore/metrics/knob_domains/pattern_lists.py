"""The domain of a knob whose value is a list of regular expressions."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from samescore.base.numbers import plain
from samescore.settings.domains import join_texts, split_text

#: Maximum number of patterns in a list.
MOST_PATTERNS = 20


class Patterns(msgspec.Struct, frozen=True):
    """A domain: ``none``, the name of a list of patterns, or regular expressions (see `samescore.text.patterns`).

    Regular expressions have to be safe. In text, they are separated by commas; a comma in a pattern is written %2C, and
    % as %25.
    """

    finite: ClassVar[bool] = False
    values: ClassVar[tuple[object, ...]] = ()

    named: tuple[str, ...]

    def likely(self) -> tuple[object, ...]:
        return ("none", *self.named)

    def check(self, value: object) -> str | tuple[str, ...]:
        value = plain(value)
        if isinstance(value, str):
            if value in self.likely():
                return value
            value = split_text(value)
        if not isinstance(value, (tuple, list)) or not all(isinstance(one, str) and one for one in value):
            raise ValueError(f"allowed: {self.describe()}")
        if not 0 < len(value) <= MOST_PATTERNS or self.format(tuple(value)) in self.likely():
            raise ValueError(f"allowed: {self.describe()}")
        from samescore.text.patterns import safe_patterns

        return safe_patterns(value)

    def format(self, value: str | tuple[str, ...]) -> str:
        return value if isinstance(value, str) else join_texts(value)

    def describe(self) -> str:
        named = ", ".join(("none", *self.named))
        return (
            f"{named}, or at most {MOST_PATTERNS} comma-separated regular expressions, where no unbounded repetition "
            "contains an ambiguous pattern"
        )
