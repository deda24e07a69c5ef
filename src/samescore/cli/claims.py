"""Build the request of ``samescore audit`` for a claims file or a single number, and write the draft of ``--guess``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from samescore.base.errors import InputError
from samescore.cli.output import Outputs
from samescore.cli.screen import print_data

if TYPE_CHECKING:
    from samescore.verbs.audit.request import PublishedNumber, Request


class AuditFiles(msgspec.Struct, frozen=True):
    """The options of ``samescore audit`` that determine what to audit."""

    files: tuple[Path, ...] = ()
    references: tuple[Path, ...] = ()
    published: str = ""
    metric: str = ""
    assignments: tuple[str, ...] = ()
    like: str = ""
    signature: str = ""
    baseline: Path | None = None
    statistic: str = ""


def request_of(asked: AuditFiles, *, thorough: bool, rounding_only: bool, jobs: int) -> Request:
    """Build the request from the options. Raises `InputError` for options that cannot be combined."""
    from samescore.verbs.audit.request import Request

    how = Request(thorough=thorough, rounding_only=rounding_only, jobs=jobs)
    if asked.published:
        return msgspec.structs.replace(how, number=_one_number(asked))
    if asked.metric or asked.assignments or asked.like or asked.signature or asked.baseline or asked.statistic:
        raise InputError(
            "-m, --set, --like, --signature, --baseline and --statistic apply to a single number only",
            hint="pass the number with --published, or state these in the claims file",
        )
    if len(asked.files) > 2:
        raise InputError(
            f"{len(asked.files)} files were given", hint="pass CLAIMS, and HYPOTHESES if CLAIMS names no files"
        )
    claims, hypotheses = (*asked.files, None, None)[:2]
    return msgspec.structs.replace(how, claims=claims, hypotheses=hypotheses, references=asked.references)


def _one_number(asked: AuditFiles) -> PublishedNumber:
    """Return the published number given on the command line."""
    from samescore.verbs.audit.request import PublishedNumber
    from samescore.verbs.inputs.files import Files

    if not asked.metric:
        raise InputError("--published needs the metric", hint="pass it with -m")
    if len(asked.files) != 1:
        raise InputError(
            "--published applies to one file", hint="pass the file that was scored, and its references with -r"
        )
    files = Files(asked.files[0], asked.references, asked.baseline, asked.statistic)
    return PublishedNumber(asked.metric, asked.published, files, asked.assignments, asked.like, asked.signature)


def write_guess(asked: AuditFiles, output: Path | None) -> None:
    """Write a draft description of a table file.

    Raises `InputError` unless the options name exactly one table file, and an output that does not exist yet.
    """
    from samescore.verbs.audit.importers.formats import draft_description

    if len(asked.files) != 1 or msgspec.structs.replace(asked, files=()) != AuditFiles():
        raise InputError(
            "--guess takes one file of tables and no option except -o", hint="remove the other options and files"
        )
    own = output is not None and output.exists() and asked.files[0].exists() and output.samefile(asked.files[0])
    if output is not None and os.path.lexists(output) and not own:  # Outputs has a better message for the input file
        hint = "choose a different -o, or delete the file; your changes to it would be lost"
        raise InputError(f"-o {output} exists", hint=hint)
    content = draft_description(asked.files[0])
    with Outputs({"--output": output}, list(asked.files)) as outputs:
        outputs.write_whole("--output", lambda: content)
    outputs.check()
    if output is None:
        print_data(content, nl=False)
