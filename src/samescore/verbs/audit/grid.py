"""The settings that could be behind a published number."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from samescore.catalogue.profile_files import profile_files
from samescore.data.kinds import Data
from samescore.errors import SamescoreError
from samescore.implementations.base import limits
from samescore.metrics import find
from samescore.settings import Settings
from samescore.verbs.audit.claims import Claim, metric_of
from samescore.verbs.audit.stated import Candidate


def usual(claim: Claim) -> Settings:
    """The metric's defaults, with what its name in the claim implies."""
    metric, implied = metric_of(claim)
    return find(metric)[0].settings.from_mapping(implied)


def candidates(claim: Claim, data: Data) -> Iterator[Candidate]:
    """The candidates for a claim: the metric's defaults, every profile whose entry point takes `data`, and a grid."""
    metric, implied = metric_of(claim)
    facts = find(metric)[0].facts
    seen: set[Settings] = set()

    def fresh(how: str, settings: Settings) -> Iterator[Candidate]:
        for values in _products(facts.rounding):
            rounded = settings.replace(**values)
            if rounded not in seen:
                seen.add(rounded)
                yield Candidate(how, rounded)

    start = usual(claim)
    yield from fresh(f"the defaults of {claim.metric}", start)
    grid = {name: values for name, values in facts.plausible.items() if name not in implied}
    for name, values in grid.items():  # first one knob off its default
        for value in values:
            yield from fresh(f"{name}={value}", start.replace(**{name: value}))
    for file in profile_files().values():
        for profile in file.profile:
            if profile.metric == metric and limits(profile, data) is None:
                try:
                    settings = profile.taking(implied)
                except SamescoreError:
                    continue
                yield from fresh(f"{file.implementation}.{profile.entry_point} ({profile.versions})", settings)
    for combination in _products(grid):
        try:
            settings = start.replace(**combination)
        except SamescoreError:
            continue
        yield from fresh(", ".join(f"{k}={v}" for k, v in combination.items() if v != getattr(start, k)), settings)


def _products(grid: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    for choice in itertools.product(*grid.values()):
        yield dict(zip(grid, choice, strict=True))
