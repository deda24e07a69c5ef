"""Define a known mistake, and compute the score of an implementation with such mistakes under any settings.

A mistake is a wrong version of one stage of a metric. Its hook replaces or changes the result of that stage. All other
stages are computed by the native metric, so a mistake can be combined with every setting and with other mistakes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from samescore.base.errors import MetricError, SamescoreError
from samescore.base.outcome import Outcome, Raised, Score, Undefined
from samescore.data.kinds import Data
from samescore.metrics import failed_arithmetic, metric
from samescore.metrics.aggregation import Additive, MeanOfSegments
from samescore.metrics.base import AnyMetric, Row, Statistics, column_sums, value_of
from samescore.settings import Settings

Hook = Literal["data", "settings", "counts", "row", "score", "kept", "mean", "value"]
#: The hooks that replace a stage; at most one mistake may use each of them.
_REPLACING = ("counts", "score", "kept", "mean")


@dataclass(frozen=True, eq=False)
class Mistake:
    """A wrong version of one stage of a metric.

    `hook` names the stage, and so the arguments and the result of `change`. If `change` returns None, the mistake does
    not apply to these arguments.

    - ``data``: ``change(data)`` returns the input as it is misread; None if it is read correctly.
    - ``settings``: ``change(settings)`` returns the settings that the implementation wrongly uses.
    - ``counts``: ``change(data, settings)`` returns the wrong `Statistics`.
    - ``row``: ``change(row, settings)`` returns a wrong row of counts, or wrong kept data, in place of the given one.
    - ``score``: ``change(row, settings)`` returns the score, in 0..1, of a row (of a segment, or of all segments summed).
    - ``kept``: ``change(kept, settings)`` returns the score of the data that a metric keeps in addition to its rows.
    - ``mean``: ``change(scores, rows, settings)`` returns the score of the input, given the scores of its segments.
    - ``value``: ``change(value, settings)`` returns a score in place of the correct one, if the correct one is finite.

    If `typed` is true, one token of a formula is replaced, and `name` is the wrong formula.
    """

    name: str
    meaning: str
    hook: Hook
    change: Callable[..., Any]
    typed: bool = False

    def __str__(self) -> str:
        return f"{self.name} {self.meaning}" if self.typed else f"{self.name}: {self.meaning}"


class _NotApplicableError(Exception):
    """Raised if a mistake does not apply to an input or to settings."""


def compatible(mistakes: Sequence[Mistake]) -> bool:
    """Return whether these mistakes can be combined: no two may replace the same stage or have the same name."""
    replaced = [mistake.hook for mistake in mistakes if mistake.hook in _REPLACING]
    return len(set(replaced)) == len(replaced) and len({mistake.name for mistake in mistakes}) == len(mistakes)


def mistaken_outcome(data: Data, settings: Settings, mistakes: Sequence[Mistake]) -> Outcome | None:
    """Return the outcome of an implementation with these settings and these mistakes.

    The outcome is a score, an undefined score, or the error that the implementation would raise. Returns None if a
    mistake does not apply, or if the settings do not fit the input. A mistake with the hook ``data`` that does not apply
    leaves the input unchanged instead.
    """
    try:
        value = _value(data, settings, mistakes)
    except _NotApplicableError:
        return None
    except MetricError as problem:
        return Raised(problem.kind, problem.message)
    except ArithmeticError as problem:
        return Raised(failed_arithmetic(problem).kind, "")
    except (LookupError, ValueError) as problem:  # a wrong formula fails on too few data
        return Raised(type(problem).__name__, str(problem))
    except SamescoreError:
        return None
    return Score(value) if math.isfinite(value) else Undefined(repr(value))


def _value(data: Data, settings: Settings, mistakes: Sequence[Mistake]) -> float:
    by_hook: dict[str, list[Mistake]] = {}
    for mistake in mistakes:
        by_hook.setdefault(mistake.hook, []).append(mistake)
    for mistake in by_hook.get("data", ()):
        data = _misread_input(data, mistake)
    s = settings
    for mistake in by_hook.get("settings", ()):
        s = _require_applied(mistake.change(s))
    chosen = metric(settings.metric)
    table = _mistaken_statistics(chosen, data, s, by_hook.get("counts", ()))
    if getattr(table.kept, "weights", None) is not None and {*by_hook} & {"counts", "row", "kept", "score", "mean"}:
        raise _NotApplicableError  # these hooks change counts, not weights
    for mistake in by_hook.get("row", ()):
        table = _change_rows(table, mistake, s)
    value = _mistaken_score(chosen, table, s, by_hook)
    for mistake in by_hook.get("value", ()) if math.isfinite(value) else ():
        value = _require_applied(mistake.change(value, s))
    return float(value)


def _require_applied(made: Any) -> Any:
    if made is None:
        raise _NotApplicableError
    return made


def _misread_input(data: Data, mistake: Mistake) -> Data:
    """Return the input as it is misread, cached on the input; unchanged if the mistake does not apply."""
    made = data.remembered(("misread", mistake.name), lambda: mistake.change(data), lambda _: 1000)
    return data if made is None else made


def _mistaken_statistics(chosen: AnyMetric, data: Data, settings: Settings, wrong: Sequence[Mistake]) -> Statistics:
    if not wrong:
        return chosen.counted(data, settings)
    (mistake,) = wrong
    counting = chosen.counting(settings)
    key = ("counted wrongly", chosen.name, mistake.name, counting)
    made = data.remembered(key, lambda: mistake.change(data, counting), lambda _: 1000)
    if made is None:
        chosen.counted(data, settings)  # raises the metric's own error, if it raises any
    table: Statistics = _require_applied(made)
    return table


def _change_rows(table: Statistics, mistake: Mistake, settings: Settings) -> Statistics:
    if table.kept is not None and not table.columns:
        return Statistics(table.columns, table.rows, _require_applied(mistake.change(table.kept, settings)))
    rows = [_require_applied(mistake.change(tuple(row), settings)) for row in table.rows]
    return Statistics(table.columns, rows, table.kept)


def _mistaken_score(
    chosen: AnyMetric, table: Statistics, settings: Settings, by_hook: dict[str, list[Mistake]]
) -> float:
    formula, mean, kept = by_hook.get("score"), by_hook.get("mean"), by_hook.get("kept")
    if kept:
        return factor(settings) * float(_require_applied(kept[0].change(table.kept, settings)))
    if not formula and not mean:
        return value_of(chosen, table, settings)
    if not (len(table.rows) if table.kept is None or table.columns else table.kept.segments):
        return value_of(chosen, table, settings)
    if table.kept is not None and not table.columns:  # a metric without rows keeps all its data
        if mean or not formula:
            raise _NotApplicableError
        right = value_of(chosen, table, settings)  # raises, or is undefined, if the metric's own score is
        return (
            factor(settings) * float(_require_applied(formula[0].change(table.kept, settings)))
            if math.isfinite(right)
            else right
        )

    def score(row: Row) -> float:
        if formula:
            return factor(settings) * float(_require_applied(formula[0].change(row, settings)))
        return value_of(chosen, Statistics(table.columns, [row]), settings)

    if mean:
        if getattr(table.kept, "segments", 0):
            raise _NotApplicableError
        scores = [score(row) for row in table.rows]
        return float(_require_applied(mean[0].change(scores, table.rows, settings)))
    if isinstance(chosen, MeanOfSegments) and chosen.averages(settings):
        return chosen.mean_of([score(row) for row in table.rows], settings)
    if getattr(settings, "average", "corpus") != "corpus" or not (
        isinstance(chosen, Additive) and chosen.additive(settings)
    ):
        raise _NotApplicableError
    return score(column_sums(table.rows))


def factor(settings: object) -> int:
    """Return the factor that converts a score from 0..1 to the scale of the settings: 100 or 1."""
    return 100 if getattr(settings, "scale", "1") == "100" else 1
