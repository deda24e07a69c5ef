"""Draw random settings: a value of a knob, complete settings of a metric, or settings inside a profile's region."""

from __future__ import annotations

import random

from samescore.base.errors import SettingsError
from samescore.catalogue.profile import Profile
from samescore.metrics import metric
from samescore.metrics.knob_domains.pattern_lists import Patterns
from samescore.metrics.knob_domains.transform_chains import Transforms
from samescore.settings import (
    BoolDomain,
    Choice,
    ClassNames,
    Integer,
    Knob,
    Real,
    Settings,
    Text,
    Weights,
)
from samescore.text.transforms import PLAIN, WHISPER

#: Typical chains of transforms, without Whisper's normalizers, which random texts cannot distinguish.
_CHAINS = tuple(chain for chain in Transforms().likely() if chain == "none" or not {*chain} & {*WHISPER})
#: Steps of chains that change words and characters of generated texts.
_STEPS = (
    *PLAIN,
    "remove-specific-words:a/the/b",
    "remove-specific-words:c/./%2C",
    "remove-substrings:a/th",
    "substitute-words:cat=dog/a=b c/the=",
    "substitute-words:b=\\g<0> a/d=\\t",
    "substitute-regexes:[.%2C]+=",
    "substitute-regexes:\\s= /(a)(b|c)=\\2\\1",
)


def random_value(rng: random.Random, knob: Knob) -> object:
    """Return a random value that a knob allows and that needs no package; ``uniform`` for weights."""
    domain = knob.domain
    if isinstance(domain, Choice):
        return rng.choice([value for value in domain.values if domain.need(value) != "package"])
    if isinstance(domain, BoolDomain):
        return rng.random() < 0.5
    if isinstance(domain, Integer):
        if max(domain.common) > 9:  # the usual values are larger than those drawn below
            return rng.choice(domain.likely())
        return rng.randint(domain.low, min(domain.high, 7))
    if isinstance(domain, Real):
        return rng.choice([x for x in (0.0, 0.1, 0.5, 1.0, 2.0, 3.0, 5.0) if domain.low <= x <= domain.high])
    if isinstance(domain, Text):
        return rng.choice(["0", "1", "OK", "BAD", "a"])
    if isinstance(domain, Transforms):
        return random_chain(rng)
    if isinstance(domain, ClassNames):
        many = ("1", "b", "OK", "0", "a", "BAD", "2")
        return rng.choice(["present", ("BAD", "OK"), ("1", "2"), ("a",), many, ("c", "3", *reversed(many))])
    if isinstance(domain, Patterns):
        return rng.choice([*domain.likely(), ("The ", "[0-9]+$"), (r"\s*\(.*?\)",)])
    return "uniform"


def random_chain(rng: random.Random) -> str | tuple[str, ...]:
    """Return a chain of transforms: a typical one, or a few steps that change generated texts."""
    if rng.random() < 0.4:
        return rng.choice(_CHAINS)
    return tuple(rng.choice(_STEPS) for _ in range(rng.choice([1, 1, 2, 3, 5])))


def settings_in(profile: Profile, rng: random.Random) -> Settings:
    """Return random settings inside a profile's region: the defaults (two in five), or random values of free knobs.

    The number of resamples, unless it is drawn, is 49 to save time. Values that need tokens are not used.
    """
    if rng.random() < 0.4:
        return profile.settings(**({"resamples": 49} if "resamples" in profile.free else {}))
    kind = metric(profile.metric).settings
    chosen: dict[str, object] = {}
    for knob in kind.knobs():
        if knob.name in profile.free and rng.random() < 0.7:
            limited = isinstance(profile.free[knob.name], list)
            chosen[knob.name] = rng.choice(listed_values(profile, knob)) if limited else random_value(rng, knob)
    if "resamples" in profile.free:  # more of them only take longer
        chosen.setdefault("resamples", 49)
    for name in [name for name, value in chosen.items() if kind.knob(name).needs_tokens(value)]:
        del chosen[name]  # the generated corpora are text
    of_orders = "weights" in kind.declared_knobs and isinstance(kind.knob("weights").domain, Weights)
    if of_orders and profile.free.get("weights") == "any" and rng.random() < 0.3:
        order = chosen.get("max_order", 4)
        chosen["weights"] = [rng.choice([0.1, 0.25, 0.3, 0.5, 1.0]) for _ in range(int(str(order)))]
    if chosen.get("smoothing") == "nltk-6" and int(str(chosen.get("max_order", 4))) < 3:
        chosen["max_order"] = 4
        chosen.pop("weights", None)
    if profile.metric == "chrf" and not chosen.get("char_order", 6):
        chosen["char_order"] = 6
    if profile.metric == "chrf" and int(str(chosen.get("min_char_order", 1))) > int(str(chosen.get("char_order", 6))):
        chosen.pop("min_char_order")
    if profile.metric == "gleu" and int(str(chosen.get("min_order", 1))) > int(str(chosen.get("max_order", 4))):
        chosen.pop("min_order")
    return profile.settings(**chosen)


def usual_values(profile: Profile, knob: Knob) -> list[object]:
    """Return the usual values of a knob that a profile leaves free; empty for other knobs.

    If the profile restricts the knob to a list, values that need tokens or a package are omitted.
    """
    if profile.free.get(knob.name) == "any":
        return list(knob.domain.likely())
    return [value for value in listed_values(profile, knob) if not knob.needs_tokens(value)]


def listed_values(profile: Profile, knob: Knob) -> list[object]:
    """Return the values that a profile lists for a knob, without values that need a package; empty for a fixed knob."""
    values = [knob.domain.check(option) for option in profile.free.get(knob.name, ())]
    return [value for value in values if not knob.needs_package(value)]


def drawn_settings(profile: Profile, rng: random.Random) -> Settings:
    """Return random settings inside a profile's region: its defaults in a third of the cases, else some usual values.

    Listed values that need tokens or a package are not drawn, and values that contradict another knob are skipped.
    """
    if rng.random() < 1 / 3:
        return profile.settings()
    values: dict[str, object] = {}
    for knob in metric(profile.metric).settings.knobs():
        usual = usual_values(profile, knob)
        if isinstance(knob.domain, Weights) and profile.free.get(knob.name) == "any":
            order = int(str(values.get("max_order", getattr(profile.settings(), "max_order", 4))))
            usual = [tuple(rng.choice([0.1, 0.25, 0.5, 1.0]) for _ in range(order))]
        if usual and rng.random() < 0.6:
            values[knob.name] = rng.choice(usual)
    return profile.taking(values)


def random_settings(kind: type[Settings], rng: random.Random) -> Settings:
    """Return random settings of a metric for untokenized text: two in five knobs get a random value, the others the default.

    Values that contradict another knob are skipped.
    """
    settings = kind()
    for knob in kind.knobs():
        if rng.random() < 0.4:
            value = random_value(rng, knob)
            if knob.needs_tokens(value):
                continue
            try:
                settings = settings.replace(**{knob.name: value})
            except SettingsError:  # it contradicts another knob
                continue
    return settings
