"""Parse numbers on the command line.

They must consist of ASCII digits, unlike in Python, which also reads ``1_0``, ``nan`` and digits of other scripts.
"""

from __future__ import annotations

from typing import Any

import click

from samescore.base.numbers import count_from_text, number_from_text


class Decimal(click.types.FloatParamType):
    """A click type: a finite decimal number."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, str):
            try:
                value = number_from_text(value)
            except ValueError as problem:
                self.fail(str(problem), param, ctx)
        return float(super().convert(value, param, ctx))


class DecimalRange(click.FloatRange):
    """A click type: a finite decimal number in a range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        return float(super().convert(Decimal().convert(value, param, ctx), param, ctx))


class CountRange(click.IntRange):
    """A click type: a non-negative whole number in a range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, str):
            try:
                value = count_from_text(value)
            except ValueError as problem:
                self.fail(str(problem), param, ctx)
        return int(super().convert(value, param, ctx))
