"""What scripts answered that no package installs: the files in conformance/originals/.

The first line of a file says which script was asked, and under which interpreters. Each further line is an input with
the script's answers. `tools.originals` writes them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

FOLDER = Path(__file__).parent / "originals"

#: From this version on Python's builtin `sum` compensates for the rounding of floats.
COMPENSATED_SUM = (3, 12)


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a script comes from. `version` is a commit, or the version of a distribution on PyPI."""

    repository: str
    path: str
    version: str
    sha256: str


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The script's files, the command that recorded its answers, and the interpreters that ran it.

    `digits` is the number of decimals that the script prints; without it an answer is the double itself. `scaled` is true
    where it rounds as NumPy does, a multiple of a power of ten, and not the decimal number.
    """

    implementation: str
    sources: list[Source]
    command: str
    interpreters: dict[str, str]  # "plain" or "compensated", for Python's sum, or "other": its name and version
    digits: int | None = None
    scaled: bool = False


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """What an entry point returned: a number in decimal, ``raised`` or ``undefined``. In a file it is a list.

    `set` has the knobs that differ from the entry point's defaults. `compensated` is the answer of interpreters with
    a compensated `sum`, where it is another one.
    """

    entry_point: str
    value: str
    set: dict[str, Any] = {}
    compensated: str = ""

    def here(self) -> str:
        """The answer under an interpreter like the one that is running."""
        return self.compensated if self.compensated and sys.version_info >= COMPENSATED_SUM else self.value


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An input, in its JSON form, and the answers to it."""

    input: dict[str, Any]
    answers: list[Answer]


class Recorded(msgspec.Struct, frozen=True):
    """One file."""

    header: Header
    cases: list[Case]


def read(path: Path) -> Recorded:
    """A file of recorded answers; `msgspec.ValidationError` if it is malformed."""
    header, *cases = path.read_bytes().splitlines()
    decoder = msgspec.json.Decoder(Case)
    return Recorded(msgspec.json.decode(header, type=Header), [decoder.decode(case) for case in cases])


def write(path: Path, header: Header, cases: Iterable[Case]) -> None:
    """Write a file of recorded answers."""
    path.write_bytes(b"".join(msgspec.json.encode(record) + b"\n" for record in (header, *cases)))
