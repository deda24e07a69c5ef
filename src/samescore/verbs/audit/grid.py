"""The settings that could be behind a published number."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from samescore.catalogue.profile_files import profile_files
from samescore.errors import SamescoreError
from samescore.metrics import find
from samescore.settings import Settings
from samescore.verbs.audit.claims import Claim, metric_of
from samescore.verbs.audit.stated import Candidate

#: For each metric, the knobs that publications leave unsaid, the usual value first.
_GRID: dict[str, dict[str, list[Any]]] = {
    "bleu": {
        "tokenizer": ["13a", "zh", "intl", "none", "char"],
        "case": ["keep", "lower"],
        "average": ["corpus", "sentences"],
        "smoothing": ["exp", "none", "floor", "add-k"],
    },
    "chrf": {
        "word_order": [0, 2],
        "missing_order": ["effective", "epsilon-counts"],
        "order_mean": ["precision-recall", "f-score"],
        "beta": [2.0, 3.0, 1.0],
        "case": ["keep", "lower"],
        "average": ["corpus", "sentences"],
    },
    "ter": {"tokenizer": ["none", "tercom"], "case": ["lower", "keep"], "punctuation": ["keep", "remove"]},
    "rouge-n": {
        "measure": ["f", "recall", "precision"],
        "stemmer": ["none", "porter-nltk"],
        "tokenizer": ["rouge", "none"],
    },
    "rouge-l": {
        "measure": ["f", "recall", "precision"],
        "stemmer": ["none", "porter-nltk"],
        "tokenizer": ["rouge", "none"],
    },
    "f1": {"average": ["binary", "class", "macro", "micro", "weighted"]},
}

#: How a sum may have been computed where all digits of a double are printed.
_ROUNDING = {"bleu": {"summation": ["sum", "left-to-right"]}}


def usual(claim: Claim) -> Settings:
    """The metric's defaults, with what its name in the claim implies."""
    metric, implied = metric_of(claim)
    return find(metric)[0].settings.from_mapping(implied)


def candidates(claim: Claim) -> Iterator[Candidate]:
    """What could be behind a claim: the metric's defaults, the profiles of every implementation, and a grid."""
    metric, implied = metric_of(claim)
    seen: set[Settings] = set()

    def fresh(how: str, settings: Settings) -> Iterator[Candidate]:
        for values in _products(_ROUNDING.get(metric, {})):
            rounded = settings.replace(**values)
            if rounded not in seen:
                seen.add(rounded)
                yield Candidate(how, rounded)

    start = usual(claim)
    yield from fresh(f"the defaults of {claim.metric}", start)
    grid = {name: values for name, values in _GRID.get(metric, {}).items() if name not in implied}
    for name, values in grid.items():  # one knob off the usual first
        for value in values:
            yield from fresh(f"{name}={value}", start.replace(**{name: value}))
    for file in profile_files().values():
        for profile in file.profile:
            if profile.metric == metric:
                try:
                    settings = profile.taking(implied)
                except SamescoreError:
                    continue
                yield from fresh(f"{file.implementation}.{profile.entry_point} ({profile.versions})", settings)
    for combination in _products(grid):
        try:
            settings = start.replace(**combination)
        except SamescoreError:
            continue
        yield from fresh(", ".join(f"{k}={v}" for k, v in combination.items() if v != getattr(start, k)), settings)


def _products(grid: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    for choice in itertools.product(*grid.values()):
        yield dict(zip(grid, choice, strict=True))
