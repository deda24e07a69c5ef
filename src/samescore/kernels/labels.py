"""Number class labels, and count the pairs of gold and predicted labels."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # without Cython the file runs as it is
    from samescore.kernels import stand_in as cython

from samescore.kernels.numbered import MULTIPLIER

COMPILED = cython.compiled

_Word = cython.fused_type(cython.uchar, cython.ushort, cython.uint, cython.ulonglong)

_MULTIPLIER = cython.declare(cython.ulonglong, MULTIPLIER)
_FULL = cython.declare(cython.ulonglong, (1 << 64) - 1)

#: Number of two-class labels that are counted at a time, small enough for 16-bit counts.
_BLOCK = cython.declare(cython.Py_ssize_t, 1 << 15)


def number_labels(labels: list[object], numbers: dict[object, int], codes: cython.int[::1]) -> cython.Py_ssize_t:
    """Write the number of every label into `codes`; add new labels to `numbers`, in order of first appearance.

    Returns how many labels were numbered: it stops at the first one whose type is not exactly `str` or `int`.
    """
    label: object
    last: object = numbers  # matches no label
    before: object = numbers
    code: cython.int = 0
    code_before: cython.int = 0
    i: cython.Py_ssize_t = 0
    for label in labels:  # Python objects
        if label is last:
            codes[i] = code
            i += 1
            continue
        if label is before:
            before, code_before, last, code = last, code, before, code_before
            codes[i] = code
            i += 1
            continue
        if type(label) is not str and type(label) is not int:
            return i
        before, code_before = last, code
        number = numbers.get(label)
        if number is None:
            number = len(numbers)
            numbers[label] = number
        last, code = label, number
        codes[i] = code
        i += 1
    return i


def low_bytes(words: object, full: cython.ulonglong) -> tuple[bytearray, int, int]:
    """Return the low byte of every word, the OR of all words, and the OR of all sums word + 128, masked with `full`.

    `words` is a flat buffer of unsigned integers of 1, 2, 4 or 8 bytes; `full` is the largest such integer. (A function
    of a fused type would import NumPy wherever it is installed.)
    """
    n: cython.Py_ssize_t = len(words)
    made = bytearray(n)
    codes: cython.uchar[::1] = made
    high: cython.ulonglong = 0
    shifted: cython.ulonglong = 0
    if words.itemsize == 1:
        words_of_1: cython.const[cython.uchar][::1] = words
        with cython.nogil:
            high, shifted = _low_bytes(words_of_1, full, codes, n)
    elif words.itemsize == 2:
        words_of_2: cython.const[cython.ushort][::1] = words
        with cython.nogil:
            high, shifted = _low_bytes(words_of_2, full, codes, n)
    elif words.itemsize == 4:
        words_of_4: cython.const[cython.uint][::1] = words
        with cython.nogil:
            high, shifted = _low_bytes(words_of_4, full, codes, n)
    else:
        words_of_8: cython.const[cython.ulonglong][::1] = words
        with cython.nogil:
            high, shifted = _low_bytes(words_of_8, full, codes, n)
    return made, high, shifted


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _low_bytes(
    words: cython.const[_Word][::1], full: cython.ulonglong, codes: cython.uchar[::1], n: cython.Py_ssize_t
) -> tuple[cython.ulonglong, cython.ulonglong]:
    """Write the low bytes into `codes`; return the bits that `low_bytes` returns."""
    i: cython.Py_ssize_t
    high: _Word = 0
    shifted: _Word = 0
    for i in range(n):
        codes[i] = words[i] & 255
        high |= words[i]
        shifted |= words[i] + 128
    return high, shifted & full


def number_words(words: object, sign: cython.ulonglong, known: array[int], codes: cython.int[::1]) -> array[int]:
    """Write the number of every word into `codes`; return the distinct values of words in order of first appearance.

    `words` is a flat buffer as in `low_bytes`. The bit `sign` of a word is its sign; it is 0 for unsigned words.
    `known` are the values that are numbered first.
    """
    if words.itemsize == 1:
        words_of_1: cython.const[cython.uchar][::1] = words
        return _number_all(words_of_1, sign, known, codes)
    if words.itemsize == 2:
        words_of_2: cython.const[cython.ushort][::1] = words
        return _number_all(words_of_2, sign, known, codes)
    if words.itemsize == 4:
        words_of_4: cython.const[cython.uint][::1] = words
        return _number_all(words_of_4, sign, known, codes)
    words_of_8: cython.const[cython.ulonglong][::1] = words
    return _number_all(words_of_8, sign, known, codes)


@cython.cfunc
def _number_all(
    words: cython.const[_Word][::1], sign: cython.ulonglong, known: object, codes: cython.int[::1]
) -> object:
    """Return the result of `number_words` for one integer type."""
    n: cython.Py_ssize_t = len(words)
    done: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = len(known)
    bits: cython.int = 12
    while (count >> (bits - 2)) != 0:
        bits += 1
    one: cython.Py_ssize_t = 1
    while True:  # Python objects
        known = known[:count] + array("q", bytes(8)) * ((one << (bits - 1)) - count)
        names: cython.longlong[::1] = known
        slots: cython.int[::1] = array("i", bytes(4)) * (one << bits)
        with cython.nogil:
            done, count = _number_words(words, sign, codes, names, slots, bits, count, done, n)
        if done == n:
            return known[:count]
        bits += 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _number_words(
    words: cython.const[_Word][::1],
    sign: cython.ulonglong,
    codes: cython.int[::1],
    names: cython.longlong[::1],
    slots: cython.int[::1],
    bits: cython.int,
    count: cython.Py_ssize_t,
    start: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
) -> tuple[cython.Py_ssize_t, cython.Py_ssize_t]:
    """Number the words from `start` on until the table is half full.

    Returns the index where it stopped, and the number of distinct words.
    """
    one: cython.Py_ssize_t = 1
    mask: cython.Py_ssize_t = (one << bits) - 1
    i: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    for i in range(count):
        slot = _slot(names[i], bits)
        while slots[slot] != 0:
            slot = (slot + 1) & mask
        slots[slot] = i + 1
    for i in range(start, n):
        word: cython.longlong = words[i] & (sign - 1)
        word -= words[i] & sign
        slot = _slot(word, bits)
        while slots[slot] != 0 and names[slots[slot] - 1] != word:
            slot = (slot + 1) & mask
        if slots[slot] == 0:
            if (count >> (bits - 1)) != 0:
                return i, count
            names[count] = word
            count += 1
            slots[slot] = count
        codes[i] = slots[slot] - 1
    return n, count


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _slot(word: cython.ulonglong, bits: cython.int) -> cython.Py_ssize_t:
    """Return the slot of a word in a table of 2**bits slots."""
    return ((word * _MULTIPLIER) & _FULL) >> (64 - bits)


def count_wide_pairs(
    gold: cython.const[cython.int][::1], predicted: cython.const[cython.int][::1]
) -> tuple[array[int], array[int]]:
    """Return the result of `count_pairs` for codes of up to 31 bits; a pair is ``(gold << 32) + predicted``."""
    n: cython.Py_ssize_t = len(gold)
    made, codes = array("Q", bytes(8)) * n, array("i", bytes(4)) * n
    words: cython.ulonglong[::1] = made
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(n):
            word: cython.ulonglong = gold[i]
            words[i] = (word << 32) | predicted[i]
    pairs = number_words(words, 0, array("q"), codes)
    numbers = array("q", bytes(8)) * len(pairs)
    counts: cython.longlong[::1] = numbers
    numbered: cython.int[::1] = codes
    with cython.nogil:
        for i in range(n):
            counts[numbered[i]] += 1
    return pairs, numbers


def count_pairs(gold: object, predicted: object) -> tuple[array[int], array[int]]:
    """Return the distinct pairs of codes, ``(gold << 8) + predicted``, in order of first appearance, and their counts.

    Both arguments are buffers of bytes.
    """
    golds: cython.const[cython.uchar][::1] = gold
    others: cython.const[cython.uchar][::1] = predicted
    n: cython.Py_ssize_t = len(golds)
    high: cython.int = 0
    with cython.nogil:
        high = _highest_bits(golds, others, n)
    bits: cython.int = 0
    while (high >> bits) != 0:
        bits += 1
    tables: cython.Py_ssize_t = 8 if bits <= 4 else 4
    counts: cython.longlong[::1] = array("q", bytes(8)) * (tables << (2 * bits))
    done: cython.Py_ssize_t = 0
    if bits == 1:
        done = n
        with cython.nogil:
            _count_two_classes(golds, others, counts, n)
    elif bits <= 4 and n >= 8:
        done = n - n % 8
        gold_words: cython.const[cython.ulonglong][::1] = memoryview(gold)[:done].cast("Q")
        other_words: cython.const[cython.ulonglong][::1] = memoryview(predicted)[:done].cast("Q")
        with cython.nogil:
            _count_words(gold_words, other_words, bits, counts, done // 8)
    different: cython.Py_ssize_t = 0
    with cython.nogil:
        different = _count(golds, others, bits, counts, tables, done, n)
    order, numbers = array("q", bytes(8)) * different, array("q", bytes(8)) * different
    pairs: cython.longlong[::1] = order
    times: cython.longlong[::1] = numbers
    with cython.nogil:
        _in_order(golds, others, bits, counts, pairs, times, different)
    return order, numbers


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _highest_bits(
    gold: cython.const[cython.uchar][::1], predicted: cython.const[cython.uchar][::1], n: cython.Py_ssize_t
) -> cython.int:
    """Return the OR of all codes."""
    i: cython.Py_ssize_t
    high: cython.uchar = 0
    for i in range(n):
        high |= gold[i] | predicted[i]
    return high


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_words(
    gold: cython.const[cython.ulonglong][::1],
    predicted: cython.const[cython.ulonglong][::1],
    bits: cython.int,
    counts: cython.longlong[::1],
    words: cython.Py_ssize_t,
) -> cython.void:
    """Count the pairs ``(gold << bits) + predicted``, at most one byte each, reading eight codes at a time.

    Each byte of a word is counted in its own table, as incrementing one counter twice in a row is slow.
    """
    size: cython.Py_ssize_t = 1 << (2 * bits)
    i: cython.Py_ssize_t
    for i in range(words):
        pairs: cython.ulonglong = (gold[i] << bits) | predicted[i]
        counts[pairs & 255] += 1
        counts[size + ((pairs >> 8) & 255)] += 1
        counts[2 * size + ((pairs >> 16) & 255)] += 1
        counts[3 * size + ((pairs >> 24) & 255)] += 1
        counts[4 * size + ((pairs >> 32) & 255)] += 1
        counts[5 * size + ((pairs >> 40) & 255)] += 1
        counts[6 * size + ((pairs >> 48) & 255)] += 1
        counts[7 * size + (pairs >> 56)] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count(
    gold: cython.const[cython.uchar][::1],
    predicted: cython.const[cython.uchar][::1],
    bits: cython.int,
    counts: cython.longlong[::1],
    tables: cython.Py_ssize_t,
    done: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Count the pairs ``(gold << bits) + predicted`` from `done` on; return the number of distinct pairs of all items.

    There are at least four tables, and adjacent items are counted in different ones; the first one receives the sums.
    """
    one: cython.Py_ssize_t = 1
    size: cython.Py_ssize_t = one << (2 * bits)
    i: cython.Py_ssize_t = done
    while i + 4 <= n:
        counts[(gold[i] << bits) | predicted[i]] += 1
        counts[size + ((gold[i + 1] << bits) | predicted[i + 1])] += 1
        counts[2 * size + ((gold[i + 2] << bits) | predicted[i + 2])] += 1
        counts[3 * size + ((gold[i + 3] << bits) | predicted[i + 3])] += 1
        i += 4
    while i < n:
        counts[(gold[i] << bits) | predicted[i]] += 1
        i += 1
    different: cython.Py_ssize_t = 0
    for i in range(size):
        table: cython.Py_ssize_t = 1
        while table < tables:
            counts[i] += counts[table * size + i]
            table += 1
        different += counts[i] > 0
    return different


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_two_classes(
    gold: cython.const[cython.uchar][::1],
    predicted: cython.const[cython.uchar][::1],
    counts: cython.longlong[::1],
    n: cython.Py_ssize_t,
) -> cython.void:
    """Count the pairs of codes that are 0 or 1: three sums, which compilers vectorize."""
    i: cython.Py_ssize_t
    start: cython.Py_ssize_t = 0
    while start < n:
        end: cython.Py_ssize_t = min(start + _BLOCK, n)
        both: cython.ushort = 0
        ones: cython.ushort = 0
        predicted_ones: cython.ushort = 0
        for i in range(start, end):
            both += gold[i] & predicted[i]
            ones += gold[i]
            predicted_ones += predicted[i]
        counts[3] += both
        counts[2] += ones - both
        counts[1] += predicted_ones - both
        counts[0] += end - start - ones - predicted_ones + both
        start = end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _in_order(
    gold: cython.const[cython.uchar][::1],
    predicted: cython.const[cython.uchar][::1],
    bits: cython.int,
    counts: cython.longlong[::1],
    pairs: cython.longlong[::1],
    times: cython.longlong[::1],
    different: cython.Py_ssize_t,
) -> cython.void:
    """Write the pairs and their counts in order of first appearance; set `counts` to 0."""
    k: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t = 0
    while k < different:
        pair: cython.Py_ssize_t = (gold[i] << bits) | predicted[i]
        if counts[pair] > 0:
            pairs[k] = (gold[i] << 8) | predicted[i]
            times[k] = counts[pair]
            counts[pair] = 0
            k += 1
        i += 1
