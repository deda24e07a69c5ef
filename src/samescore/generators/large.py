"""Generate large fresh inputs: more segments, words, references, items or classes than golden vectors have.

Some implementations fail on large inputs only: they drop the last incomplete batch, truncate long texts, overflow 8-bit
or 16-bit counters, or recurse too deeply. Each of these failures changes the score, because quality falls from the
first segment or word to the last, the best reference comes last, and rare units are at the end.
"""

from __future__ import annotations

import random

from samescore.catalogue.profile import Profile
from samescore.data.kinds import Data
from samescore.generators.generator import generator_of
from samescore.generators.sizes import EVERY
from samescore.generators.target import target_of
from samescore.settings import Settings


def large_input(profile: Profile, settings: Settings, rng: random.Random, turn: int) -> Data | None:
    """Return the large input with the index `turn` for an entry point, within the limits of its profile.

    Returns None if the kind of input has no large inputs, or none for this entry point.
    """
    target = target_of(profile, settings)
    return generator_of(target.metric.takes[0]).large(target, rng, turn // EVERY)
