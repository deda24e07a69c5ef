"""Which claims ``samescore audit`` is asked about: those of a file, or one number on the command line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from samescore.base.errors import InputError
from samescore.cli.inputs import parse_knobs
from samescore.cli.output import Outputs
from samescore.cli.screen import print_data

if TYPE_CHECKING:
    from samescore.verbs.audit.importers.formats import Source


class Asked(msgspec.Struct, frozen=True):
    """The options of the command that say what is audited."""

    files: tuple[Path, ...] = ()
    references: tuple[Path, ...] = ()
    published: str = ""
    metric: str = ""
    assignments: tuple[str, ...] = ()
    like: str = ""
    signature: str = ""
    baseline: Path | None = None
    statistic: str = ""


def source(asked: Asked) -> Source:
    """The claims; `InputError` for options that do not go together, and for a file that holds no claims."""
    if asked.published:
        return _one_number(asked)
    if asked.metric or asked.assignments or asked.like or asked.signature or asked.baseline or asked.statistic:
        raise InputError(
            "-m, --set, --like, --signature, --baseline and --statistic are about one number",
            hint="give it with --published, or state them in the file of claims",
        )
    from samescore.verbs.audit.importers.formats import read_source

    if not asked.files:
        raise InputError("there is nothing to audit", hint="name a file of claims, or a number with --published")
    if len(asked.files) > 2:
        raise InputError(f"{len(asked.files)} files are named", hint="name CLAIMS, and HYPOTHESES if CLAIMS names none")
    _check_texts(asked.files[1:], asked.references)
    found = read_source(asked.files[0])
    if len(asked.files) == 2 or asked.references:
        return found.on_files(asked.files[1] if len(asked.files) == 2 else None, asked.references)
    return found


def _check_texts(*named: tuple[Path, ...]) -> None:
    """Raise `InputError` for texts from the standard input: several processes read them, and a command is printed."""
    if Path("-") in [path for paths in named for path in paths]:
        hint = "write the texts to a file; claims may come from the standard input"
        raise InputError("audit reads texts from files only, not from the standard input", hint=hint)


def _one_number(asked: Asked) -> Source:
    """The number of the command line, as a claim; `SamescoreError` for settings that samescore does not know."""
    from samescore.metrics.aliases import named
    from samescore.verbs.audit.claims import Claim
    from samescore.verbs.audit.importers.formats import Source, with_base
    from samescore.verbs.audit.parts import parts
    from samescore.verbs.audit.stated import stated

    if not asked.metric:
        raise InputError("--published needs the metric", hint="name it with -m")
    if len(asked.files) != 1:
        raise InputError("--published is about one file", hint="name the file that was scored, and references with -r")
    own = filter(None, [asked.baseline])
    _check_texts(asked.files, asked.references, tuple(own))
    references = len(asked.references)
    base, (hypotheses, *names) = with_base([*asked.files, *asked.references, *filter(None, [asked.baseline])])
    metric, _, _ = named(asked.metric)
    claim = Claim(
        metric=asked.metric,
        published=asked.published,
        id=asked.files[0].name,
        hypotheses=hypotheses,
        references=names[:references],
        baseline=names[-1] if asked.baseline else "",
        statistic=asked.statistic,
        settings=parse_knobs(metric, asked.assignments),
        like=asked.like,
        signature=asked.signature,
    )
    stated(claim)  # what the user has mistyped is an error, not a finding
    try:
        return Source(base, parts(claim, asked.published))
    except ValueError as problem:
        hint = "write it as it is printed: 27.3, 17.6%, '27.3 ± 0.4'; a p-value may be 'p < 0.05'"
        raise InputError(f"--{problem}", hint=hint) from None


def write_guess(asked: Asked, output: Path | None) -> None:
    """Write a first description of a file of tables; `InputError` if the request is not for one file of tables."""
    from samescore.verbs.audit.importers.formats import guessed

    if len(asked.files) != 1 or msgspec.structs.replace(asked, files=()) != Asked():
        raise InputError("--guess takes one file of tables and no other option but -o", hint="leave out the others")
    own = output is not None and output.exists() and asked.files[0].exists() and output.samefile(asked.files[0])
    if output is not None and os.path.lexists(output) and not own:  # of its own input, Outputs says more
        hint = "choose another -o, or delete it: what you have written in it would be lost"
        raise InputError(f"-o {output} exists", hint=hint)
    content = guessed(asked.files[0])
    with Outputs({"--output": output}, list(asked.files)) as outputs:
        outputs.write_whole("--output", lambda: content)
    outputs.check()
    if output is None:
        print_data(content, nl=False)
