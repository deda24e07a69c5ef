"""Refuse a request that names one thing twice."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.base.errors import SettingsError, UnknownNameError
from samescore.settings import Settings


def refuse_repeated(names: Sequence[object]) -> None:
    """Raise `UnknownNameError` for names that are given more than once; each is named once in the message."""
    if repeated := [str(name) for name in dict.fromkeys(names) if names.count(name) > 1]:
        verb = "is" if len(repeated) == 1 else "are"
        raise UnknownNameError(f"{', '.join(repeated)} {verb} given twice", hint="give each name once")


def refuse_same_sides(name: str, first: tuple[str, str, Settings], second: tuple[str, str, Settings]) -> None:
    """Raise `SettingsError` if both sides are the same entry point under the same settings.

    A side is given by the names of its implementation and entry point (empty for the native metric), and its settings.
    The message calls the side `name`.
    """
    (first_name, *first_rest), (second_name, *second_rest) = first, second
    entry = f".{first[1]}"
    if first_name.removesuffix(entry) == second_name.removesuffix(entry) and first_rest == second_rest:
        raise SettingsError(
            f"both sides are {name} with the same settings",
            hint="pass two implementations, or give one of them other settings, such as 'native(case=lower)'",
        )
