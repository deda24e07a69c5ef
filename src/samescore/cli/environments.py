"""``samescore environments``: manage the environments in which released versions are installed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from samescore.cli.help import NearestGroup
from samescore.cli.options import index_option, python_option
from samescore.cli.progress import progress
from samescore.cli.screen import print_line
from samescore.report.counted import count_phrase

if TYPE_CHECKING:
    from samescore.verbs.lookup.environments import EnvironmentRecord

#: Maximum number of changed files that a line names.
_MOST_NAMES = 10


@click.group(cls=NearestGroup)
def environments() -> None:
    """Manage the environments of released versions.

    Each combination of package, version, interpreter and package index has its own environment, which is created when
    it is first needed (samescore run sacrebleu==1.5.1) and kept in SAMESCORE_CACHE, by default in the user's cache
    folder.
    """


@environments.command("list")
def list_environments() -> None:
    """List environments: name, interpreter, size, requirements and source."""
    from samescore.verbs.lookup.environments import Installed, Request, cache_folder, execute

    installed = 0
    for record in execute(Request("list")):
        installed += isinstance(record, Installed)
        print_line(_line(record))
    print_line(f"{installed} environments in {cache_folder()}", error=True)


@environments.command("verify")
@click.argument("names", nargs=-1, metavar="[NAME]...")
def verify(names: tuple[str, ...]) -> None:
    """Verify environments: compare every file with the SHA-256 recorded when it was installed.

    NAME is an environment (as listed) or a release (sacrebleu==1.5.1). Verifies all by default. Exit code 1: a file
    was changed, removed or added.
    """
    from samescore.verbs.lookup.environments import Request, Verified, execute

    code = 0
    for record in execute(Request("verify", names)):
        code = 1 if isinstance(record, Verified) and record.changed else code
        print_line(_line(record))
    click.get_current_context().exit(code)


@environments.command("make")
@click.argument("names", nargs=-1, required=True, metavar="NAME==VERSION...")
@python_option
@index_option
def make(names: tuple[str, ...], python: str) -> None:
    """Create environments for released versions.

    These versions can then be run without network access.
    """
    from samescore.verbs.lookup.environments import Made, Request, execute

    code = 0
    with progress() as say:
        for record in execute(Request("make", names, python)):
            code = 5 if isinstance(record, Made) and record.refusal else code
            say.aside(partial(print_line, _line(record)))
    click.get_current_context().exit(code)


@environments.command("remove")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--all", "everything", is_flag=True, help="Remove every environment.")
def remove(names: tuple[str, ...], everything: bool) -> None:
    """Remove environments by name (as listed), or by release: sacrebleu==1.5.1."""
    from samescore.verbs.lookup.environments import Request, execute

    for record in execute(Request("remove", names, everything=everything)):
        print_line(_line(record))


def _line(record: EnvironmentRecord) -> str:
    """Return a line that describes an environment, or what was done to it."""
    from samescore.verbs.lookup.environments import BrokenEnvironment, Installed, Made, Removed, Verified

    match record:
        case Installed(name, python, size, requirements, source):
            return f"{name}  Python {python}  {size / 2**20:.0f} MB  {' '.join(requirements)}  from {source}"
        case BrokenEnvironment(name, problem):
            return f"{name}  {problem}: environments remove {name}"
        case Verified(name, files, source, []):
            return f"{name}: {count_phrase(files, 'file')} as installed from {source}"
        case Verified(name, changed=changed):
            return f"{name}: changed since it was installed: {', '.join(changed[:_MOST_NAMES])}"
        case Made(release, environment, refusal):
            return f"{release}: {refusal or environment}"
        case Removed(name):
            return f"removed {name}"
