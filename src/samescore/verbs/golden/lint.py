"""What is wrong with golden/: ids, flags, mistakes, and whether each flag says what its vector is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from samescore.catalogue.layout import schema_text
from samescore.catalogue.vectors import SCHEMA, Vector, VectorFile, flags, reasons, vectors
from samescore.verbs.attribution.mistakes import catalogue
from samescore.verbs.golden.edges import sides


def _texts(vector: Vector) -> Iterator[str]:
    """Every text or token of the input."""

    def walk(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, (list, dict)):
            for each in value.values() if isinstance(value, dict) else value:
                yield from walk(each)

    return walk(vector.input)


def _segments(vector: Vector) -> list[dict[str, Any]]:
    return list(vector.input.get("segments", []))


def _has(pattern: str) -> Callable[[Vector], bool]:
    return lambda vector: any(re.search(pattern, text) for text in _texts(vector))


def _off_default(vector: Vector, *names: str) -> bool:
    """Is one of the knobs set otherwise than by default?"""
    settings = vector.complete_settings()
    return any(k.name in names and getattr(settings, k.name) != k.default for k in settings.knobs())


def _sides(vector: Vector) -> tuple[list[int], list[int]]:
    """How often each class occurs in gold and among the predictions; a classifier's scores have gold alone."""
    if "scores" in vector.input:
        gold = vector.input["gold"]
        return [gold.count(name) for name in dict.fromkeys(gold)], []
    return sides(vector.input)


#: What a flag claims of the input, or the settings, of its vectors.
CLAIMS: dict[str, Callable[[Vector], bool]] = {
    "newlines": lambda v: "sentences" in v.settings or _has("\n")(v),
    "chinese": _has("[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0002ffff]"),
    "references": lambda v: (
        _off_default(v, "references", "best_reference") or any(len(each["references"]) > 1 for each in _segments(v))
    ),
    "no-references": lambda v: any(not each["references"] for each in _segments(v)),
    "full-stops": lambda v: v.settings.get("sentences") == "full-stop" or _has(r"\.")(v),
    "averaging": lambda v: len(v.input.get("segments", [1, 2])) != 1,
    "segment-order": lambda v: len(_segments(v)) > 1,
    "case": lambda v: any(text != text.lower() for text in _texts(v)),
    "markup": _has("[<&]"),
    "code-points": _has(r"[^\x00-\x7f]"),
    "one-class": lambda v: 1 in (sum(map(bool, side)) for side in _sides(v)),
    "numbers": lambda v: _has(r"[0-9\u0660-\u0669]|inf|nan")(v) or v.settings.get("arithmetic") == "float32",
}


def problems(extra_schema: bytes | None = None) -> list[str]:
    """Everything that is wrong, a line each; reading the vectors raises `DataError` for what cannot be read."""
    found = []
    everything, registered, gone, known = vectors(), flags(), reasons("retired"), set(catalogue())
    for vector in everything.values():
        if vector.id in gone:
            found.append(f"{vector.id}: this id is retired ({gone[vector.id]}) and cannot be used again")
        if not vector.id.startswith(f"{vector.metric}-"):
            found.append(f"{vector.id}: the id does not begin with its metric, {vector.metric}")
        found += [f"{vector.id}: unknown flag {flag!r}" for flag in vector.flags if flag not in registered]
        found += [f"{vector.id}: unknown mistake {name!r}" for name in vector.mistakes if name not in known]
        found += [
            f"{vector.id}: flagged {flag!r}, but its input is not"
            for flag, holds in CLAIMS.items()
            if flag in vector.flags and not holds(vector)
        ]
    used = {flag for vector in everything.values() for flag in vector.flags}
    found += [f"flags.toml: no vector is flagged {flag!r}" for flag in sorted(set(registered) - used)]
    if extra_schema is not None and extra_schema != schema():
        found.append("schema.json is not the vectors' schema: samescore golden schema writes it")
    return found


def schema() -> bytes:
    """The JSON Schema of a file of vectors."""
    return schema_text(SCHEMA, "samescore golden vectors", msgspec.json.schema(VectorFile))
