"""Call the verb *explain* in one line, for tests."""

from __future__ import annotations

from samescore.data.kinds import Data
from samescore.records import Account, Crossing, Explanation
from samescore.verbs.inputs.columns import Columns
from samescore.verbs.why.explain import Request, execute


def explain(
    first: str, second: str, metric: str, data: Data, *, second_metric: str = "", **knobs: object
) -> Explanation:
    """Return why two implementations differ on the data."""
    explained = _first(data, first, second, (metric, second_metric or metric), knobs)
    assert isinstance(explained, Explanation)
    return explained


def account(name: str, metric: str, data: Data, **knobs: object) -> Account:
    """Return the account of the score of one implementation: its most influential parts."""
    explained = _first(data, name, "", (metric,), knobs)
    assert isinstance(explained, Account)
    return explained


def cross(first: str, second: str, metrics: tuple[str, str], data: Data, **knobs: object) -> Crossing:
    """Return the explanation of the gap between the scores of two metrics."""
    explained = _first(data, first, second, metrics, knobs)
    assert isinstance(explained, Crossing)
    return explained


def _first(data: Data, first: str, second: str, metrics: tuple[str, ...], knobs: dict[str, object]) -> object:
    return next(execute(Request(Columns(data), first, second, metrics, knobs)))
