"""Areas under curves and means of classes in 32-bit floats: exact fractions, rounded after every step."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tests.oracle.arithmetic import single

#: PyTorch adds vectors of eight floats if there are that many, four vectors side by side, in blocks of 16 and of 16 blocks.
_LANES, _STRIPS, _BLOCK, _LARGEST = 8, 4, 16, 16**3


def from_left(terms: Sequence[Fraction]) -> Fraction:
    """Return the sum of the terms, one after the other, each partial sum rounded to 32 bits."""
    total = Fraction(0)
    for term in terms:
        total = single(total + term)
    return total


def add(terms: Sequence[Fraction]) -> Fraction:
    """Return ``torch.sum`` of fewer than 2^24 floats in one thread, on a processor with AVX2 (SumKernel.cpp)."""
    lanes = _LANES if len(terms) >= _LANES else 1
    whole = len(terms) // lanes * lanes
    return from_left([*terms[whole:], *(_lane(terms[lane:whole:lanes]) for lane in range(lanes))])


def _lane(terms: Sequence[Fraction]) -> Fraction:
    """Return the sum of four partial sums of every fourth term; leftover terms are added to the first one."""
    whole = len(terms) // _STRIPS * _STRIPS
    first, *others = (_strip(terms[strip:whole:_STRIPS]) for strip in range(_STRIPS))
    return from_left([first, *terms[whole:], *others])


def _strip(terms: Sequence[Fraction]) -> Fraction:
    """Return the sum of blocks, the largest first, whose sums are added up from the last and smallest block on."""
    sums, start, size = [], 0, _LARGEST
    while size:
        whole = start + (len(terms) - start) // size * size
        sums.append(from_left([_block(terms[k : k + size]) for k in range(start, whole, size)]))
        start, size = whole, size // _BLOCK
    return from_left(sums[::-1])


def _block(terms: Sequence[Fraction]) -> Fraction:
    """Return the sum of a block of 16^k terms: the sums of its 16 blocks are added up."""
    if len(terms) == 1:
        return terms[0]
    part = len(terms) // _BLOCK
    return from_left([_block(terms[k : k + part]) for k in range(0, len(terms), part)])


def _rates(counts: Sequence[int]) -> list[Fraction]:
    return [Fraction(0), *(single(Fraction(count, counts[-1])) for count in counts)]


def area(corners: Sequence[Sequence[int]], tie: Fraction, limit: Fraction = Fraction(1)) -> Fraction | None:
    """Return the area under straight lines between (fp, tp), where a tie counts 0, one half or 1.

    It ends at the false-positive rate `limit`, and then is rescaled, so that chance is 1/2; None if the limit is 0 in 32 bits.
    """
    x, y = _rates([fp for fp, _ in corners]), _rates([tp for _, tp in corners])
    end = single(limit)
    pieces = [(x[k], x[k + 1], y[k], y[k + 1]) for k in range(len(corners))]
    if end == 1:
        return _pieces(pieces, tie)
    if end == 0:
        return None
    left, right, low, high = next(piece for piece in pieces if piece[1] > end)
    cut = low, high
    if tie == Fraction(1, 2):
        cut = low, _interpolated(low, high, single(single(end - left) / single(right - left)))
    part = _pieces([*(piece for piece in pieces if piece[1] <= end), (left, end, *cut)], tie)
    chance = single(single(end * end) / 2)
    return single(single(1 + single(single(part - chance) / single(end - chance))) / 2)


def _pieces(pieces: Sequence[tuple[Fraction, ...]], tie: Fraction) -> Fraction:
    terms = []
    for left, right, low, high in pieces:
        heights = single(2 * ((1 - tie) * low + tie * high))
        terms.append(single(heights * single(right - left)))
    return single(add(terms) / 2)


def _interpolated(low: Fraction, high: Fraction, share: Fraction) -> Fraction:
    """Return ``torch.lerp``, which interpolates from the nearer end."""
    rise = single(high - low)
    if share < Fraction(1, 2):
        return single(low + single(share * rise))
    return single(high - single(rise * single(1 - share)))


def steps(corners: Sequence[Sequence[int]]) -> Fraction:
    """Return the sum of the precision at each corner times the gain in recall, from the last corner to the first."""
    recalls = _rates([tp for _, tp in corners])
    precisions = [single(Fraction(tp, tp + fp)) for fp, tp in corners]
    return add([single(single(recalls[k + 1] - recalls[k]) * precisions[k]) for k in range(len(corners))][::-1])


def mean(weighed: Sequence[tuple[Fraction, Fraction | int]], *, weighted: bool) -> Fraction | None:
    """Return the mean: the sum over the number of scores, or the sum of the scores times their shares of the weights."""
    if not weighted:
        return single(add([score for score, _ in weighed]) / len(weighed)) if weighed else None
    weights = [single(Fraction(weight)) for _, weight in weighed]
    whole = add(weights)
    shares = [single(weight / whole) for weight in weights] if whole else []
    return add([single(score * share) for (score, _), share in zip(weighed, shares, strict=True)]) if whole else None
