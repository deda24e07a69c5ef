"""The registry of the formats of logs, and how the format of a file is recognized by its content."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from samescore.base.archives import is_archive, opened_archive
from samescore.base.documents import python_json_document
from samescore.base.errors import InputError
from samescore.base.files import TABLES, PathLike
from samescore.base.packed import suffix_of
from samescore.data.answer_logs import (
    evals,
    helm,
    inspect_ai,
    lighteval,
    lm_eval,
    mmlu_pro,
    opencompass,
    plain,
    simple_evals,
)
from samescore.data.answer_logs.log import AnswerLog, Container, LogFormat
from samescore.data.batches import batch_of, record_batches

#: The formats, in the order in which they are tried.
FORMATS: tuple[LogFormat, ...] = (
    inspect_ai.ARCHIVE,
    inspect_ai.DOCUMENT,
    lm_eval.FORMAT,
    lighteval.FORMAT,
    helm.STATE,
    helm.PREDICTIONS,
    opencompass.FORMAT,
    simple_evals.FORMAT,
    mmlu_pro.FORMAT,
    evals.FORMAT,
    plain.FORMAT,
)
_LINES = (".jsonl", ".ndjson")
_KNOWN = f"known formats: {'; '.join(map(str, FORMATS))}"


def find_log(path: PathLike) -> AnswerLog | None:
    """Return the log in a file; None if the file holds texts or records that are not a log.

    Raises `InputError` if the file is unreadable, if it is a JSON document or a zip archive but not a known log, and if
    it is a malformed log.
    """
    suffix = suffix_of(path)
    if suffix in _LINES:
        first = next(record_batches(path, Any, _KNOWN, batch_of(1)))
        return _read(path, "lines", first[0][1]) if first else None
    if suffix in TABLES:
        from samescore.data.arrow import table_columns

        return _read(path, "table", table_columns(path))
    if suffix == ".json":
        return _known(path, log_of_document(path, python_json_document(path, _KNOWN)))
    if suffix == ".eval" and is_archive(path):
        with opened_archive(path) as archive:
            names = archive.names
        return _known(path, _read(path, "archive", names))
    return None


def log_of_document(path: PathLike, document: Any) -> AnswerLog | None:
    """Return the log in a JSON document, which was read from `path`; None if it is not a known log.

    Raises `InputError` if it is a malformed log.
    """
    return _read(path, "document", document)


def _read(path: PathLike, container: Container, content: Any) -> AnswerLog | None:
    for log_format in _in(container):
        if log_format.recognizes(content):
            return log_format.read(path, content)
    return None


def _in(container: Container) -> Iterable[LogFormat]:
    return (each for each in FORMATS if each.container == container)


def _known(path: PathLike, log: AnswerLog | None) -> AnswerLog:
    """Return the log. Raises `InputError` if it is None."""
    if log is None:
        raise InputError(f"{path} is not a log of a known harness", hint=_KNOWN)
    return log
