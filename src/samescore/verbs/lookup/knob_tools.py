"""Find the knobs that only one implementation sets, and the values that only one uses, according to the profiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import profile_files_of
from samescore.metrics import metric
from samescore.settings import Knob
from samescore.settings.knobs import is_chosen


class KnobTools(msgspec.Struct, frozen=True):
    """A knob, and the implementations (tools) that alone set it or alone use one of its values.

    `tool` is the only implementation that sets the knob to a value other than its default, or lets users set it. It is
    empty if no implementation does this or several do, and for knobs that users typically choose themselves. If it is
    empty, `by_tool` has the other values that only one implementation uses, by the name of the implementation.
    """

    knob: Knob
    tool: str = ""
    by_tool: dict[str, list[object]] = {}

    def shared(self) -> list[object]:
        """Return the values that are not specific to one tool; empty if the knob has no list of values."""
        single = [value for values in self.by_tool.values() for value in values]
        return [value for value in self.knob.domain.values if value not in single]


def knob_tools(metric_name: str, knobs: Iterable[Knob]) -> list[KnobTools]:
    """Return the tools of each knob of a metric, in the order of the knobs; values are in the order of their domain."""
    profiles = [
        (file.implementation, profile)
        for file in profile_files_of(metric_name)
        for profile in file.profile
        if profile.metric == metric(metric_name).name
    ]
    return [_tools(knob, profiles) for knob in knobs]


def _tools(knob: Knob, profiles: Sequence[tuple[str, Profile]]) -> KnobTools:
    setters: set[str] = set()
    users: dict[object, set[str]] = {}
    for implementation, profile in profiles:
        used = _used(knob, profile)
        if used is None or any(value != knob.default for value in used):
            setters.add(implementation)
        for value in used or ():
            users.setdefault(value, set()).add(implementation)
    if len(setters) == 1 and not is_chosen(knob):
        return KnobTools(knob, tool=next(iter(setters)))
    by_tool: dict[str, list[object]] = {}
    for value in knob.domain.values:
        if len(users.get(value, ())) == 1 and value != knob.default:
            by_tool.setdefault(next(iter(users[value])), []).append(value)
    return KnobTools(knob, by_tool=by_tool)


def _used(knob: Knob, profile: Profile) -> list[object] | None:
    """Return a knob's values in a profile's region; None if users may choose any value, empty if it has no effect."""
    if knob.name in profile.fixed:
        return [knob.domain.check(profile.fixed[knob.name])]
    if profile.free.get(knob.name) == "any":
        return None
    return profile.options(knob.name) or []
