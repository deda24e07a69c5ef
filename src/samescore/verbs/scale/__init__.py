"""Scores computed by several processes: sharded files, three functions that any engine can call, and Dask as an engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samescore.base.on_demand import on_demand

if TYPE_CHECKING:
    from samescore.verbs.scale.contract import count, finish, merge
    from samescore.verbs.scale.leaderboards import diff
    from samescore.verbs.scale.planning import Plan, plan
    from samescore.verbs.scale.scoring import counted, score
    from samescore.verbs.scale.spark import counting

_HOMES = {
    "contract": ("count", "finish", "merge"),
    "leaderboards": ("diff",),
    "planning": ("Plan", "plan"),
    "scoring": ("counted", "score"),
    "spark": ("counting",),
}

__all__ = ["Plan", "count", "counted", "counting", "diff", "finish", "merge", "plan", "score"]

if not TYPE_CHECKING:
    __getattr__ = on_demand(__name__, _HOMES)
