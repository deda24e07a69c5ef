"""Add up resampled rows: drawn with replacement, or exchanged at random between two systems.

The random numbers are those of `samescore.metrics.significance.streams.Pcg64`. Its state is an array of unsigned 64-bit
numbers, updated by each draw: the high and the low half of the state, the high and the low half of the increment, the
unused half of a word, and 1 if there is such a half.

16-bit integers are added in any order, weighted by how often each is drawn; doubles are added in the order of the draw.
Memory is proportional to one resample and the sums.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

if cython.compiled:
    from cython.cimports.samescore.kernels.signals import counted
else:
    from samescore.kernels.signals import counted

COMPILED = cython.compiled

#: The ways to add doubles: from left to right, from left to right with each sum rounded to 32 bits, or pairwise as by
#: NumPy.
LEFT_TO_RIGHT, SINGLE, PAIRWISE = range(3)
_LEFT_TO_RIGHT = cython.declare(cython.int, LEFT_TO_RIGHT)
_SINGLE = cython.declare(cython.int, SINGLE)
#: The maximum weight of a row.
_MOST = cython.declare(cython.int, 2**15 - 1)
_MASK = cython.declare(cython.ulonglong, 2**64 - 1)
_LOW = cython.declare(cython.ulonglong, 2**32 - 1)
_FACTOR_HIGH = cython.declare(cython.ulonglong, 0x2360ED051FC65DA4)
_FACTOR_LOW = cython.declare(cython.ulonglong, 0x4385DF649FCCF645)

#: The bits of every byte, the lowest first.
_BITS = array("h", [byte >> k & 1 for byte in range(256) for k in range(8)])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _pcg64(state: cython.ulonglong[::1]) -> cython.ulonglong:
    """Return the next 64 bits of PCG XSL-RR 128/64: a 128-bit linear congruential step, whose halves are mixed."""
    a: cython.ulonglong = state[1] & _LOW
    b: cython.ulonglong = state[1] >> 32
    c: cython.ulonglong = _FACTOR_LOW & _LOW
    d: cython.ulonglong = _FACTOR_LOW >> 32
    crossed: cython.ulonglong = a * d
    other: cython.ulonglong = b * c
    carried: cython.ulonglong = ((a * c) >> 32) + (crossed & _LOW) + (other & _LOW)
    high: cython.ulonglong = b * d + (crossed >> 32) + (other >> 32) + (carried >> 32)
    low: cython.ulonglong = (state[1] * _FACTOR_LOW) & _MASK
    high = (high + state[0] * _FACTOR_LOW + state[1] * _FACTOR_HIGH) & _MASK
    low = (low + state[3]) & _MASK
    high = (high + state[2] + (1 if low < state[3] else 0)) & _MASK
    state[0] = high
    state[1] = low
    mixed: cython.ulonglong = high ^ low
    turn: cython.ulonglong = high >> 58
    return ((mixed >> turn) | (mixed << ((64 - turn) & 63))) & _MASK


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _word(state: cython.ulonglong[::1]) -> cython.ulonglong:
    """Return the next 32 bits."""
    both: cython.ulonglong
    if state[5]:
        both = state[4]
        state[4] = 0
        state[5] = 0
        return both
    both = _pcg64(state)
    state[4] = both >> 32
    state[5] = 1
    return both & _LOW


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _draw(
    state: cython.ulonglong[::1],
    size: cython.ulonglong,
    places: cython.int[::1],
    drawn: cython.Py_ssize_t,
) -> cython.void:
    """Draw `drawn` numbers below `size` into `places`, by Lemire's method (2019), from NumPy's 32-bit words."""
    one: cython.ulonglong = 1
    word: cython.ulonglong
    product: cython.ulonglong
    i: cython.Py_ssize_t = 0
    if size == 1:
        for i in range(drawn):
            places[i] = 0
        return
    threshold: cython.ulonglong = ((one << 32) - size) % size
    if state[5] and drawn > 0:
        product = _word(state) * size
        places[i] = product >> 32
        i += (product & _LOW) >= threshold
    while drawn - i >= 2:
        word = _pcg64(state)
        product = (word & _LOW) * size
        places[i] = product >> 32
        i += (product & _LOW) >= threshold
        product = (word >> 32) * size
        places[i] = product >> 32
        i += (product & _LOW) >= threshold
    while i < drawn:
        product = _word(state) * size
        places[i] = product >> 32
        i += (product & _LOW) >= threshold


def draw(state: cython.ulonglong[::1], size: int, drawn: int) -> array[int]:
    """Return `drawn` random numbers from 0 to `size` (excluded); both below 2**31."""
    made = array("i", [0]) * drawn
    _draw(state, size, made, drawn)
    return made


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


def short_columns(cells: cython.longlong[::1], width: cython.Py_ssize_t, largest: cython.longlong) -> array[int] | None:
    """Return the columns of a table, concatenated, as 16-bit numbers; None if an absolute value exceeds `largest`."""
    size: cython.Py_ssize_t = len(cells) // width
    made = array("h", [0]) * (size * width)
    columns: cython.short[::1] = made
    too_large: cython.bint = False
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    number: cython.longlong
    with cython.nogil:
        for i in range(size):
            for j in range(width):
                number = cells[i * width + j]
                if number > largest or number < -largest:
                    too_large = True
                else:
                    columns[j * size + i] = number
    return None if too_large else made


def drawn_sums(
    state: cython.ulonglong[::1],
    resamples: cython.Py_ssize_t,
    drawn: cython.Py_ssize_t,
    columns: cython.short[::1],
    width: cython.Py_ssize_t,
) -> array[int]:
    """Return the column sums of each resample of `drawn` rows (at least one) with replacement, resample by resample.

    `columns` are concatenated; `drawn` times the largest absolute number is below 2**31.
    """
    size: cython.Py_ssize_t = len(columns) // width
    made = array("q", [0]) * (resamples * width)
    sums: cython.longlong[::1] = made
    places: cython.int[::1] = array("i", [0]) * drawn
    weights: cython.short[::1] = array("h", [0]) * size
    r: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    place: cython.Py_ssize_t
    steps: cython.longlong = 0
    with cython.nogil:
        for r in range(resamples):
            steps = counted(steps, (size + drawn) * (width + 1))
            for i in range(size):
                weights[i] = 0
            _draw(state, size, places, drawn)
            if drawn <= _MOST:
                for i in range(drawn):
                    weights[places[i]] += 1
            else:
                for i in range(drawn):
                    place = places[i]
                    if weights[place] == _MOST:  # the amount counted so far is added immediately
                        for j in range(width):
                            sums[r * width + j] += _MOST * columns[j * size + place]
                        weights[place] = 0
                    weights[place] += 1
            for j in range(width):
                sums[r * width + j] += _weighted(weights, columns, j * size, size)
    return made


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _total(
    numbers: cython.double[::1],
    start: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
    how: cython.int,
    narrow: cython.float[::1],
) -> cython.double:
    """Return the sum of `count` numbers, added in the way `how`; `narrow` has space for one 32-bit float."""
    half: cython.Py_ssize_t
    i: cython.Py_ssize_t
    total: cython.double = 0.0
    if how == _SINGLE:
        for i in range(start, start + count):
            narrow[0] = total + numbers[i]
            total = narrow[0]
        return total
    if how == _LEFT_TO_RIGHT or count < 8:
        for i in range(start, start + count):
            total += numbers[i]
        return total
    if count > 128:
        half = count // 2
        half -= half % 8
        return _total(numbers, start, half, how, narrow) + _total(numbers, start + half, count - half, how, narrow)
    a: cython.double = numbers[start]
    b: cython.double = numbers[start + 1]
    c: cython.double = numbers[start + 2]
    d: cython.double = numbers[start + 3]
    e: cython.double = numbers[start + 4]
    f: cython.double = numbers[start + 5]
    g: cython.double = numbers[start + 6]
    h: cython.double = numbers[start + 7]
    for i in range(start + 8, start + count - count % 8, 8):
        a += numbers[i]
        b += numbers[i + 1]
        c += numbers[i + 2]
        d += numbers[i + 3]
        e += numbers[i + 4]
        f += numbers[i + 5]
        g += numbers[i + 6]
        h += numbers[i + 7]
    total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    for i in range(start + count - count % 8, start + count):
        total += numbers[i]
    return total


def drawn_sums_in_order(
    state: cython.ulonglong[::1],
    resamples: cython.Py_ssize_t,
    drawn: cython.Py_ssize_t,
    cells: cython.double[::1],
    width: cython.Py_ssize_t,
    how: cython.int,
) -> array[float]:
    """Return the result of `drawn_sums` for doubles, which are given row by row and added in the order of the draw."""
    size: cython.Py_ssize_t = len(cells) // width
    made = array("d", [0.0]) * (resamples * width)
    sums: cython.double[::1] = made
    narrow: cython.float[::1] = array("f", bytes(4))
    places: cython.int[::1] = array("i", [0]) * drawn
    chosen: cython.double[::1] = array("d", [0.0]) * drawn
    r: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    steps: cython.longlong = 0
    with cython.nogil:
        for r in range(resamples):
            steps = counted(steps, drawn * (width + 1))
            _draw(state, size, places, drawn)
            for j in range(width):
                for i in range(drawn):
                    chosen[i] = cells[places[i] * width + j]
                sums[r * width + j] = _total(chosen, 0, drawn, how, narrow)
    return made


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _flip(
    state: cython.ulonglong[::1],
    left: cython.ulonglong[::1],
    flips: cython.short[::1],
    size: cython.Py_ssize_t,
    bits: cython.short[::1],
) -> cython.void:
    """Draw a random bit for each row, the lowest of a word first, by the `_BITS` of bytes.

    `left` holds the unused bits of the last word, and their number.
    """
    word: cython.ulonglong = left[0]
    many: cython.ulonglong = left[1]
    i: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    while i < size:
        if many == 0:
            word = _word(state)
            many = 32
        if many >= 8 and size - i >= 8:
            at: cython.Py_ssize_t = 8 * (word & 255)
            for k in range(8):
                flips[i + k] = bits[at + k]
            word >>= 8
            many -= 8
            i += 8
        else:
            flips[i] = word & 1
            word >>= 1
            many -= 1
            i += 1
    left[0] = word
    left[1] = many


def exchanged_sums(
    state: cython.ulonglong[::1],
    resamples: cython.Py_ssize_t,
    differences: cython.short[::1],
    firsts: cython.longlong[::1],
    seconds: cython.longlong[::1],
) -> array[int]:
    """Return the sums of two systems, side by side, for each resample that exchanges rows where a random bit is 0.

    `differences` are the columns of the first system minus those of the second, concatenated; the number of rows times
    the largest absolute number is below 2**31. `firsts` and `seconds` are the sums of the unchanged systems.
    """
    width: cython.Py_ssize_t = len(firsts)
    size: cython.Py_ssize_t = len(differences) // width
    made = array("q", [0]) * (2 * resamples * width)
    sums: cython.longlong[::1] = made
    flips: cython.short[::1] = array("h", [0]) * size
    left: cython.ulonglong[::1] = array("Q", [0, 0])
    bits: cython.short[::1] = _BITS
    r: cython.Py_ssize_t
    j: cython.Py_ssize_t
    change: cython.longlong
    steps: cython.longlong = 0
    with cython.nogil:
        for r in range(resamples):
            steps = counted(steps, size * (width + 1))
            _flip(state, left, flips, size, bits)
            for j in range(width):
                change = _weighted(flips, differences, j * size, size)
                sums[2 * r * width + j] = seconds[j] + change
                sums[(2 * r + 1) * width + j] = firsts[j] - change
    return made


def exchanged_sums_in_order(
    state: cython.ulonglong[::1],
    resamples: cython.Py_ssize_t,
    firsts: cython.double[::1],
    seconds: cython.double[::1],
    width: cython.Py_ssize_t,
    how: cython.int,
) -> array[float]:
    """Return the result of `exchanged_sums` for doubles, which are given row by row and added in row order."""
    size: cython.Py_ssize_t = len(firsts) // width
    made = array("d", [0.0]) * (2 * resamples * width)
    sums: cython.double[::1] = made
    narrow: cython.float[::1] = array("f", bytes(4))
    flips: cython.short[::1] = array("h", [0]) * size
    left: cython.ulonglong[::1] = array("Q", [0, 0])
    bits: cython.short[::1] = _BITS
    chosen: cython.double[::1] = array("d", [0.0]) * (2 * size)
    r: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    at: cython.Py_ssize_t
    steps: cython.longlong = 0
    with cython.nogil:
        for r in range(resamples):
            steps = counted(steps, size * (width + 1))
            _flip(state, left, flips, size, bits)
            for j in range(width):
                for i in range(size):
                    at = i * width + j
                    chosen[i] = firsts[at] if flips[i] else seconds[at]
                    chosen[size + i] = seconds[at] if flips[i] else firsts[at]
                sums[2 * r * width + j] = _total(chosen, 0, size, how, narrow)
                sums[(2 * r + 1) * width + j] = _total(chosen, size, size, how, narrow)
    return made
