"""The lines that an implementation's own program prints for a file: see ``[printed]`` in its profile file."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

from samescore.data.corpus import read_stripped_tsv
from samescore.errors import DataError
from samescore.implementations import modelled
from samescore.verbs.score import Result, score

_READERS = {"stripped-tsv": read_stripped_tsv}


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """One line, and the score in it."""

    text: str
    entry_point: str
    metric: str
    result: Result


def prints(like: str) -> bool:
    """Is `like` an implementation, not one of its entry points, that prints lines of its own?"""
    one = modelled(like)
    return one.file.printed is not None and not one.entry_point


def lines(like: str, path: Path) -> Iterator[Row]:
    """What the program prints for the file at `path`.

    Raises `MetricError` where the program ends with an exception, and `InputError` for an unreadable file.
    """
    file = modelled(like).file
    program = file.printed
    if program is None:
        return
    corpus = _READERS[program.reader](path)
    scored: dict[str, tuple[str, Result]] = {}
    for name in [*(line.entry_point for line in program.line), *program.also]:
        profile = file.entry_point(name, None)
        if profile is None:
            raise DataError(f"{file.implementation} has no entry point {name!r}")
        given = {"tokenizer": "given"} if "tokenizer" in profile.free else {}
        scored[name] = (profile.metric, score(profile.metric, corpus, like=f"{like}.{name}", **given))
    for line in program.line:
        metric, result = scored[line.entry_point]
        yield Row(line.text % (result.value * line.times), line.entry_point, metric, result)
