"""Reproduce random number generators bit for bit: a seed gives the same numbers as in numpy, Python and Perl.

* `Pcg64`: ``numpy.random.default_rng(seed)`` (O'Neill 2014, PCG XSL-RR 128/64, seeded by ``SeedSequence``)
* `Twister`: ``numpy.random.seed(seed)`` (Matsumoto and Nishimura 1998, with numpy's masks and rejections)
* `Drand48`: Perl's ``srand(seed)`` and ``rand``
* `SplitMix64`: of no library, but the fastest here (Steele, Lea and Flood 2014)
* `Python`: Python's `random`, which has drawn the same numbers in every release since 3.2
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Protocol

_WORD = 2**32
_LOW = _WORD - 1
_WIDE = 2**128 - 1
_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
#: Constants of numpy's ``SeedSequence``.
_POOL = 4
_INIT_A, _MULT_A, _INIT_B, _MULT_B = 0x43B0D7E5, 0x931E8875, 0x8B51F9DD, 0x58F38DED
_MIX_LEFT, _MIX_RIGHT = 0xCA01F9DD, 0x4973F715
_TWISTER_WORDS = 624
_TWISTER_FACTOR = 1812433253
_DRAND_FACTOR, _DRAND_STEP, _DRAND_MODULUS, _DRAND_SEED = 0x5DEECE66D, 11, 2**48, 0x330E


class Stream(Protocol):
    """A random number generator."""

    def word(self) -> int:
        """Return the next 32 bits."""

    def indices(self, size: int, count: int) -> list[int]:
        """Return `count` numbers from 0 to `size` (exclusive), drawn with replacement as in the generator's library."""

    def shuffle(self, order: list[int]) -> None:
        """Shuffle a list in place, as the generator's own library does."""


class Pcg64:
    """The generator of ``numpy.random.default_rng(seed)``. It makes 64-bit words, whose low half is used first.

    >>> generator = Pcg64(12345)
    >>> generator.indices(10, 5)
    [6, 2, 7, 3, 2]
    """

    def __init__(self, seed: int) -> None:
        a, b, c, d = _seed_state(seed)
        self._increment = ((((c << 64) | d) << 1) | 1) & _WIDE
        self._state = (self._increment + ((a << 64) | b)) & _WIDE
        self._state = (self._state * _MULTIPLIER + self._increment) & _WIDE
        self._half: int | None = None

    @property
    def state(self) -> array[int]:
        """The state in the form that `samescore.kernels.resampling` uses."""
        numbers = (self._state, self._increment)
        halves = [half for number in numbers for half in (number >> 64, number & (2**64 - 1))]
        return array("Q", [*halves, self._half or 0, self._half is not None])

    def _long(self) -> int:
        """Return the next 64 bits."""
        state = self._state = (self._state * _MULTIPLIER + self._increment) & _WIDE
        mixed, turn = ((state >> 64) ^ state) & (2**64 - 1), state >> 122
        return ((mixed >> turn) | (mixed << (64 - turn))) & (2**64 - 1)

    def word(self) -> int:
        """Return the next 32 bits, as numpy's ``next_uint32`` does."""
        if self._half is not None:
            word, self._half = self._half, None
            return word
        both = self._long()
        self._half = both >> 32
        return both & _LOW

    def indices(self, size: int, count: int) -> list[int]:
        """Reproduce ``choice(size, count)`` with replacement, and ``integers(0, size, count)`` (Lemire's method, 2019)."""
        if size == 1:
            return [0] * count
        threshold, word = (_WORD - size) % size, self.word
        drawn = []
        for _ in range(count):
            product = word() * size
            while product & _LOW < threshold:
                product = word() * size
            drawn.append(product >> 32)
        return drawn

    def shuffle(self, order: list[int]) -> None:
        """Reproduce ``shuffle(order)``, and ``permuted`` on a row, in place."""
        shuffle(self, order)


class Twister:
    """The generator of ``numpy.random`` after ``numpy.random.seed(seed)``, and of ``numpy.random.RandomState(seed)``."""

    def __init__(self, seed: int) -> None:
        state = [seed]
        for i in range(1, _TWISTER_WORDS):
            state.append((_TWISTER_FACTOR * (state[-1] ^ (state[-1] >> 30)) + i) % _WORD)
        self._words = random.Random()
        self._words.setstate((3, (*state, _TWISTER_WORDS), None))

    def word(self) -> int:
        """Return the next 32 bits."""
        return self._words.getrandbits(32)

    def indices(self, size: int, count: int) -> list[int]:
        """Reproduce ``choice(size, count)`` with replacement, and ``randint(0, size, count)``.

        Words are masked and redrawn if too large.
        """
        return [draw_masked(self, size - 1) for _ in range(count)]

    def shuffle(self, order: list[int]) -> None:
        """Reproduce ``shuffle(order)`` in place."""
        shuffle(self, order)


class Drand48:
    """The generator of Perl's ``rand`` after ``srand(seed)``: a 48-bit linear congruential generator.

    >>> Drand48(42).indices(100, 3)
    [74, 34, 11]
    """

    def __init__(self, seed: int) -> None:
        self._state = ((seed & _LOW) << 16) + _DRAND_SEED

    def random(self) -> float:
        """Return the next number from 0 to 1 (exclusive)."""
        self._state = (_DRAND_FACTOR * self._state + _DRAND_STEP) % _DRAND_MODULUS
        return self._state / _DRAND_MODULUS

    def word(self) -> int:
        """Return the high 32 bits of the next number."""
        return int(self.random() * _WORD)

    def indices(self, size: int, count: int) -> list[int]:
        """Return the results of `count` calls of ``int(rand(size))``."""
        return [int(self.random() * size) for _ in range(count)]

    def shuffle(self, order: list[int]) -> None:
        """Shuffle a list in place from its end (Fisher-Yates), as the pure Perl version of ``List::Util`` does."""
        for last in range(len(order) - 1, 0, -1):
            chosen = int(self.random() * (last + 1))
            order[last], order[chosen] = order[chosen], order[last]


class SplitMix64:
    """A counter whose states are mixed to 64-bit words, so no word depends on earlier words.

    Indices below a size of at most 8,192 are drawn from pieces of 16 bits, other indices from pieces of 32 bits, the
    lowest piece of a word first. Pieces that a call does not need are dropped.

    >>> SplitMix64(12345).indices(10, 5)
    [0, 6, 5, 1, 9]
    """

    def __init__(self, seed: int) -> None:
        self._state = seed

    @property
    def state(self) -> array[int]:
        """The state in the form that `samescore.kernels.splitmix` uses."""
        return array("Q", [self._state])

    def _long(self) -> int:
        """Return the next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) % 2**64
        mixed = (self._state ^ (self._state >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB % 2**64
        return mixed ^ (mixed >> 31)

    def word(self) -> int:
        """Return the high 32 bits of the next 64."""
        return self._long() >> 32

    def indices(self, size: int, count: int) -> list[int]:
        """Return `count` numbers from 0 to `size` (exclusive), drawn by Lemire's method (2019)."""
        width = 16 if size <= 2**13 else 32
        pieces, threshold = 2**width, (2**width - size) % size
        drawn: list[int] = []
        while len(drawn) < count:
            word = self._long()
            for shift in range(0, 64, width):
                place, rest = divmod((word >> shift) % pieces * size, pieces)
                if rest >= threshold:
                    drawn.append(place)
        return drawn[:count]

    def shuffle(self, order: list[int]) -> None:
        """Shuffle a list in place as numpy does, with the words of this generator."""
        shuffle(self, order)


class Python:
    """The generator of Python's `random` after ``random.seed(seed)``."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def indices(self, size: int, count: int) -> list[int]:
        """Reproduce ``random.choices(range(size), k=count)``."""
        return self._random.choices(range(size), k=count)

    def word(self) -> int:
        """Reproduce ``random.getrandbits(32)``."""
        return self._random.getrandbits(32)

    def shuffle(self, order: list[int]) -> None:
        """Reproduce ``random.shuffle(order)`` in place."""
        self._random.shuffle(order)


def bits(words: Stream) -> Iterator[bool]:
    """Yield the values of numpy's ``integers(2, dtype=bool)``: 32 from each word, the lowest bit first."""
    while True:
        word = words.word()
        for _ in range(32):
            yield bool(word & 1)
            word >>= 1


def draw_masked(words: Stream, highest: int) -> int:
    """Return a number from 0 to `highest`, drawn as by numpy's ``random_interval``.

    Words are masked to the bits of `highest`, and redrawn if they are larger.
    """
    if not highest:
        return 0
    mask = (1 << highest.bit_length()) - 1
    while (number := words.word() & mask) > highest:
        pass
    return number


def shuffle(words: Stream, order: list[int]) -> None:
    """Shuffle a list in place as numpy's ``shuffle`` and ``permuted`` do: from its end, with `draw_masked` numbers."""
    for last in range(len(order) - 1, 0, -1):
        chosen = draw_masked(words, last)
        order[last], order[chosen] = order[chosen], order[last]


def _seed_state(seed: int) -> Sequence[int]:
    """Reproduce ``SeedSequence(seed).generate_state(4, numpy.uint64)``."""
    entropy = [seed & _LOW]
    while seed := seed >> 32:
        entropy.append(seed & _LOW)
    constant = _INIT_A

    def hashed(value: int) -> int:
        nonlocal constant
        value ^= constant
        constant = constant * _MULT_A % _WORD
        value = value * constant % _WORD
        return value ^ (value >> 16)

    def mixed(x: int, y: int) -> int:
        value = (_MIX_LEFT * x - _MIX_RIGHT * y) % _WORD
        return value ^ (value >> 16)

    pool = [hashed(word) for word in islice([*entropy, 0, 0, 0, 0], _POOL)]
    for source in range(_POOL):
        for target in range(_POOL):
            if source != target:
                pool[target] = mixed(pool[target], hashed(pool[source]))
    for word in entropy[_POOL:]:
        pool = [mixed(value, hashed(word)) for value in pool]
    constant, words = _INIT_B, []
    for k in range(8):
        value = pool[k % _POOL] ^ constant
        constant = constant * _MULT_B % _WORD
        value = value * constant % _WORD
        words.append(value ^ (value >> 16))
    return [words[k] | words[k + 1] << 32 for k in range(0, 8, 2)]
