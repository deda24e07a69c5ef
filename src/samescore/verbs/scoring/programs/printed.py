"""Reproduce the lines that an implementation's own program prints for a file: ``[printed]`` in its profile file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from samescore.base.errors import DataError
from samescore.data.stripped_tsv import read_stripped_tsv
from samescore.implementations import native_model
from samescore.implementations.sides import side
from samescore.records import ScoreLine
from samescore.verbs.scoring.score import score

_READERS = {"stripped-tsv": read_stripped_tsv}


def prints(like: str) -> bool:
    """Return whether `like` names an implementation, without entry point or settings, whose program prints scores."""
    asked = side(like)
    model = native_model(asked.name)
    return model.file.printed is not None and not model.entry_point and not asked.written


def lines(like: str, path: Path) -> Iterator[ScoreLine]:
    """Yield the lines that the program prints for the file at `path`, with the scores in them.

    Yields nothing for an implementation without such a program. Raises `MetricError` if the program would end with an
    exception, `InputError` for an unreadable file, and `DataError` if the profile file names an unknown entry point.
    """
    file = native_model(like).file
    program = file.printed
    if program is None:
        return
    corpus = _READERS[program.reader](path)
    scored: dict[str, ScoreLine] = {}
    for name in [*(line.entry_point for line in program.line), *program.also]:
        profile = file.entry_point(name, None)
        if profile is None:
            raise DataError(f"{file.implementation} has no entry point {name!r}")
        knobs = profile.for_tokens()
        scored[name] = score(profile.metric, corpus, like=f"{like}.{name}", **knobs).record()
    for line in program.line:
        native = scored[line.entry_point]
        text = line.text % (float.fromhex(native.hex) * line.times)
        yield msgspec.structs.replace(native, entry_point=line.entry_point, text=text)
