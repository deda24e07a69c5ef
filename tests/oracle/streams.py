"""Random words and numbers from a seed, implemented from the published definitions.

O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random Number Generation", 2014
(XSL RR 128/64); numpy's SeedSequence after O'Neill's ``seed_seq``; Lemire, "Fast Random Integer Generation in an
Interval", 2019; Matsumoto and Nishimura, "Mersenne Twister", 1998; drand48 of POSIX.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from tests.oracle.threshold import twister

_32, _64, _128 = 2**32, 2**64, 2**128


def seed_words(seed: int) -> list[int]:
    """Return the eight words that NumPy's SeedSequence generates from a seed below 2**32."""
    factor = 0x43B0D7E5

    def stirred(word: int) -> int:
        nonlocal factor
        word ^= factor
        factor = factor * 0x931E8875 % _32
        word = word * factor % _32
        return word ^ word // 2**16

    pool = [stirred(word) for word in (seed, 0, 0, 0)]
    for i in range(4):
        for j in {0, 1, 2, 3} - {i}:
            mixed = (0xCA01F9DD * pool[j] - 0x4973F715 * stirred(pool[i])) % _32
            pool[j] = mixed ^ mixed // 2**16
    factor = 0x8B51F9DD
    words = []
    for k in range(8):
        word = pool[k % 4] ^ factor
        factor = factor * 0x58F38DED % _32
        word = word * factor % _32
        words.append(word ^ word // 2**16)
    return words


def pcg(seed: int) -> Iterator[int]:
    """Yield words of 32 bits: the low and then the high half of each 64-bit word."""
    words = seed_words(seed)
    start, sequence = (
        sum(words[4 * k + i] * _32**place for i, place in ((2, 0), (3, 1), (0, 2), (1, 3))) for k in (0, 1)
    )
    step = (2 * sequence + 1) % _128
    factor = 2549297995355413924 * _64 + 4865540595714422341
    state = ((start + step) * factor + step) % _128
    while True:
        state = (state * factor + step) % _128
        folded, turn = state // _64 ^ state % _64, state // 2**122
        both = (folded // 2**turn + folded * 2 ** (64 - turn)) % _64
        yield both % _32
        yield both // _32


def splitmix(seed: int) -> Iterator[int]:
    """Yield words of 64 bits: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014."""
    state = seed
    while True:
        state = (state + 11400714819323198485) % _64
        word = state
        for turn, factor in ((30, 13787848793156543929), (27, 10723151780598845931)):
            word = (word ^ word // 2**turn) * factor % _64
        yield word ^ word // 2**31


def drand48(seed: int) -> Iterator[int]:
    """Yield the states, 48 bits, that Perl's ``rand`` divides by 2**48."""
    state = seed * 2**16 + 13070
    while True:
        state = (25214903917 * state + 11) % 2**48
        yield state


class Source:
    """A source of words, numbers and shuffles from one of the generators."""

    def __init__(self, generator: str, seed: int) -> None:
        self.generator, self.python, self.states = generator, random.Random(seed), drand48(seed)
        self.long = splitmix(seed)
        self.words = self.of(generator, seed)

    def of(self, generator: str, seed: int) -> Iterator[int]:
        """Return the 32-bit words of a generator."""
        if generator == "python":
            return self.of_python()
        if generator == "drand48":
            return (state // 2**16 for state in self.states)
        if generator == "splitmix64":
            return (word // _32 for word in self.long)
        return {"pcg64": pcg, "mt19937": twister}[generator](seed)

    def of_python(self) -> Iterator[int]:
        """Yield the results of Python's ``getrandbits(32)``."""
        while True:
            yield self.python.getrandbits(32)

    def sample(self, limit: int, count: int) -> tuple[int, ...]:
        """Return `count` numbers below `limit`, drawn with replacement; SplitMix64 uses pieces of 16 or 32 bits."""
        if self.generator != "splitmix64":
            return tuple(self.below(limit) for _ in range(count))
        width = 2**16 if limit <= 8192 else _32
        pieces = (word // width**place % width for word in self.long for place in range(4 if width < _32 else 2))
        products = (piece * limit for piece in pieces)
        return tuple(islice((p // width for p in products if p % width >= width % limit), count))

    def below(self, limit: int) -> int:
        """Return a number below `limit`, as the library of the generator draws with replacement."""
        if self.generator == "drand48":
            return next(self.states) * limit // 2**48  # exact, where a double of up to 53 digits is multiplied
        if self.generator == "python":
            return int(self.python.random() * limit)
        if self.generator == "mt19937":
            return self.rejected(limit)
        if limit == 1:
            return 0
        while True:
            product = next(self.words) * limit
            if product % _32 >= _32 % limit:
                return product // _32

    def rejected(self, limit: int) -> int:
        """Return a number below `limit`, drawn from as many bits and again if it is too large."""
        if limit == 1:
            return 0
        bits = (limit - 1).bit_length()
        numbers = (word % (1 << bits) for word in self.words)
        return next(number for number in numbers if number < limit)

    def shuffled(self, order: list[int]) -> list[int]:
        """Return the order shuffled from the last position down: each is exchanged with a random one up to it."""
        order = list(order)
        if self.generator == "python":
            self.python.shuffle(order)
            return order
        for last in reversed(range(1, len(order))):
            chosen = self.below(last + 1) if self.generator == "drand48" else self.rejected(last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return order

    def bits(self, by_word: bool) -> Iterator[bool]:
        """Yield random bits: all bits of each word, the lowest first, or one bit per word."""
        for word in self.words:
            for place in range(1 if by_word else 32):
                yield word // 2**place % 2 == 1
