"""Read the user's own inputs: files of bare inputs, and vectors in the format of ``golden/``.

A bare input is a line of a ``.tsv`` file (``hypothesis<TAB>reference...``) or of a ``.jsonl`` file: an object with a
hypothesis and its references, or the ``input`` of a golden vector (``{"segments": [...]}``, ``{"gold": [...],
"predicted": [...]}``). All hypotheses of a file together are one more input, because a corpus score does not follow
from the scores of its sentences. The id of a bare input is derived from its content, so it does not depend on other
inputs.

Vectors are a ``.json`` file, or all such files in a folder and its subfolders, read like those of ``golden/``.
"""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from samescore.base.documents import json_lines
from samescore.base.errors import DataError, InputError, SamescoreError
from samescore.base.files import at_place
from samescore.base.lines import read_lines, read_text
from samescore.base.unknown_fields import explain_decoding_error
from samescore.catalogue.vectors import OBSERVED, Vector, load_file, vectors
from samescore.data.corpus import Corpus
from samescore.data.kind import without_tags
from samescore.data.kinds import Data, digest, from_plain
from samescore.data.labels import Labels
from samescore.metrics import metric
from samescore.metrics.evaluator import check_input

#: Maximum number of user inputs in a run.
MOST = 10_000
#: Number of hexadecimal digits of the content's digest in an id.
_DIGITS = 12
_KINDS = ".tsv and .jsonl (bare inputs), .json or a folder of such files (vectors in the golden format)"
_JSON_HINT = 'write {"hypothesis": "...", "references": ["..."]} or the input of a golden vector on each line'


@dataclasses.dataclass(frozen=True, slots=True)
class BareInput:
    """An input without settings or an expected answer; `where` is its file, with the line number if it is one line."""

    id: str
    metric: str
    data: Data
    where: str


@dataclasses.dataclass(frozen=True, slots=True)
class OwnVector:
    """A user's vector in the golden format; `where` is its file, with the line number if known."""

    vector: Vector
    where: str


class _TextLine(msgspec.Struct, frozen=True):
    """One hypothesis with its references; other fields are ignored, as in `Corpus.read`."""

    hypothesis: str
    references: list[str | None] = []


def read_bare(path: Path, metric_name: str) -> list[BareInput]:
    """Read the bare inputs in a ``.tsv`` or ``.jsonl`` file for a metric; duplicates are dropped.

    Raises `InputError`, with the file and the line, for malformed lines, for inputs that the metric does not accept, and
    for a file without inputs.
    """
    read = _table_inputs if path.suffix.lower() == ".tsv" else _object_inputs
    by_id: dict[str, BareInput] = {}
    for where, data in read(path, metric_name):
        with at_place(where):
            _check_kind(metric_name, data)
        identifier = f"input-{metric_name}-{digest(data)[:_DIGITS]}"
        by_id.setdefault(identifier, BareInput(identifier, metric_name, data, where))
    if not by_id:
        raise InputError(f"{path} has no input", hint="write one input per line")
    return list(by_id.values())


def _check_kind(metric_name: str, data: Data) -> None:
    """Raise `InputError` unless the metric accepts this kind of input."""
    try:
        check_input(metric(metric_name), data)
    except SamescoreError as problem:
        raise InputError(problem.message, hint="pass the metric of the inputs with -m") from None


def _table_inputs(path: Path, metric_name: str) -> Iterator[tuple[str, Data]]:
    """Yield the inputs of a ``.tsv`` file, each with its place: for texts each line and the whole file.

    For labels, the whole file is the only input. Raises `InputError` for lines with a wrong number of columns, and for a
    metric that takes neither texts nor labels.
    """
    chosen = metric(metric_name)
    rows = [line.split("\t") for line in read_lines(path)]
    hint = "write hypothesis<TAB>reference on each line"
    for number, row in enumerate(rows, 1):
        if len(row) < 2 and chosen.needs_references:
            raise InputError(f"{path}, line {number}: no tab, so the reference is missing", hint=hint)
    if Corpus in chosen.takes:
        yield from _text_inputs(path, [(f"{path}, line {n}", row[0], row[1:]) for n, row in enumerate(rows, 1)])
        return
    if Labels not in chosen.takes:
        raise InputError(f"{path}: {metric_name} takes neither texts nor labels", hint="write a .jsonl file of inputs")
    for number, row in enumerate(rows, 1):
        if len(row) != 2:
            hint = "write predicted<TAB>gold on each line"
            raise InputError(f"{path}, line {number}: {len(row)} columns, but 2 are expected", hint=hint)
    if rows:
        yield str(path), Labels([row[1] for row in rows], [row[0] for row in rows])


def _text_inputs(path: Path, rows: Sequence[tuple[str, str, Sequence[str | None]]]) -> Iterator[tuple[str, Data]]:
    """Yield an input for each row, with its place, and one with all rows as a corpus if there are several."""
    for where, hypothesis, references in rows:
        yield where, Corpus.from_segments([hypothesis], [references])
    if len(rows) > 1:
        yield str(path), Corpus.from_segments([row[1] for row in rows], [row[2] for row in rows])


def _object_inputs(path: Path, metric_name: str) -> Iterator[tuple[str, Data]]:
    """Yield the inputs of a ``.jsonl`` file, each with its place; all its hypotheses are one more input at the end."""
    texts = []
    for where, plain in json_lines(path, dict[str, Any], _JSON_HINT):
        if "hypothesis" in plain:
            texts.append((where, *_text_line(where, plain, metric_name)))
        else:
            yield where, _plain_input(where, plain)
    yield from _text_inputs(path, texts)


def _text_line(where: str, plain: dict[str, Any], metric_name: str) -> tuple[str, list[str | None]]:
    """Return the hypothesis and the references of an object.

    Raises `InputError` if it is malformed or lacks references.
    """
    try:
        line = msgspec.convert(plain, _TextLine)
    except msgspec.ValidationError as problem:
        raise InputError(f"{where}: {explain_decoding_error(problem, _TextLine)}", hint=_JSON_HINT) from None
    if metric(metric_name).needs_references and not any(text is not None for text in line.references):
        raise InputError(f"{where}: no reference", hint=_JSON_HINT)
    return line.hypothesis, line.references


def _plain_input(where: str, plain: dict[str, Any]) -> Data:
    """Convert an object to an input. Raises `InputError` for a malformed object or an unknown field."""
    from samescore.catalogue.vector_checks import unknown_fields

    with at_place(where):
        data = from_plain(plain)
    for problem in unknown_fields(without_tags(plain), data.plain()):
        raise InputError(f"{where}: input{problem}", hint=_JSON_HINT)
    return data


def read_vectors(path: Path) -> list[OwnVector]:
    """Read the vectors in a file or folder, in file order.

    The vectors are checked as ``samescore golden lint`` checks the golden vectors. Raises `InputError`, with the file
    and the line, for malformed vectors, ids that are already in use, and a path without vectors.
    """
    from samescore.catalogue.vector_checks import vector_problems

    own: dict[str, OwnVector] = {}
    for file in _vector_files(path):
        for stored in _load_vectors(file):
            vector, where = stored.vector, stored.where
            for taken, what in ((vectors(), "a golden vector"), (own, "another vector")):
                if vector.id in taken:
                    raise InputError(f"{where}: {vector.id} is the id of {what}", hint="choose a different id")
            for problem in vector_problems(vector):
                raise InputError(f"{where}: {problem}", hint="the format is described in docs/vectors.md")
            own[vector.id] = stored
    if not own:
        raise InputError(f"{path} has no vector", hint=f"pass one of: {_KINDS}")
    return list(own.values())


def _vector_files(path: Path) -> list[Path]:
    """Return the vector files in a folder and its direct subfolders, sorted; a path to a file is returned as it is.

    Raises `InputError` for a link that leads out of the folder.
    """
    if not path.is_dir():
        return [path]
    files = [
        file for file in sorted([*path.glob("*.json"), *path.glob("*/*.json")]) if not file.name.endswith(OBSERVED)
    ]
    inside = Path(os.path.realpath(path))
    for file in files:
        if not Path(os.path.realpath(file)).is_relative_to(inside):
            raise InputError(f"{file} is outside {path}", hint="copy the file into the folder")
    return files


def _load_vectors(file: Path) -> list[OwnVector]:
    """Load the vectors of a file, each with its place.

    Raises `InputError`, with the line if possible, if one is malformed.
    """
    try:
        loaded = load_file(file)
    except DataError as problem:
        message, _, remedy = problem.message.partition("\n  hint: ")
        named = re.match(re.escape(f"{file}: ") + r"(?P<id>[^\s:]+): ", message)
        numbered = re.search(r"\$\.vectors\[(?P<number>[0-9]{1,9})\]", message)
        if named or numbered:
            places = _lines_of_ids(file)
            number = int(numbered["number"]) if numbered else 0
            wanted = named["id"] if named else next(islice(places, number, None), "")
            if wanted in places:
                message = message.replace(f"{file}: ", f"{file}, line {places[wanted]}: ", 1)
        raise InputError(message, hint=remedy or problem.hint or "the format is described in docs/vectors.md") from None
    lines = _lines_of_ids(file)
    return [
        OwnVector(vector, f"{file}, line {lines[vector.id]}" if vector.id in lines else str(file)) for vector in loaded
    ]


def _lines_of_ids(file: Path) -> dict[str, int]:
    """Return the line number of each id in a vector file, in order; for a duplicate id, the number of its last line."""
    text, lines = read_text(file, longest=2**28), dict[str, int]()
    line = position = 0
    for match in re.finditer(r'"id"\s*:\s*"(?P<id>[^"\\]*)"', text):
        line += text.count("\n", position, match.start())
        position = match.start()
        lines[match["id"]] = line + 1
    return lines


def holds_vectors(path: Path) -> bool:
    """Return whether a path holds vectors rather than bare inputs, judged by its suffix; folders hold vectors.

    Raises `InputError` for a missing file, and for other kinds of files.
    """
    if path.is_dir() or path.suffix.lower() == ".json":
        return True
    if path.suffix.lower() in (".tsv", ".jsonl", ".ndjson"):
        return False
    if not path.exists():
        raise InputError(f"cannot read {path}: no such file or folder", hint="check the path")
    raise InputError(f"{path} is not a supported kind of input file", hint=f"pass one of: {_KINDS}")


def check_number(inputs: Iterable[object]) -> None:
    """Raise `InputError` if there are more user inputs than a run allows."""
    count = sum(1 for _ in inputs)
    if count > MOST:
        hint = 'pass fewer inputs, or put many segments into one ({"segments": [...]})'
        raise InputError(f"{count:,} inputs of your own were given; the limit is {MOST:,}", hint=hint)
