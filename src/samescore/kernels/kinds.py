"""Find kinds, which are distinct pairs of numbers, and add up their values; each kind's value is computed only once."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import MULTIPLIER

COMPILED = cython.compiled

_MULTIPLIER = cython.declare(cython.ulonglong, MULTIPLIER)


def picked(column: cython.int[::1], places: cython.int[::1]) -> array[int]:
    """Return the numbers in `column` at the indices `places`."""
    i: cython.Py_ssize_t
    many: cython.Py_ssize_t = len(places)
    numbers = array("i", bytes(4 * many))
    out: cython.int[::1] = numbers
    for i in range(many):
        out[i] = column[places[i]]
    return numbers


def products(
    values: cython.double[::1],
    names: cython.int[::1],
    times: cython.int[::1],
    ends: cython.longlong[::1],
    compensated: cython.bint,
) -> array[float]:
    """Return sums of ``values[names[i]] * times[i]``, one for each entry of `ends`.

    Sum k covers the indices from ``ends[k - 1]`` (0 for the first) to ``ends[k]``. Products are added as by the builtin
    `sum`: from left to right, or if `compensated` as since Python 3.12 (Neumaier's algorithm).
    """
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t = 0
    many: cython.Py_ssize_t = len(ends)
    numbers = array("d", bytes(8 * many))
    out: cython.double[::1] = numbers
    with cython.nogil:
        for k in range(many):
            total: cython.double = 0.0
            lost: cython.double = 0.0
            while i < ends[k]:
                value: cython.double = values[names[i]] * times[i]
                following: cython.double = total + value
                if compensated:
                    if abs(total) >= abs(value):
                        lost += (total - following) + value
                    else:
                        lost += (value - following) + total
                total = following
                i += 1
            out[k] = total + lost
    return numbers


def kinds(first: cython.int[::1], second: cython.int[::1]) -> tuple[array[int], array[int], array[int]]:
    """Return the distinct pairs ``(first[i], second[i])``, in order, as two columns, and the pair's number at each i.

    If ``first[i]`` is 0, there is no pair, and its number is -1.
    """
    many: cython.Py_ssize_t = len(first)
    named = array("i", bytes(4 * many))
    names: cython.int[::1] = named
    n: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    bits: cython.int = 10
    capacity: cython.Py_ssize_t = 1024
    left = array("i", bytes(2 * capacity))
    right = array("i", bytes(2 * capacity))
    lefts: cython.int[::1] = left
    rights: cython.int[::1] = right
    slots: cython.int[::1] = array("i", bytes(4 * capacity))
    i = 0
    while i < many:
        with cython.nogil:
            while i < many and 2 * n < capacity:
                if first[i] == 0:
                    names[i] = -1
                    i += 1
                    continue
                slot = _pair(first[i], second[i], lefts, rights, slots, bits)
                if slots[slot] == 0:
                    lefts[n] = first[i]
                    rights[n] = second[i]
                    n += 1
                    slots[slot] = n
                names[i] = slots[slot] - 1
                i += 1
        if i < many:
            bits += 2
            capacity *= 4
            left = array("i", left.tobytes() + bytes(2 * capacity - 4 * n))
            right = array("i", right.tobytes() + bytes(2 * capacity - 4 * n))
            lefts = left
            rights = right
            slots = array("i", bytes(4 * capacity))
            for slot in range(n):
                slots[_pair(lefts[slot], rights[slot], lefts, rights, slots, bits)] = slot + 1
    return left[:n], right[:n], named


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pair(
    a: cython.ulonglong,
    b: cython.ulonglong,
    lefts: cython.int[::1],
    rights: cython.int[::1],
    slots: cython.int[::1],
    bits: cython.int,
) -> cython.Py_ssize_t:
    """Return the slot of a pair, or the empty slot for it, among 2**bits; a slot holds a pair's number plus one, or 0."""
    one: cython.ulonglong = 1
    product: cython.ulonglong = ((a << 32 | b) * _MULTIPLIER) & ((one << 63) - 1 + (one << 63))
    slot: cython.Py_ssize_t = product >> (64 - bits)
    while slots[slot] > 0 and (lefts[slots[slot] - 1] != a or rights[slots[slot] - 1] != b):
        slot = (slot + 1) & ((one << bits) - 1)
    return slot


def sums(kinds: cython.int[::1], lines: cython.longlong[::1], values: cython.double[::1]) -> array[float]:
    """Return for each line the sum of ``values[kind]`` over its n-grams, added in order.

    ``kinds[i]`` is the kind of the n-gram whose first occurrence in its line is at index i; -1 elsewhere.
    """
    many: cython.Py_ssize_t = len(lines) - 1
    line: cython.Py_ssize_t
    i: cython.Py_ssize_t
    total: cython.double
    totals = array("d", bytes(8 * many))
    out: cython.double[::1] = totals
    with cython.nogil:
        for line in range(many):
            total = 0.0
            for i in range(lines[line], lines[line + 1]):
                if kinds[i] >= 0:
                    total += values[kinds[i]]
            out[line] = total
    return totals
