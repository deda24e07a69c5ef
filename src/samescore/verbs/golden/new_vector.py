"""The verb *golden new*: a vector of the user's files, without what must not come from samescore."""

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
from samescore.verbs.scoring.score import settings_for


class Request(msgspec.Struct, frozen=True):
    """The id of the vector, with or without its metric, the files of its input, the metric, and its knobs."""

    identifier: str
    files: Files
    metric: str = "bleu"
    knobs: Knobs = ()


def execute(request: Request) -> Iterator[str]:
    """A file of vectors, as text, with the one that is requested.

    Raises `InputError` for an id that a vector has, and for files that cannot be read; `SettingsError` and
    `UnknownNameError` for knobs and names that do not exist.
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
