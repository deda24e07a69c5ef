"""What the page of a metric shows: its definition, its knobs by stage, and who has which value of them."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from samescore.base.outcome import Outcome, Score
from samescore.catalogue.profile import Profile
from samescore.catalogue.vectors import Vector
from samescore.metrics import metric
from samescore.metrics.base import AnyMetric
from samescore.records import Result
from samescore.report.plain import visible
from samescore.settings import STAGE_ORDER, Knob
from tools.site.facts import Effects, Facts


def definition(chosen: AnyMetric) -> list[str]:
    """What a metric computes: the definition of its family, and its own."""
    family = sys.modules[type(chosen).__module__].__doc__ or ""
    return [inspect.cleandoc(text) for text in (family, inspect.getdoc(chosen) or "") if text]


def bounds(chosen: AnyMetric) -> str:
    """The range of the scores on the scale of 1, and the better end."""
    facts = chosen.facts
    low, high = (
        "-∞" if facts.lowest is None else f"{facts.lowest:g}",
        "∞" if facts.highest is None else f"{facts.highest:g}",
    )
    better = {True: "higher is better", False: "lower is better", None: "neither end is better"}[facts.higher_is_better]
    return f"{low} to {high}, {better}"


def stages(chosen: AnyMetric, effects: Effects) -> list[tuple[str, list[dict[str, Any]]]]:
    """The knobs of each stage, in the order of the pipeline, with the effect of each value that a vector shows."""
    by_stage = []
    for stage in STAGE_ORDER:
        knobs = [_knob(knob, effects) for knob in chosen.settings.knobs() if knob.stage is stage]
        if knobs:
            by_stage.append((stage.value, knobs))
    return by_stage


def _knob(knob: Knob, effects: Effects) -> dict[str, Any]:
    return {
        "name": knob.name,
        "rounding": knob.rounding,
        "default": knob.domain.format(knob.default),
        "values": knob.domain.describe(),
        "meaning": knob.meaning,
        "effects": [
            {
                "value": value,
                "vector": effect.vector,
                "with": short(effect.outcome, knob.rounding),
                "without": short(effect.otherwise, knob.rounding),
            }
            for (name, value), effect in effects.items()
            if name == knob.name
        ],
    }


def short(outcome: Outcome, exact: bool = False) -> str:
    """An outcome in short: six digits of a score (all where these are what matters), or the kind of failure."""
    if isinstance(outcome, Score):
        return repr(float(outcome.value)) if exact else f"{outcome.value:.6g}"
    return outcome.kind


def who_does_what(facts: Facts, name: str) -> tuple[list[tuple[str, str]], list[dict[str, Any]]]:
    """The entry points that compute a metric, and for each knob the value or the role that it has in each of them."""
    profiles = [
        (implementation, profile)
        for implementation, file in facts.implementations.items()
        for profile in file.current(None)
        if profile.metric == name
    ]
    rows = []
    for knob in metric(name).settings.knobs():
        roles = [_role(knob, profile) for _, profile in profiles]
        rows.append({"knob": knob.name, "roles": roles, "same": len({text for _, text in roles}) < 2})
    return [(implementation, profile.entry_point) for implementation, profile in profiles], rows


def _role(knob: Knob, profile: Profile) -> tuple[str, str]:
    """The role of a knob in a profile: its name, and the value (of a free knob, the default)."""
    if knob.name in profile.idle:
        return "irrelevant", "–"
    value = knob.domain.format(getattr(profile.settings(), knob.name))
    role = "fixed" if knob.name in profile.fixed else "tied" if knob.name in profile.tied else "free"
    return role, value


def answers(facts: Facts) -> Mapping[str, list[Result]]:
    """Return the answers of the models to each golden vector."""
    found: dict[str, list[Result]] = {}
    for name, report in facts.models.items():
        for result in report.results:
            if name != "native" and result.verdict.answered:
                found.setdefault(result.vector, []).append(result)
    return found


def cases(vectors: Iterable[Vector], answered: Mapping[str, list[Result]]) -> list[dict[str, Any]]:
    """Golden vectors, each with the answer of every implementation."""
    return [_case(vector, answered.get(vector.id, [])) for vector in vectors]


def _case(vector: Vector, results: list[Result]) -> dict[str, Any]:
    return {
        "id": vector.id,
        "comment": vector.comment,
        "signature": vector.complete_settings().short_signature,
        "input": plain_input(vector.input),
        "expected": vector.expected.value or vector.expected.outcome,
        "stages": [(stage, visible(str(product), 300)) for stage, product in vector.expected.stages.items()],
        "source": f"{vector.source.kind}: {vector.source.where}",
        "flags": vector.flags,
        "answers": [
            {
                "implementation": result.implementation.removeprefix("native:"),
                "entry_point": result.entry_point,
                "style": "bad" if result.verdict.red else "good" if result.verdict.value == "agree" else "known",
                "verdict": result.verdict.value,
                "text": result.outcome.text,
                "why": "; ".join(map(str, result.causes)) or result.stage,
                "divergences": result.divergences,
            }
            for result in results
        ],
    }


def plain_input(fields: dict[str, Any]) -> list[tuple[str, str]]:
    """An input in lines: the texts of each segment, or the fields of any other kind."""
    segments = fields.get("segments")
    if not isinstance(segments, list) or not all(isinstance(segment, dict) for segment in segments):
        return [(name, visible(str(value), 600)) for name, value in fields.items()]
    lines = []
    for number, segment in enumerate(segments[:20], 1):
        mark = f" {number}" if len(segments) > 1 else ""
        lines.append((f"hypothesis{mark}", _text(segment.get("hypothesis"))))
        lines += [(f"reference{mark}", _text(text)) for text in segment.get("references", [])[:20]]
    if len(segments) > 20:
        lines.append(("", f"and {len(segments) - 20} more segments"))
    return lines


def _text(line: Any) -> str:
    """A text in quotation marks, so that its ends are seen; tokens as a list."""
    return f"“{visible(line, 600)}”" if isinstance(line, str) else visible(str(line), 600)
