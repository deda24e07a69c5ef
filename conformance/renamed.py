"""Implementations under a neutral name, with settings that they do not describe: what identify is given to find out."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from samescore.base.outcome import Outcome, Score
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import profile_files
from samescore.data.kinds import Data
from samescore.generators.settings import drawn_settings
from samescore.implementations.base import limits
from samescore.implementations.description import DescribedImplementation, profile_file, read_description
from samescore.metrics.evaluator import native_outcome
from samescore.records import Identification
from samescore.settings import Settings
from samescore.verbs.identify.answers import golden_inputs, nontrivial

#: So many different scores other than 0, 1 and 100 settings must give, to be found by their answers.
_TELLING = 4


class Renamed(DescribedImplementation):
    """Somebody's implementation of a metric, which says nothing about its settings."""

    def __init__(self, profile: Profile, answer: Callable[[Data], Outcome]) -> None:
        described = {"metric": profile.metric, "max_references": profile.max_references}
        description = read_description({"implementation": "somebody", "metrics": [described]}, "somebody")
        super().__init__("somebody", profile_file(description, "somebody"))
        self._wrapped, self._answer = profile, answer

    def score_plain(self, _profile: Profile, data: Data, _settings: Settings) -> Outcome:
        return limits(self._wrapped, data) or self._answer(data)


#: The outcome of an input under settings.
Ask = Callable[[Data, Settings], Any]


def telling_settings(profile: Profile, seed: str, ask: Ask = native_outcome) -> Settings:
    """Random settings of a region under which `ask` gives various scores to golden inputs; its defaults, if none of 20 do.

    Weights of orders that may be any stay uniform: with three other knobs off their defaults they are not always found.
    """
    rng = random.Random(seed)
    inputs = golden_inputs(profile.metric, profile).values()
    for _ in range(20):
        settings = drawn_settings(profile, rng)
        if profile.free.get("weights") == "any":
            settings = settings.replace(weights="uniform")
        scores = {o.value for o in (ask(d, settings) for d in inputs) if isinstance(o, Score) and nontrivial(o)}
        if len(scores) >= _TELLING:
            return settings
    return profile.settings()


def is_named(identified: Identification, implementation: str, profile: Profile) -> bool:
    """Return whether an entry point, or one of its aliases, is among the known ones with the same answers."""
    names = {f"{implementation}.{entry}" for entry in (profile.entry_point, *profile.aliases)}
    return identified.found and any(label.split(" ")[0].split("(")[0] in names for label in identified.like)


def all_profiles() -> list[tuple[str, Profile]]:
    """Every profile, for every range of versions, with its implementation."""
    return [(file.implementation, profile) for file in profile_files().values() for profile in file.profile]
