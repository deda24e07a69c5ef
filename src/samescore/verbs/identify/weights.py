"""Solve for the weights of n-gram orders, which can be any numbers.

The logarithm of BLEU is linear in its weights. Let p_n be the precision of order n, and c the logarithm of all factors
that do not depend on the weights (the brevity penalty, the scale). Then

    log score(w) = c + sum of w_n · log p_n.

The native scores under the weights (1, 0, ...) and (2, 0, ...) give c, and the scores under each order alone give the
other coefficients. So each answer gives a linear equation.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from samescore.base.errors import SettingsError
from samescore.base.outcome import Score
from samescore.data.corpus import Corpus
from samescore.settings import Settings
from samescore.verbs.identify.answers import Answers

#: Number of positions in the list of answers from which a system of equations is started.
_SYSTEMS = 6
#: A row or pivot below this is not an independent equation.
_NOTHING = 1e-9
#: A plausible weight has at most this many decimals, or is a fraction with at most this denominator.
_DECIMALS, _LARGEST_DENOMINATOR = 6, 24


def possible_weights(answers: Answers, settings: Settings) -> Iterator[tuple[float, ...]]:
    """Yield weights with which these settings, which must have a knob ``weights``, may give the answers.

    Weights are not negative, and rounded to plausible numbers; whether they give all answers is not checked.
    """
    equations = list(_equations(answers, settings))
    orders = int(getattr(settings, "max_order", 0))
    for start in range(0, len(equations), max(1, len(equations) // _SYSTEMS)):
        solution = _solution([*equations[start:], *equations[:start]], orders)
        if solution is not None:
            weights = tuple(map(_plausible, solution))
            if all(weight >= 0 for weight in weights) and any(weights):
                yield weights


def _equations(answers: Answers, settings: Settings) -> Iterator[list[float]]:
    """Yield the linear equation for each nontrivial answer to an input of one segment: coefficients, then right side.

    Inputs of several segments are skipped, because their score may be a mean, which is not linear in this way.
    """
    orders = int(getattr(settings, "max_order", 0))
    single_orders = [tuple(float(place == order) for place in range(orders)) for order in range(orders)]
    try:
        probes = [settings.replace(weights=weights) for weights in (*single_orders, (2.0, *single_orders[0][1:]))]
    except SettingsError:
        return
    for name in answers.nontrivial_inputs():
        data, answer = answers.inputs[name], answers.outcomes[name]
        if not isinstance(data, Corpus) or len(data) != 1:
            continue
        natives = [answers.native(probe, name) for probe in probes]
        scores = [outcome.value for outcome in (*natives, answer) if isinstance(outcome, Score) and outcome.value > 0]
        if len(scores) == orders + 2:
            *single, doubled, right = map(math.log, scores)
            rest = 2 * single[0] - doubled
            yield [*(value - rest for value in single), right - rest]


def _solution(equations: Sequence[Sequence[float]], orders: int) -> list[float] | None:
    """Return the weights of the `orders` that solve the first independent equations; None if these are too few."""
    rows: list[list[float]] = []  # rows in reduced form: each has a leading 1 in a column where all others have 0
    leading: list[int] = []
    for equation in equations:
        row = list(equation)
        for other, column in zip(rows, leading, strict=True):
            row = [value - row[column] * factor for value, factor in zip(row, other, strict=True)]
        column = max(range(orders), key=lambda place: abs(row[place]))
        if abs(row[column]) < _NOTHING:
            continue
        row = [value / row[column] for value in row]
        rows = [[v - other[column] * f for v, f in zip(other, row, strict=True)] for other in rows]
        rows.append(row)
        leading.append(column)
        if len(rows) == orders:
            by_order = dict(zip(leading, (row[-1] for row in rows), strict=True))
            return [by_order[order] for order in range(orders)]
    return None


def _plausible(weight: float) -> float:
    """Return the plausible number that is nearest to a weight: a short decimal, or a fraction with a small denominator."""
    short = round(weight, _DECIMALS)
    if abs(short - weight) < _NOTHING:
        return short + 0.0  # not -0.0
    return float(Fraction(weight).limit_denominator(_LARGEST_DENOMINATOR))
