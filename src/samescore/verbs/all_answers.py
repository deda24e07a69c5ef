"""What every entry point answers, beside the one that a verdict is about."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Literal

from samescore.catalogue.profiles import Profile, ProfileFile
from samescore.catalogue.vectors import Vector
from samescore.data.corpus import Corpus
from samescore.implementations import Implementation, Profiled
from samescore.implementations.base import limits
from samescore.outcome import Outcome
from samescore.settings import Real, Settings


@dataclasses.dataclass(frozen=True, slots=True)
class EntryAnswer:
    """One entry point's answer, as near as it can to the vector's settings (asked), or to its input alone (default).

    ``numbers``: to its settings, but that numbers such as a smoothing's are left at the entry point's defaults.
    ``counterpart``: to its settings, but that a value which stands for the same argument in another release takes this
    release's place. Scores are on the entry point's own scale.
    """

    kind: Literal["asked", "numbers", "counterpart", "default"]
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
        if swapped := counterparts(one.file, profile, wanted):
            near = profile.taking({**{knob.name: getattr(wanted, knob.name) for knob in wanted.knobs()}, **swapped})
            yield EntryAnswer("counterpart", vector, one.name, profile.entry_point, near, one.ask(profile, data, near))
        tokens = isinstance(data, Corpus) and data.tokenized
        if not tokens or "tokenizer" in profile.free:
            settings = profile.settings(**({"tokenizer": "given"} if tokens else {}))
            outcome = one.ask(profile, data, settings)
            yield EntryAnswer("default", vector, one.name, profile.entry_point, settings, outcome)


def counterparts(file: ProfileFile, profile: Profile, wanted: Settings) -> dict[str, object]:
    """The values with which a release takes the arguments that other releases take for the wanted ones.

    Lists of a free knob's values correspond, place by place, where two releases of an entry point have equally many:
    ``transpositions=True`` is ``osa`` in one and ``damerau`` in another. Empty where all releases agree.
    """
    found: dict[str, object] = {}
    for name, options in profile.free.items():
        value = wanted.knob(name).domain.format(getattr(wanted, name))
        for other in file.profile:
            theirs = other.free.get(name) if other.entry_point == profile.entry_point else None
            if not (isinstance(options, list) and isinstance(theirs, list)) or len(options) != len(theirs):
                continue
            for mine, its in zip(options, theirs, strict=True):
                if mine != its and value in (mine, its):
                    found[name] = wanted.checked(name, mine)
    return found
