"""Check a vector: its id, mistakes, stages and fields, and whether its flags apply to its input."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from samescore.base.errors import nearest
from samescore.catalogue.mistakes import catalogue
from samescore.catalogue.vectors import (
    Vector,
    flags,
    retired_ids,
)
from samescore.data.class_counts import class_totals
from samescore.metrics import metric
from samescore.metrics.names import begins_with_a_name


def _texts(vector: Vector) -> Iterator[str]:
    """Yield every text and token of a vector's input."""

    def walk(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, (list, dict)):
            for member in value.values() if isinstance(value, dict) else value:
                yield from walk(member)

    return walk(vector.input)


def _segments(vector: Vector) -> list[dict[str, Any]]:
    return list(vector.input.get("segments", vector.input.get("rewrites", [])))


def _matches_text(pattern: str) -> Callable[[Vector], bool]:
    return lambda vector: any(re.search(pattern, text) for text in _texts(vector))


def _is_off_default(vector: Vector, *names: str) -> bool:
    """Return whether one of the named knobs differs from its default; knobs that the metric lacks are ignored."""
    settings = vector.complete_settings()
    return any(k.name in names and getattr(settings, k.name) != k.default for k in settings.knobs())


def _class_counts(vector: Vector) -> tuple[list[int], list[int]]:
    """Return how often each class occurs in the gold labels and in the predictions.

    The second list is empty for scores, and for annotations, whose labels are counted in the first.
    """
    if "annotations" in vector.input:
        labels = [str(label) for row in vector.input["annotations"] for label in row if label is not None]
        return [labels.count(label) for label in dict.fromkeys(labels)], []
    if {"scores", "class_scores"} & vector.input.keys():
        gold = vector.input["gold"]
        return [gold.count(name) for name in dict.fromkeys(gold)], []
    return class_totals(vector.input)


#: For some flags, the condition on the input or the settings that a vector with the flag must meet.
CLAIMS: dict[str, Callable[[Vector], bool]] = {
    "newlines": lambda v: (v.metric.startswith("rouge") and "sentences" in v.settings) or _matches_text("\n")(v),
    "chinese": _matches_text("[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0002ffff]"),
    "references": lambda v: (
        _is_off_default(v, "references") or any(len(segment["references"]) > 1 for segment in _segments(v))
    ),
    "no-references": lambda v: any(not segment["references"] for segment in _segments(v)),
    "full-stops": lambda v: v.settings.get("sentences") == "full-stop" or _matches_text(r"\.")(v),
    "averaging": lambda v: len(v.input.get("segments", [1, 2])) != 1,
    "segment-order": lambda v: len(_segments(v)) > 1,
    "case": lambda v: any(text != text.lower() for text in _texts(v)),
    "markup": _matches_text("[<&]"),
    "code-points": _matches_text(r"[^\x00-\x7f]"),
    "one-class": lambda v: 1 in (sum(map(bool, side)) for side in _class_counts(v)),
    "numbers": lambda v: (
        _matches_text(r"[0-9\u0660-\u0669]|inf|nan")(v) or str(v.settings.get("dtype")).startswith("float32")
    ),
}


def vector_problems(vector: Vector) -> list[str]:
    """Return one line for each problem of a vector; empty if there is none."""
    lines = []
    if vector.id in (removed := retired_ids()):
        lines.append(f"{vector.id}: this id is retired ({removed[vector.id]}) and cannot be used again")
    if not begins_with_a_name(vector.id, vector.metric):
        lines.append(f"{vector.id}: the id does not begin with its metric, {vector.metric}")
    lines += [f"{vector.id}: unknown flag {flag!r}" for flag in vector.flags if flag not in flags()]
    lines += [f"{vector.id}: unknown mistake {name!r}" for name in vector.mistakes if name not in catalogue()]
    lines += [
        f"{vector.id}: flagged {flag!r}, but its input is not"
        for flag, holds in CLAIMS.items()
        if flag in vector.flags and not holds(vector)
    ]
    lines += _stage_problems(vector)
    if "rule" in vector.input:
        return lines
    return lines + [f"{vector.id}: input{problem}" for problem in unknown_fields(vector.input, vector.data().plain())]


def _stage_problems(vector: Vector) -> Iterator[str]:
    """Yield a line for each expected stage that the metric lacks, and one for stages of an outcome without a score."""
    known = metric(vector.metric).facts.stages
    for name in vector.expected.stages:
        if name not in known:
            yield f"{vector.id}: {vector.metric} has no stage {name!r}; it has: {', '.join(known)}"
    if vector.expected.stages and vector.expected.outcome != "score":
        yield f"{vector.id}: expects stages of an outcome that has none: {vector.expected.outcome}"


def unknown_fields(stored: Any, read: Any) -> Iterator[str]:
    """Yield a line for each field of a stored input that is not in `read`, the input as it was read.

    A line starts with the path of the object that has the field. Fields that are false or empty are ignored.
    """
    if isinstance(stored, dict) and isinstance(read, dict):
        for name, value in stored.items():
            if name in read:
                yield from (f".{name}{problem}" for problem in unknown_fields(value, read[name]))
            elif value:  # false and empty fields may be omitted
                yield f": unknown field {name!r}: {nearest(name, read)}"
    elif isinstance(stored, list) and isinstance(read, list):
        for k, (member, of_read) in enumerate(zip(stored, read, strict=False)):
            yield from (f"[{k}]{problem}" for problem in unknown_fields(member, of_read))
