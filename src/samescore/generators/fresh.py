"""Fresh inputs: different for every seed, so memorised answers cannot pass.

About half are small edge cases (repeated words, ties, copies, empty texts, several references, characters of many
scripts, unusual spaces); the others are ordinary texts of up to some hundred words, mostly invented, and every seventh
is large (`samescore.generators.large`). Sums of the numbers are exact, so the inputs distinguish metrics, not orders of
addition.
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

    `turn` is the index of the input, from 0: some of them are large. Items have weights if the entry point counts them
    under `settings`, and does not by default.
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
