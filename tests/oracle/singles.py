"""Areas under curves and means of classes in 32-bit floats: every operation is rounded.

Of eight terms or more PyTorch adds up vectors of a processor, in another order than here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tests.oracle.arithmetic import single


def add(terms: Sequence[Fraction]) -> Fraction:
    """PyTorch's sum: of four terms or more, those after the fourth are added to the first; then from left to right."""
    total = Fraction(0)
    for term in (*terms[:1], *terms[4:], *terms[1:4]):
        total = single(total + term)
    return total


def _rates(counts: Sequence[int]) -> list[Fraction]:
    return [Fraction(0), *(single(Fraction(count, counts[-1])) for count in counts)]


def area(corners: Sequence[Sequence[int]], tie: Fraction) -> Fraction:
    """The area under straight lines between (fp, tp), where a tie counts 0, one half or 1."""
    x, y = _rates([fp for fp, _ in corners]), _rates([tp for _, tp in corners])
    places = range(len(corners))
    heights = [single(2 * ((1 - tie) * y[k] + tie * y[k + 1])) for k in places]
    return single(add([single(heights[k] * single(x[k + 1] - x[k])) for k in places]) / 2)


def steps(corners: Sequence[Sequence[int]]) -> Fraction:
    """The sum of the precision at each corner times the gain in recall, from the last corner to the first."""
    recalls = _rates([tp for _, tp in corners])
    precisions = [single(Fraction(tp, tp + fp)) for fp, tp in corners]
    return add([single(single(recalls[k + 1] - recalls[k]) * precisions[k]) for k in range(len(corners))][::-1])


def mean(weighed: Sequence[tuple[Fraction, int]], *, weighted: bool) -> Fraction | None:
    """The mean: of the sum, or the sum of the scores times their weights' shares."""
    if not weighted:
        return single(add([score for score, _ in weighed]) / len(weighed)) if weighed else None
    whole = sum(weight for _, weight in weighed)
    shares = [single(Fraction(weight, whole)) for _, weight in weighed] if whole else []
    return add([single(score * share) for (score, _), share in zip(weighed, shares, strict=True)]) if whole else None
