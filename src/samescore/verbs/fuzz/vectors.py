"""Convert a disagreement to a golden vector, with its smallest input and the right answer for the settings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from samescore.base.version import __version__
from samescore.catalogue.layout import as_json
from samescore.catalogue.vectors import Source, StoredVector, file_of_vectors
from samescore.data.kinds import digest
from samescore.metrics import find as find_metric
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.records.fuzz import Find
from samescore.settings import Settings
from samescore.verbs.fuzz.duels import Duel, DuelCase
from samescore.verbs.fuzz.explanation import Disagreement
from samescore.verbs.judging.cases import expected_of

#: Length of the part of an input's digest in its id: enough to distinguish finds with one explanation.
_DIGITS = 8


def vector_of(duel: Duel, case: DuelCase, disagreement: Disagreement, sentence: str) -> dict[str, Any]:
    """Return the golden vector of a find, in the form used in vector files; `sentence` is its comment.

    It has the settings of the side whose answer differs from its model's, or else of the first side. The expected
    answer is the native metric's, so its source is ``recorded``, not derived by hand.
    """
    second_is_unmodelled = disagreement.explanation.unmodelled == duel.sides[1].full_name
    settings = case.second if second_is_unmodelled else case.first
    expected = expected_of(native_outcome(case.data, settings))
    known = metric(duel.metric).facts.stages
    stages = {name: stage for name, stage in expected.stages.items() if name in known}
    vector = StoredVector(
        id=_id(duel, case, disagreement),
        comment=sentence,
        settings=_off_default(settings),
        input=case.data.plain(),
        expected=msgspec.structs.replace(expected, stages=stages),
        source=Source("recorded", f"native, samescore {__version__}", "found by samescore fuzz; not derived by hand"),
    )
    plain: dict[str, Any] = msgspec.to_builtins(vector)
    return {name: value for name, value in plain.items() if value or name == "settings"}


def _id(duel: Duel, case: DuelCase, disagreement: Disagreement) -> str:
    words = re.findall(r"[a-z0-9]+", " ".join(disagreement.explanation.names).lower())
    return "-".join([duel.metric, "fuzz", *words, digest(case.data)[:_DIGITS]])


def _off_default(settings: Settings) -> dict[str, Any]:
    """Return the knobs that differ from the metric's defaults."""
    defaults = metric(settings.metric).settings().as_dict()
    return {name: value for name, value in settings.as_dict().items() if value != defaults[name]}


def vectors_json(metric_name: str, finds: Iterable[Find]) -> str:
    """Return the text of a metric's vector file with the vectors of the finds by this metric, each id once."""
    chosen = find_metric(metric_name)[0]
    defaults = chosen.settings().as_dict()
    vectors = {find.vector["id"]: find.vector for find in finds if find.metric == chosen.name}
    complete = [{**vector, "settings": {**defaults, **vector["settings"]}} for vector in vectors.values()]
    return as_json(file_of_vectors(chosen.name, complete))
