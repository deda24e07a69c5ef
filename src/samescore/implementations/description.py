"""Implementations that describe what they compute: a user's function or a program.

A description names the metrics, each with its fixed settings and its free settings, which can be chosen::

    {"implementation": "mine", "version": "1.0",
     "metrics": [{"metric": "bleu", "settings": {"smoothing": "none"}, "free": {"max_order": [1, 2, 3, 4]}}]}

Every other knob has its default, or its value in the profile that ``like`` names (``nltk.sentence_bleu``).
"""

from __future__ import annotations

import abc
from typing import Annotated, Any, Literal

import msgspec

from samescore.base.errors import DataError, SamescoreError
from samescore.base.outcome import STORED_ULPS, Outcome
from samescore.base.unknown_fields import explain_decoding_error
from samescore.catalogue.ids import profile_names
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import ProfileFile, profiles_of
from samescore.data.kinds import Data
from samescore.data.labels import Labels
from samescore.implementations.base import Profiled
from samescore.implementations.names import parse_name
from samescore.metrics import find, merge_knobs
from samescore.settings import Settings

#: Knobs whose values depend on the caller if it passes tokens.
TEXT_KNOBS = ("case", "strip", "tokenizer")


class DescribedMetric(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One metric of a description: its fixed `settings` and its `free` knobs with the values that can be chosen.

    `unit` says whether texts are passed as text or tokens.
    """

    metric: str
    entry_point: str = ""
    like: str = ""
    settings: dict[str, Any] = {}
    free: dict[str, Any] = {}
    unit: Literal["text", "tokens"] = "text"
    max_references: int = 0  # maximum number of references; 0: any


class Description(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An implementation's description of itself: its name, its version, and the metrics that it computes."""

    implementation: Annotated[str, msgspec.Meta(max_length=1000)]
    metrics: list[DescribedMetric]
    version: Annotated[str, msgspec.Meta(max_length=100)] = ""


def read_description(raw: Any, name: str) -> Description:
    """Convert `raw` to a description; an ``id``, which answers of the protocol have, is ignored.

    Raises `DataError`, which names the problem and the implementation `name`, if it is malformed.
    """
    described = {key: value for key, value in raw.items() if key != "id"} if isinstance(raw, dict) else raw
    try:
        return msgspec.convert(described, Description)
    except msgspec.ValidationError as problem:
        why = explain_decoding_error(problem, Description)
        raise DataError(
            f"{name}: the description is malformed: {why}", hint="its fields are described in docs/protocol.md"
        ) from None


def profile_file(description: Description, name: str) -> ProfileFile:
    """Convert the description of the implementation `name` to profiles.

    Raises `DataError` for an unknown metric, knob, value or profile in ``like``.
    """
    profiles = []
    for described in description.metrics:
        try:
            profile = _profile(described)
            profile.check()
        except SamescoreError as problem:
            raise DataError(f"{name}: {described.metric}: {problem.message}", hint=problem.hint) from None
        profiles.append(profile)
    return ProfileFile(description.implementation, description.implementation, profiles)


def _profile(described: DescribedMetric) -> Profile:
    chosen, implied = find(described.metric)
    values = merge_knobs(chosen, implied, described.settings)
    if described.like:
        base = _like(described.like, chosen.name)
        settings = base.settings(**{k: v for k, v in values.items() if k in base.free}).replace(**values)
    else:
        settings = chosen.settings.from_mapping(values)
    everything = settings.as_dict()
    given = chosen.settings.by_present_name(described.free)
    free = {name: _options(chosen.settings, name, options) for name, options in given.items()}
    if described.unit == "tokens":  # the caller tokenizes
        free |= {name: "any" for name in TEXT_KNOBS if name in everything and name not in values}
    return Profile(
        entry_point=described.entry_point or described.metric.replace("-", "_").replace("+", "p"),
        metric=chosen.name,
        call="",
        versions=">=0",
        unit="labels" if chosen.takes[0] is Labels else described.unit,
        max_references=described.max_references,
        ulps=STORED_ULPS,
        ulps_why="other implementations may add in a different order",
        fixed={name: value for name, value in everything.items() if name not in free},
        free=free,
        defaults={name: everything[name] for name in free},
    )


def names_weights(description: Description) -> frozenset[str]:
    """Return the metrics for which a description says how weights are handled; only these accept weighted items."""
    return frozenset(
        find(described.metric)[0].name
        for described in description.metrics
        if described.like or "weights" in {*find(described.metric)[1], *described.settings, *described.free}
    )


def _options(kind: type[Settings], name: str, options: Any) -> Any:
    """Return the possible values of a free knob in canonical form, or ``any``.

    Raises `SettingsError` for an unknown knob or a value that is not allowed.
    """
    if options == "any":
        kind.knob(name)
        return options
    values = options if isinstance(options, list) else [options]
    return [kind.checked(name, value) for value in values]


def _like(text: str, metric: str) -> Profile:
    """Return the profile that the value `text` of ``like`` names: its entry point's, or the first one for the metric.

    Raises `DataError` if there is none, and `UnknownNameError` if `text` is malformed.
    """
    name = parse_name(text)
    file, version = profiles_of(name.name), name.version or None
    if file is None:
        raise DataError(f"there is no profile of {name.name!r}", hint=f"profiles: {', '.join(profile_names())}")
    if name.entry_point:
        profile = file.entry_point(name.entry_point, version)
    else:
        profile = next(iter(file.for_metric(metric, version)), None)
    if profile is None or profile.metric != metric:
        raise DataError(
            f"{text!r} has no entry point for {metric}", hint="list them with: samescore list implementations"
        )
    return profile


class DescribedImplementation(Profiled):
    """An implementation that describes itself. Subclasses implement `score_plain`."""

    describes_itself = True

    def __init__(self, name: str, file: ProfileFile, version: str = "") -> None:
        self.name = name
        super().__init__(file, version, "")

    def _profile_version(self) -> str | None:
        return None

    def ask(self, profile: Profile, data: Data, settings: Settings) -> Outcome:
        return self.outside_region(profile, data, settings) or self.score_plain(profile, data, settings)

    @abc.abstractmethod
    def score_plain(self, profile: Profile, data: Data, settings: Settings) -> Outcome:
        """Run one entry point on an input that it accepts, and return the outcome."""
