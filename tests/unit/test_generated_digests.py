"""A seed means the same inputs in every release: files of expected failures name fresh inputs by seed and number.

A change of a generator or of the draws behind it changes the digests below, and what these files name.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from samescore.data.kinds import KINDS, Data
from samescore.generators.generator import generator_of
from samescore.generators.target import Target
from samescore.metrics import METRIC_NAMES, metric
from tests.kinds import target_for

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: The start of the SHA-256 of all that is drawn below, by the tag of the kind.
_DIGESTS = {
    "corpus": "d8d4854a29fa",
    "labels": "50402ab04a2d",
    "scored_labels": "a2523c331267",
    "token_log_probs": "11bd54417c17",
    "choices": "569ff884a9b3",
    "counted_texts": "013e06541ba8",
    "confusion": "d6e291fb05c3",
    "ratings": "0cfcb5feb345",
    "rewrites": "ee3ce06f7350",
    "tagged": "6919243eb616",
    "annotations": "37f0bcdfaa71",
    "label_sets": "f1ad4cba0e5b",
    "class_scores": "c8aa8ee9ddb7",
    "supported_answers": "bd52bb4b1ff5",
    "sampled_responses": "29f4d7133e06",
    "comparison": "333e0a3b5f00",
}


def _targets(kind: type[Data]) -> list[Target]:
    """Return a target for each pool of inputs of a kind."""
    pools: dict[object, Target] = {}
    for chosen in map(metric, METRIC_NAMES):
        if chosen.takes[0] is kind:
            pools.setdefault(chosen.facts.inputs, Target(chosen, chosen.settings()))
    return list(pools.values()) or [target_for(kind)]


def _plains(kind: type[Data]) -> Iterator[Any]:
    """Yield everything that is generated of a kind, in JSON form."""
    generator = generator_of(kind)
    for target in _targets(kind):
        made = [data.plain() for data in generator.inputs(target, 30, 3)]
        made += [generator.fresh(target, random.Random(turn), turn).plain() for turn in range(8)]
        large = [generator.large(target, random.Random(number), number) for number in (1, 2)]
        yield from made
        yield [data and data.plain() for data in large]
        for pairs in generator.graded(target).values():
            yield [[pair.first.plain(), pair.second.plain(), pair.relation] for pair in pairs]
        yield {edge: [holds(plain) for plain in made] for edge, holds in generator.edges.items()}


def _digest(kind: type[Data]) -> str:
    text = "\n".join(json.dumps(plain, sort_keys=True) for plain in _plains(kind))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:12]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.TAG)
def test_a_seed_means_the_same_inputs_in_every_release(kind: type[Data]) -> None:
    assert _digest(kind) == _DIGESTS[kind.TAG], "state the change in CHANGELOG.md, and write the new digest here"
