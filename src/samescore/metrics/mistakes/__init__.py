"""What implementers get wrong, by metric: wrong versions of single stages, computed under any settings."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from samescore.metrics.mistakes.contract import Mistake, compatible, mistaken_outcome

__all__ = ["Mistake", "compatible", "mistaken_outcome", "mistakes_of"]

#: The module with the mistakes of each metric, and the name there.
_MODULES = {
    "chrf": ("chrf", "MISTAKES"),
}


@cache
def mistakes_of(metric_name: str) -> tuple[Mistake, ...]:
    """The mistakes of a metric, those nearest to the text first; none of a metric that has no list."""
    if metric_name not in _MODULES:
        return ()
    module, attribute = _MODULES[metric_name]
    found: tuple[Mistake, ...] = getattr(import_module(f"samescore.metrics.mistakes.{module}"), attribute)
    return found
