"""Select the segments of each resample: drawn with replacement, or exchanged between two systems.

A resample is two lists of positions: segment i of the first system is at position i, and segment i of the second system
at position `segments` + i.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice, product, repeat
from typing import Protocol

from samescore.base.errors import MetricError
from samescore.metrics.significance.settings import PValueSettings
from samescore.metrics.significance.streams import Drand48, Pcg64, Python, SplitMix64, Stream, Twister, bits

Places = Sequence[int]
#: The positions used for the first system and for the second system in a resample.
Resample = tuple[Places, Places]

_MAKERS: dict[str, Callable[[int], Stream]] = {
    "pcg64": Pcg64,
    "mt19937": Twister,
    "python": Python,
    "drand48": Drand48,
    "splitmix64": SplitMix64,
}


class RandomKnobs(Protocol):
    """Settings that select the random numbers."""

    generator: str
    seed: int


def stream_of(settings: RandomKnobs) -> Stream:
    """Return the random number stream for the knobs ``generator`` and ``seed``."""
    return _MAKERS[settings.generator](settings.seed)


def draws(stream: Stream, segments: int, resamples: int, sample: str = "full") -> Iterator[list[int]]:
    """Return an iterator over the positions in each bootstrap resample.

    Raises `MetricError` for half of a single segment.
    """
    size = segments // 2 if sample == "half" else segments
    if not size:
        raise MetricError("sample=half needs at least two segments", kind="ZeroDivisionError")
    return (stream.indices(segments, size) for _ in range(resamples))


def pair_segments(places: Sequence[int], segments: int) -> Resample:
    """Return the positions of the same segments for both systems."""
    return places, [segments + place for place in places]


def drawn_pairs(segments: int, settings: PValueSettings) -> Iterator[Resample]:
    """Yield the positions of both systems in each bootstrap resample.

    Both use the same segments, unless ``sample`` is apart.
    """
    if settings.sample != "apart":
        yield from map(
            pair_segments, draws(stream_of(settings), segments, settings.resamples, settings.sample), repeat(segments)
        )
        return
    drawn = draws(stream_of(settings), segments, 2 * settings.resamples)
    for first, second in zip(drawn, drawn, strict=True):
        yield first, [segments + place for place in second]


def exchanges(segments: int, settings: PValueSettings) -> tuple[int, bool, Iterator[Resample]]:
    """Return the number of exchanges, whether they are all possible ones, and an iterator over the resulting resamples."""
    in_pairs = settings.exchange.startswith("pairs")
    if (
        settings.enumeration == "all" and segments <= settings.resamples.bit_length()
    ):  # otherwise there are more possible exchanges
        possible = 2**segments if in_pairs else math.comb(2 * segments, segments)
        if possible <= settings.resamples:
            every = (
                _flipped_resamples(product((True, False), repeat=segments), segments)
                if in_pairs
                else _all_divisions(segments)
            )
            return possible, True, every
    count = settings.resamples
    if settings.enumeration == "factorial":
        count = min(count, math.factorial(2 * segments)) if segments < _MANY else count
    stream = stream_of(settings)
    drawn = (
        _flipped_resamples(_flips(stream, segments, settings.exchange), segments)
        if in_pairs
        else _shuffled(stream, segments, settings)
    )
    return count, False, islice(drawn, count)


_MANY = 20  # number of segments from which the factorial of twice the number exceeds any number of resamples


def _flips(stream: Stream, segments: int, exchange: str) -> Iterator[Sequence[bool]]:
    """Yield for each resample a list with one entry per segment: True if its two outputs are not exchanged."""
    drawn = bits(stream) if exchange == "pairs" else _last_bits(stream)
    while True:
        yield list(islice(drawn, segments))


def _last_bits(stream: Stream) -> Iterator[bool]:
    while True:
        yield bool(stream.word() & 1)


def _flipped_resamples(flips: Iterator[Sequence[bool]], segments: int) -> Iterator[Resample]:
    for kept in flips:
        yield (
            [i if keep else segments + i for i, keep in enumerate(kept)],
            [segments + i if keep else i for i, keep in enumerate(kept)],
        )


def _shuffled(stream: Stream, segments: int, settings: PValueSettings) -> Iterator[Resample]:
    order = list(range(2 * segments))
    while True:
        if settings.exchange == "all":
            order = list(range(2 * segments))
        stream.shuffle(order)
        yield order[:segments], order[segments:]


def _all_divisions(segments: int) -> Iterator[Resample]:
    every = range(2 * segments)
    for first in combinations(every, segments):
        chosen = set(first)
        yield first, [place for place in every if place not in chosen]
