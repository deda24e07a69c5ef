"""Generate fresh inputs: they are different for every seed, so memorised answers cannot pass.

About half of the text inputs are small edge cases (repeated words, ties, copies, empty texts, several references,
characters of many scripts, unusual spaces). The others are ordinary texts of up to some hundred words, mostly invented.
Every seventh input is large (`samescore.generators.large`). Sums of the numbers in an input are exact, so the order of
addition does not matter.
"""

from __future__ import annotations

import random

from samescore.catalogue.profile import Profile
from samescore.data.kinds import Data
from samescore.data.weights import WeighableItems
from samescore.generators.generator import generator_of
from samescore.generators.large import large_input
from samescore.generators.sizes import is_large
from samescore.generators.target import target_of
from samescore.generators.weights import eighths
from samescore.settings import Settings


def fresh_input(profile: Profile, settings: Settings, rng: random.Random, turn: int = 0) -> Data:
    """Return a random input of the kind that an entry point accepts under `settings`, within the limits of its profile.

    `turn` is the index of the input, from 0; it decides whether the input is large. Items have weights if the entry
    point uses weights under `settings`, but not by default.
    """
    data = _fresh_input(profile, settings, rng, turn)
    counts = getattr(settings, "weights", "") == "given" and profile.defaults.get("weights") == "ignored"
    return data.with_weights(eighths(rng, len(data))) if counts and isinstance(data, WeighableItems) else data


def _fresh_input(profile: Profile, settings: Settings, rng: random.Random, turn: int) -> Data:
    if is_large(turn) and (large := large_input(profile, settings, rng, turn)) is not None:
        return large
    target = target_of(profile, settings)
    made: Data = generator_of(target.metric.takes[0]).fresh(target, rng, turn)
    return made
