"""``samescore drift`` and ``samescore environments``: releases, and where they are installed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from samescore.cli.options import format_option, progress, python_option, wants_table
from samescore.errors import InputError

if TYPE_CHECKING:
    from samescore.implementations.recording import Recording

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("named", nargs=-1, required=True, metavar="RECORDING|IMPLEMENTATION...")
@click.option("-m", "--metric", "metrics", multiple=True, help="Only this metric's vectors. Repeatable.")
@click.option("--vector", "pattern", default="", metavar="TEXT", help="Only vectors whose id contains TEXT.")
@python_option
@click.option("--report", type=_FILE, metavar="FILE", help="Also write JSON Lines.")
@click.option("--markdown", type=_FILE, metavar="FILE", help="Also write a page in Markdown.")
@format_option
def drift(
    named: tuple[str, ...],
    metrics: tuple[str, ...],
    pattern: str,
    python: str,
    report: Path | None,
    markdown: Path | None,
    form: str,
) -> None:
    """What changed between releases: which answers moved, by how much, and which knob says it.

    Give two or more recorded runs (files of samescore run --all-answers --report), or implementations to ask now:
    sacrebleu==1.5.1 sacrebleu==2.0.0, or their models, which need nothing installed: native:nltk==3.4.5 native:nltk==3.5.

    Exit codes: 0 every move is explained, 1 one is not, 4 nothing to compare, 5 a recording holds no answer.
    """
    from samescore import records
    from samescore.implementations import recording as recorded
    from samescore.implementations.names import with_python
    from samescore.metrics import find
    from samescore.verbs import drift as verb

    held: list[Recording] = []
    wanted = {find(name)[0].name for name in metrics}
    with progress() as say:
        asked = []
        for name in named:
            if name.startswith("replay:"):
                held += [_only(one, wanted, pattern) for one in recorded.named(name.removeprefix("replay:"))]
            elif Path(name).is_file():
                held += [_only(one, wanted, pattern) for one in recorded.recordings(Path(name))]
            elif name.endswith((".jsonl", ".json")) and "==" not in name:
                raise InputError(
                    f"there is no file {name}", hint="samescore run ... --all-answers --report FILE makes one"
                )
            else:
                asked.append(with_python(name, python))
        if asked:
            held += verb.record(asked, metrics=metrics, pattern=pattern, on_progress=say)
        found = verb.drift(held, on_progress=say)
    from samescore.report import drifted

    lines = [records.line(record) for record in drifted.lines(found)]
    for path, text in ((report, "\n".join(lines) + "\n"), (markdown, drifted.markdown(found) + "\n")):
        if path is not None:
            try:
                path.write_text(text, encoding="utf-8")
            except OSError as problem:
                raise InputError(f"cannot write {path}: {problem.strerror}", hint="choose another file") from None
    for line in drifted.plain(found) if wants_table(form) else lines:
        click.echo(line)
    click.get_current_context().exit(found.exit_code)


def _only(one: Recording, metrics: set[str], pattern: str) -> Recording:
    """A recording's answers on some metrics (none named: all) and vectors."""
    one.answers = {
        key: given
        for key, given in one.answers.items()
        if (not metrics or given.metric in metrics) and pattern in key[1]
    }
    return one


@click.group()
def environments() -> None:
    """Where released versions are installed: one environment for each package, version and interpreter.

    They are made when a version is first asked (samescore run sacrebleu==1.5.1) and kept below SAMESCORE_CACHE, else the
    user's cache folder.
    """


@environments.command("list")
def list_environments() -> None:
    """Every environment: its name, its interpreter, its size, what was asked for."""
    from samescore.implementations import environments as kept

    found = kept.environments()
    for one in found:
        size = one.size() / 2**20
        click.echo(f"{one.name}  Python {one.facts.python}  {size:.0f} MB  {' '.join(one.requirements)}")
    click.echo(f"{len(found)} environments in {kept.cache_folder()}", err=True)


@environments.command("make")
@click.argument("names", nargs=-1, required=True, metavar="NAME==VERSION...")
@python_option
def make(names: tuple[str, ...], python: str) -> None:
    """Make the environments of released versions now, so that they are there when there is no network."""
    from samescore.implementations import Release, implementation
    from samescore.implementations.names import with_python

    missing = False
    for name in names:
        one = implementation(with_python(name, python))
        if not isinstance(one, Release):
            raise InputError(f"{name} needs no environment of its own", hint="name a release: sacrebleu==1.5.1")
        with progress():
            gone = one.unavailable()
        one.close()
        click.echo(f"{name}: {gone.reason if gone else one.environment.name if one.environment else ''}")
        missing = missing or gone is not None
    click.get_current_context().exit(5 if missing else 0)


@environments.command("remove")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--all", "everything", is_flag=True, help="Remove every environment.")
def remove(names: tuple[str, ...], everything: bool) -> None:
    """Remove environments by name (as listed), or by release: sacrebleu==1.5.1."""
    from samescore.implementations import environments as kept

    if bool(names) == everything:
        raise InputError("name environments, or say --all", hint="samescore environments list shows them")
    found = kept.environments()
    for name in names:
        if not any(name in (one.name, f"{one.package}=={one.version}") for one in found):
            raise InputError(f"there is no environment {name}", hint="samescore environments list shows them")
    if everything:
        for leftover in kept.leftovers():
            click.echo(f"removed {leftover}")
    for one in found:
        if everything or one.name in names or f"{one.package}=={one.version}" in names:
            kept.remove(one)
            click.echo(f"removed {one.name}")
