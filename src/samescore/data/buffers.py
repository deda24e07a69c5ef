"""Accept numbers in any object with the buffer protocol: `array.array`, a NumPy array, `memoryview`.

The elements are not converted to Python objects one by one, unless the kernels are not compiled.
"""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING, Any

from samescore.base.checks import check_list
from samescore.base.errors import InputError

if TYPE_CHECKING:
    from typing_extensions import Buffer as Buffer
else:  # part of `collections.abc` since Python 3.12
    Buffer = object

#: Array type code for each buffer format and item size in bytes; ``?`` is boolean.
_SIGNED = {1: "b", 2: "h", 4: "i", 8: "q"}
_UNSIGNED = {1: "B", 2: "H", 4: "I", 8: "Q"}
_FORMATS: dict[str, dict[int, str]] = {
    **dict.fromkeys("bhilqn", _SIGNED),
    **dict.fromkeys("BHILQN", _UNSIGNED),
    "?": {1: "?"},
    "f": {4: "f"},
    "d": {8: "d"},
}
#: Translation table: every nonzero byte becomes 1.
_TRUTH = bytes([0, *[1] * 255])
_NATIVE = "@=<" if sys.byteorder == "little" else "@=>!"


def buffer_of(values: object, name: str) -> memoryview | None:
    """Return a contiguous view of the numbers in a flat buffer, with a one-character format; None for any other value.

    Raises `InputError` for a masked array (its memory includes the masked values), for several dimensions, and for
    elements other than integers, booleans, and floating-point numbers of 4 or 8 bytes in native byte order. `bytes`
    does not count as numbers.
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
    if view.format[0] in "=<>!" or not view.c_contiguous:  # memoryview.cast rejects both
        view = memoryview(view.tobytes())
    numbers: memoryview = view.cast("B").cast(code)
    return numbers


def column_of(values: Any, name: str) -> Any:
    """Return a view of a column that is a flat buffer; return a list or tuple unchanged.

    Raises `InputError` if it is neither, and as for `buffer_of`.
    """
    view = buffer_of(values, name)
    if view is None:
        check_list(values, name)
    return values if view is None else view


def as_unsigned(view: Any) -> tuple[memoryview, int]:
    """Return a view of the integers in a buffer as unsigned words, and the largest value that a word can have.

    Booleans are 0 and 1.
    """
    if view.format == "?":
        view = memoryview(view.tobytes().translate(_TRUTH))
    code = _UNSIGNED[view.itemsize]
    words = view.cast("B").cast(code) if len(view) else memoryview(array(code))  # an empty memoryview cannot be cast
    return words, (1 << 8 * view.itemsize) - 1
