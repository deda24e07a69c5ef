"""Exact match of one of several responses: the oracle of exact match, applied to the chosen response."""

from __future__ import annotations

from typing import Any

from tests.oracle.answers import exact_match, filtered
from tests.oracle.arithmetic import OracleError

Settings = dict[str, Any]


def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the share of questions whose chosen response is right."""
    segments = []
    for asked in data["sampled_responses"]:
        texts = asked["responses"]
        if len(texts) < settings["k"]:
            raise OracleError("too few responses")
        kept = [
            filtered(text, settings["filter"]) for at, text in enumerate(texts) if at < (settings["k"] or len(texts))
        ]
        chosen = {"take-first": kept[0], "majority-vote": _most_frequent(kept)}[settings["choice"]]
        segments.append({"hypothesis": chosen, "references": asked["references"]})
    fixed = {"filter": "none", "normalization": "none", "spans": "one", "match": "equal", "empty_prediction": "text"}
    fixed |= {"empty_references": "keep", "no_references": "zero", "references": "best"}
    shared = ("strings", "ignore_patterns", "ignore_case", "ignore_punctuation", "ignore_numbers", "scale")
    return exact_match({"segments": segments}, {**fixed, **{name: settings[name] for name in shared}})


def _most_frequent(texts: list[str]) -> str:
    """Return the most frequent text, the first of equally frequent ones."""
    return next(text for text in texts if all(texts.count(text) >= texts.count(other) for other in texts))
