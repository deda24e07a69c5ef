"""Deliberately wrong implementations, to test the checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samescore.base.outcome import Outcome, Raised, Score
from samescore.catalogue.profile import Profile
from samescore.data.kinds import Data
from samescore.implementations import implementation
from samescore.implementations.base import Profiled, limits
from samescore.metrics.evaluator import native_outcome
from samescore.settings import Settings

Fault = Callable[[Outcome], Outcome]


def altered(change: Callable[[float], float]) -> Fault:
    """Return a fault that applies `change` to every score."""

    def fault(outcome: Outcome) -> Outcome:
        return Score(change(outcome.value), outcome.stages) if isinstance(outcome, Score) else outcome

    return fault


def crash(_: Outcome) -> Outcome:
    """Return an error in place of any outcome."""
    return Raised("RuntimeError", "on purpose")


class Faulty(Profiled):
    """An implementation that claims to be a known one, and answers like its native model except for a fault."""

    name = "faulty"

    def __init__(self, like: str, fault: Fault, settings: Callable[[Settings], Settings] = lambda s: s) -> None:
        model: Any = implementation(f"native:{like}")
        super().__init__(model.file, "", "")
        self._fault = fault
        self._settings = settings

    def _profile_version(self) -> str | None:
        return None

    def ask(self, profile: Profile, data: Data, settings: Settings) -> Outcome:
        return limits(profile, data) or self._fault(native_outcome(data, self._settings(settings)))
