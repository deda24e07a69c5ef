"""What every entry point answers, beside the one that a verdict is about."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Literal

from samescore.corpus import Corpus
from samescore.implementations import Implementation, Profiled
from samescore.implementations.base import limits
from samescore.outcome import Outcome
from samescore.settings import Real, Settings
from samescore.suite.vectors import Vector


@dataclasses.dataclass(frozen=True, slots=True)
class EntryAnswer:
    """One entry point's answer, as near as it can to the vector's settings (asked), or to its input alone (default).

    ``numbers``: to its settings, but that numbers such as a smoothing's are left at the entry point's defaults. Scores
    are on the entry point's own scale.
    """

    kind: Literal["asked", "numbers", "default"]
    vector: Vector
    implementation: str
    entry_point: str
    settings: Settings
    outcome: Outcome


def entry_answers(one: Implementation, vector: Vector, judged: str) -> Iterator[EntryAnswer]:
    """The answers of the entry points for a vector's metric; the one that was `judged` has answered when asked."""
    if not isinstance(one, Profiled) or one.unavailable():
        return
    data, wanted = vector.data(), vector.complete_settings()
    for profile in one.profiles(vector.metric):
        if limits(profile, data) is not None:
            continue
        nearest = profile.nearest(wanted)
        if profile.entry_point != judged:
            yield EntryAnswer("asked", vector, one.name, profile.entry_point, nearest, one.ask(profile, data, nearest))
        choices = {
            knob.name: getattr(wanted, knob.name) for knob in wanted.knobs() if not isinstance(knob.domain, Real)
        }
        plain = profile.taking(choices)
        if plain != profile.settings():  # which is asked below
            yield EntryAnswer("numbers", vector, one.name, profile.entry_point, plain, one.ask(profile, data, plain))
        tokens = isinstance(data, Corpus) and data.tokenized
        if not tokens or "tokenizer" in profile.free:
            settings = profile.settings(**({"tokenizer": "given"} if tokens else {}))
            outcome = one.ask(profile, data, settings)
            yield EntryAnswer("default", vector, one.name, profile.entry_point, settings, outcome)
