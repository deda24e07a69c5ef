"""Select segments of an input, in any order and with repetition, and join inputs."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.base.errors import InputError
from samescore.data.kind import KindOfInput


def select_segments(data: KindOfInput, places: Sequence[int]) -> KindOfInput:
    """Return a new input of the segments at the indices `places`, in this order and with repetitions.

    Properties shared by all segments, such as training counts, are kept.
    """
    entries = data.entries()
    return data.of_entries([entries[place] for place in places])


def join_inputs(first: KindOfInput, second: KindOfInput) -> KindOfInput:
    """Return an input with the segments of two inputs.

    Raises `InputError` if their kinds or shared properties differ.
    """
    if type(first) is not type(second) or first.common() != second.common():
        raise InputError(
            "segments of these two inputs cannot be mixed",
            hint="give both systems the same kind of input, with the same tables of counts",
        )
    return first.of_entries([*first.entries(), *second.entries()])
