"""Inputs of every size class and of unusual words, counted by kernels: under sanitizers alone, else by both routes."""

from __future__ import annotations

import contextlib
import random

import pytest

from samescore.base.errors import MetricError
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import profile_files_of
from samescore.generators.fresh import fresh_input
from samescore.generators.settings import settings_in
from samescore.generators.sizes import EVERY
from samescore.metrics import METRIC_NAMES, evaluate, metric
from samescore.metrics.compiled import CompiledCounting

#: It does not depend on the interpreter, and takes minutes.
pytestmark = [pytest.mark.once, pytest.mark.slow]

#: Metrics that have kernels.
_NAMES = [name for name in METRIC_NAMES if isinstance(metric(name), CompiledCounting)]
#: Nine size classes, each as often as there are turns to a large input.
_TURNS = 9 * EVERY


def _profile(name: str) -> Profile:
    """An entry point of a metric: the one that takes most settings."""
    return max(
        (profile for file in profile_files_of(name) for profile in file.current(None) if profile.metric == name),
        key=lambda profile: len(profile.free),
    )


@pytest.mark.parametrize("name", _NAMES)
def test_kernels_count_hostile_inputs(name: str) -> None:
    profile, rng = _profile(name), random.Random(name)
    for turn in range(_TURNS):
        settings = settings_in(profile, rng)
        data = fresh_input(profile, settings, rng, turn)
        with contextlib.suppress(MetricError, ArithmeticError):  # as the Python code raises it, too
            evaluate(metric(name), data, settings)
