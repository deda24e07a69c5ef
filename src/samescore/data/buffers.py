"""Numbers that arrive as a buffer: an `array.array`, a NumPy array, a `memoryview`, anything with the buffer protocol.

Their elements never become Python objects one by one, unless the kernels are not compiled.
"""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING, Any

from samescore.base.checks import check_list
from samescore.base.errors import InputError

if TYPE_CHECKING:
    from typing_extensions import Buffer as Buffer
else:  # it is a class of `collections.abc` since Python 3.12
    Buffer = object

#: What elements a format stands for, as the type code of an array by their size in bytes; ``?`` are truth values.
_SIGNED = {1: "b", 2: "h", 4: "i", 8: "q"}
_UNSIGNED = {1: "B", 2: "H", 4: "I", 8: "Q"}
_FORMATS: dict[str, dict[int, str]] = {
    **dict.fromkeys("bhilqn", _SIGNED),
    **dict.fromkeys("BHILQN", _UNSIGNED),
    "?": {1: "?"},
    "f": {4: "f"},
    "d": {8: "d"},
}
#: Anything but 0 is true.
_TRUTH = bytes([0, *[1] * 255])
_NATIVE = "@=<" if sys.byteorder == "little" else "@=>!"


def buffer_of(values: object, name: str) -> memoryview | None:
    """The numbers of a flat buffer, contiguous, in a format of one character; None for anything that is no buffer.

    Raises `InputError` for a masked array (its memory has the masked numbers, too), for a buffer of several dimensions,
    and for one of other elements than integers, truth values, and floating-point numbers of 4 or 8 bytes, in this
    machine's byte order. `bytes` are no numbers.
    """
    if isinstance(values, (list, tuple, str, bytes)):
        return None
    try:
        view: Any = memoryview(values)  # type: ignore[arg-type]  # to see whether it is one
    except (TypeError, ValueError, BufferError):
        return None
    if hasattr(values, "mask"):
        hint = "remove the masked rows on both sides and pass plain arrays"
        raise InputError(f"{name} is a masked array", hint=hint)
    if view.ndim != 1:
        raise InputError(
            f"{name} has {view.ndim} dimensions", hint="pass a one-dimensional array with one element per item"
        )
    code = _FORMATS.get(view.format.lstrip(_NATIVE), {}).get(view.itemsize)
    if code is None:
        raise InputError(
            f"{name} is a buffer with element format {view.format!r}",
            hint=f"pass integers, booleans or doubles in native byte order, or a list: {name}.tolist()",
        )
    if not len(view):
        return memoryview(array("b" if code == "?" else code))
    if view.format[0] in "=<>!" or not view.c_contiguous:  # memoryview.cast takes neither
        view = memoryview(view.tobytes())
    numbers: memoryview = view.cast("B").cast(code)
    return numbers


def column_of(values: Any, name: str) -> Any:
    """The numbers of a flat buffer, or else a list; `InputError` for what is neither, and as `buffer_of`."""
    view = buffer_of(values, name)
    if view is None:
        check_list(values, name)
    return values if view is None else view


def as_unsigned(view: Any) -> tuple[memoryview, int]:
    """The integers of a buffer as words without a sign, and the largest word; truth values as 0 and 1."""
    if view.format == "?":
        view = memoryview(view.tobytes().translate(_TRUTH))
    code = _UNSIGNED[view.itemsize]
    words = view.cast("B").cast(code) if len(view) else memoryview(array(code))  # an empty one cannot be cast
    return words, (1 << 8 * view.itemsize) - 1
