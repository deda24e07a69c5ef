"""The verb *golden new*: draft a vector from the user's files, with placeholders for what the author must derive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from samescore.base.errors import InputError
from samescore.catalogue.layout import as_json
from samescore.catalogue.vectors import file_of_vectors, vectors
from samescore.metrics import find
from samescore.verbs.inputs.files import Files
from samescore.verbs.inputs.knobs import Knobs, knobs_of
from samescore.verbs.inputs.settings import settings_for


class Request(msgspec.Struct, frozen=True):
    """The vector to draft: its id (with or without the metric's name in front), input files, metric and knobs."""

    identifier: str
    files: Files
    metric: str = "bleu"
    knobs: Knobs = ()


def execute(request: Request) -> Iterator[str]:
    """Yield the text of one vector file, which has the requested vector.

    The expected answer, its source and the comment are placeholders. Raises `InputError` for an existing id, and for
    files that cannot be read; `SettingsError` and `UnknownNameError` for unknown knobs and names.
    """
    chosen = find(request.metric)[0].name
    given = request.identifier
    full = given if given.startswith(f"{chosen}-") else f"{chosen}-{given}"
    if full in vectors():
        raise InputError(f"vector {full} already exists", hint="choose a different id: ids are never reused")
    knobs: dict[str, Any] = knobs_of(request.knobs, request.metric)
    settings = settings_for(request.metric, **knobs)
    vector = {
        "id": full,
        "comment": "what it shows",
        "settings": settings.as_dict(),
        "input": request.files.read(request.metric).plain(),
        "expected": {"outcome": "score", "value": "derive it by hand, or in exact arithmetic", "stages": {}},
        "source": {"kind": "hand", "where": "own", "derivation": "the arithmetic in a line"},
        "flags": ["basic"],
    }
    yield as_json(file_of_vectors(chosen, [vector]))
