"""The request of the verb *audit*."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from samescore.verbs.inputs.columns import Columns
    from samescore.verbs.inputs.files import Files
    from samescore.verbs.inputs.knobs import Knobs


class PublishedNumber(msgspec.Struct, frozen=True):
    """One number as printed (``27.3``), its metric as publications name it, and the scored input.

    `knobs`, `like` (``sacrebleu==2.3.1``) and `signature` are the stated settings; each may be empty.
    """

    metric: str
    published: str
    input: Files | Columns
    knobs: Knobs = ()
    like: str = ""
    signature: str = ""


class Request(msgspec.Struct, frozen=True):
    """The published numbers to audit: those in the file `claims`, or one `number`.

    `claims` is a file of claims, of tables, or of a program's output. Its claims are about the files `hypotheses` and
    `references`, if given, and must then not name files themselves. With `thorough`, all settings that fit are listed,
    not only the likeliest. With `rounding_only`, numbers are assumed to be rounded, never truncated. `jobs` is the
    number of processes.
    """

    claims: Path | None = None
    hypotheses: Path | None = None
    references: tuple[Path, ...] = ()
    number: PublishedNumber | None = None
    thorough: bool = False
    rounding_only: bool = False
    jobs: int = 1
