"""Draft a profile from an identification, as a start for a file in conformance/profiles/."""

from __future__ import annotations

import json
import re

from samescore.data.labels import Labels
from samescore.metrics import metric as find_metric
from samescore.metrics import parse_signature
from samescore.records import Identification
from samescore.settings import Settings

_HEAD = """\
# Found by samescore identify from {answers} answers, {explained} of which are reproduced. The answers cannot show which
# knobs are free, i.e. parameters of the implementation. See docs/how-it-works.md for the roles of knobs.

implementation = {name}
title = {title}

[[profile]]
entry_point = {entry_point}
metric = {metric}
call = {title}
versions = ">=0"
unit = "{unit}"

[profile.fixed]
"""


def settings_of(identified: Identification) -> Settings:
    """Return the settings found."""
    return parse_signature(identified.signature)


def skeleton(identified: Identification) -> str:
    """Return the text of a profile file (TOML) that fixes all settings found; undetermined knobs have a comment."""
    chosen = find_metric(identified.metric)
    settings = settings_of(identified)
    plain = re.sub(r"\W+", "_", identified.implementation, flags=re.ASCII).strip("_") or "implementation"
    head = _HEAD.format(
        answers=identified.answers,
        explained=identified.answers - len(identified.departures),
        name=json.dumps(plain),
        title=json.dumps(identified.implementation),
        entry_point=json.dumps(identified.metric.replace("-", "_")),
        metric=json.dumps(identified.metric),
        unit="labels" if chosen.takes[0] is Labels else "text",
    )
    marks = {knob.name: f"  # {knob}" for knob in identified.left_open()}
    return head + "".join(_line(name, settings, marks.get(name, "")) for name in settings.as_dict())


def _line(name: str, settings: Settings, mark: str) -> str:
    return f"{name} = {json.dumps(settings.as_dict()[name])}{mark}\n"
