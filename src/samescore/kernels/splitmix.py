"""Add up columns of bootstrap resamples drawn with SplitMix64, the fastest generator of the package.

The random numbers are those of `samescore.metrics.significance.streams.SplitMix64`, on little-endian machines.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

COMPILED = cython.compiled

#: Maximum size for which an index is drawn from 16 bits.
_SMALL = cython.declare(cython.Py_ssize_t, 2**13)
#: The maximum weight of a row.
_MOST = cython.declare(cython.short, 2**15 - 1)
#: Number of 64-bit words generated at once, and of the 16-bit pieces in them.
_WORDS = cython.declare(cython.Py_ssize_t, 32)
_PIECES = cython.declare(cython.Py_ssize_t, 128)
_MASK = cython.declare(cython.ulonglong, 2**64 - 1)
_LOW = cython.declare(cython.ulonglong, 2**32 - 1)
_STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_FIRST = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_SECOND = cython.declare(cython.ulonglong, 0x94D049BB133111EB)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mixed(number: cython.ulonglong) -> cython.ulonglong:
    """Return the random word of a state."""
    number = ((number ^ (number >> 30)) * _FIRST) & _MASK
    number = ((number ^ (number >> 27)) * _SECOND) & _MASK
    return number ^ (number >> 31)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count(
    state: cython.ulonglong[::1],
    size: cython.ushort,
    weights: cython.short[::1],
    drawn: cython.Py_ssize_t,
    words: cython.ulonglong[::1],
    pieces: cython.ushort[::1],
    targets: cython.ushort[::1],
) -> cython.void:
    """Count how often each number below `size` is drawn.

    `weights` are 0 before; their last entry counts the numbers that are redrawn.
    """
    counter: cython.ulonglong = state[0]
    least: cython.ushort = (65536 - size) % size
    high: cython.ushort
    low: cython.ushort
    word: cython.ulonglong
    redrawn: cython.Py_ssize_t
    i: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    _piece: cython.Py_ssize_t
    while drawn - i >= _PIECES:
        for k in range(_WORDS):
            counter = (counter + _STEP) & _MASK
            words[k] = _mixed(counter)
        for k in range(_PIECES):
            high = (pieces[k] * size) >> 16
            low = (pieces[k] * size) & 65535
            targets[k] = high if low >= least else size
        redrawn = weights[size]
        for k in range(_PIECES):
            weights[targets[k]] += 1
        i += _PIECES - (weights[size] - redrawn)
    while i < drawn:
        counter = (counter + _STEP) & _MASK
        word = _mixed(counter)
        for _piece in range(4):
            high = ((word & 65535) * size) >> 16
            low = ((word & 65535) * size) & 65535
            if i < drawn and low >= least:
                weights[high] += 1
                i += 1
            word >>= 16
    state[0] = counter


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_many(
    state: cython.ulonglong[::1], size: cython.ulonglong, weights: cython.short[::1], drawn: cython.Py_ssize_t
) -> cython.bint:
    """Count as `_count` does for larger sizes, from 32 bits each; return False if a count exceeds the maximum weight."""
    one: cython.ulonglong = 1
    least: cython.ulonglong = ((one << 32) - size) % size
    counter: cython.ulonglong = state[0]
    word: cython.ulonglong
    product: cython.ulonglong
    i: cython.Py_ssize_t = 0
    _piece: cython.Py_ssize_t
    while i < drawn:
        counter = (counter + _STEP) & _MASK
        word = _mixed(counter)
        for _piece in range(2):
            product = (word & _LOW) * size
            if i < drawn and (product & _LOW) >= least:
                if weights[product >> 32] == _MOST:
                    return False
                weights[product >> 32] += 1
                i += 1
            word >>= 32
    state[0] = counter
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _weighted(
    weights: cython.short[::1], columns: cython.short[::1], start: cython.Py_ssize_t, size: cython.Py_ssize_t
) -> cython.int:
    """Return the weighted sum of a column; below 2**31."""
    total: cython.int = 0
    i: cython.Py_ssize_t
    for i in range(size):
        total += weights[i] * columns[start + i]
    return total


def drawn_sums(
    state: cython.ulonglong[::1],
    resamples: cython.Py_ssize_t,
    drawn: cython.Py_ssize_t,
    columns: cython.short[::1],
    width: cython.Py_ssize_t,
) -> array[int] | None:
    """Return the result of `samescore.kernels.resampling.drawn_sums` for draws with SplitMix64.

    There are at most as many draws as rows, below 2**31. `state` is an array of one unsigned 64-bit number, which
    drawing updates. Returns None if a row is drawn more than 32,767 times.
    """
    size: cython.Py_ssize_t = len(columns) // width
    made = array("q", [0]) * (resamples * width)
    sums: cython.longlong[::1] = made
    weights: cython.short[::1] = array("h", [0]) * (size + 1)
    block = array("Q", [0]) * _WORDS
    words: cython.ulonglong[::1] = block
    pieces: cython.ushort[::1] = memoryview(block).cast("B").cast("H")
    targets: cython.ushort[::1] = array("H", [0]) * _PIECES
    failed: cython.bint = False
    r: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    with cython.nogil:
        for r in range(resamples):
            for i in range(size + 1):
                weights[i] = 0
            if size <= _SMALL:
                _count(state, size, weights, drawn, words, pieces, targets)
            elif not _count_many(state, size, weights, drawn):
                failed = True
                break
            for j in range(width):
                sums[r * width + j] = _weighted(weights, columns, j * size, size)
    return None if failed else made
