"""Some segments of an input, in any order and any number of times, as an input of its own; inputs joined to one."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.base.errors import InputError
from samescore.data.kind import KindOfInput


def selected(data: KindOfInput, places: Sequence[int]) -> KindOfInput:
    """The segments at `places`; what all segments share, such as counts of a training text, stays."""
    entries = data.entries()
    return data.of_entries([entries[place] for place in places])


def joined(first: KindOfInput, second: KindOfInput) -> KindOfInput:
    """The segments of both; `InputError` if they are of several kinds, or share different counts."""
    if type(first) is not type(second) or first.common() != second.common():
        raise InputError(
            "segments of these two inputs cannot be mixed",
            hint="give both systems the same kind of input, with the same tables of counts",
        )
    return first.of_entries([*first.entries(), *second.entries()])
