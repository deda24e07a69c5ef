"""``samescore environments``: the environments in which released versions are installed."""

from __future__ import annotations

from pathlib import Path

import click

from samescore.base.errors import InputError
from samescore.cli.help import NearestGroup
from samescore.cli.options import index_option, python_option
from samescore.cli.progress import progress
from samescore.cli.screen import print_line

#: How many changed files a line names.
_MOST_NAMES = 10


@click.group(cls=NearestGroup)
def environments() -> None:
    """Manage the environments of released versions.

    There is one for each package, version, interpreter and package index. It is made when the version is first needed
    (samescore run sacrebleu==1.5.1) and kept in SAMESCORE_CACHE, by default in the user's cache folder.
    """


@environments.command("list")
def list_environments() -> None:
    """List environments: name, interpreter, size, requirements and source."""
    from samescore.implementations.environments import broken, cache_folder, environments

    installed = environments()
    for environment in installed:
        size, requirements = environment.size() / 2**20, " ".join(environment.requirements)
        python = environment.facts.python
        print_line(f"{environment.name}  Python {python}  {size:.0f} MB  {requirements}  from {environment.source}")
    for name, problem in broken().items():
        print_line(f"{name}  {problem}: environments remove {name}")
    print_line(f"{len(installed)} environments in {cache_folder()}", error=True)


@environments.command("verify")
@click.argument("names", nargs=-1, metavar="[NAME]...")
def verify(names: tuple[str, ...]) -> None:
    """Verify environments: compare every file with the SHA-256 recorded when it was installed.

    NAME is an environment (as listed) or a release (sacrebleu==1.5.1); by default all. The exit code is 1 if a file has
    changed, is missing or is new.
    """
    from samescore.implementations.environments import environments
    from samescore.implementations.installed_files import changed_files

    installed = environments()
    for name in names:
        if not any(name in environment.names for environment in installed):
            raise InputError(f"there is no environment {name}", hint="samescore environments list shows them")
    code = 0
    for environment in installed:
        if not names or environment.names & set(names):
            try:
                changed = changed_files(Path(environment.folder), environment.files, thorough=True)
            except OSError as problem:
                raise InputError(
                    f"{environment.name}: {problem.strerror}", hint="remove it: environments remove"
                ) from None
            if changed:
                code = 1
                print_line(f"{environment.name}: changed since it was installed: {', '.join(changed[:_MOST_NAMES])}")
            else:
                print_line(
                    f"{environment.name}: {len(environment.files):,} files as installed from {environment.source}"
                )
    click.get_current_context().exit(code)


@environments.command("make")
@click.argument("names", nargs=-1, required=True, metavar="NAME==VERSION...")
@python_option
@index_option
def make(names: tuple[str, ...], python: str) -> None:
    """Make the environments of released versions.

    They can then be used without a network.
    """
    from samescore.implementations import Release, implementation
    from samescore.implementations.names import with_python

    missing = False
    for name in names:
        release = implementation(with_python(name, python))
        if not isinstance(release, Release):
            raise InputError(f"{name} does not need a separate environment", hint="name a release: sacrebleu==1.5.1")
        with progress():
            refusal = release.unavailable()
        release.close()
        environment_name = release.environment.name if release.environment else ""
        print_line(f"{name}: {refusal.reason if refusal else environment_name}")
        missing = missing or refusal is not None
    click.get_current_context().exit(5 if missing else 0)


@environments.command("remove")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--all", "everything", is_flag=True, help="Remove every environment.")
def remove(names: tuple[str, ...], everything: bool) -> None:
    """Remove environments by name (as listed), or by release: sacrebleu==1.5.1."""
    from samescore.implementations import environments as folder

    if bool(names) == everything:
        raise InputError("name environments, or say --all", hint="samescore environments list shows them")
    labelled = [(environment.name, environment.names) for environment in folder.environments()]
    labelled += [(name, {name}) for name in folder.broken() if not everything]
    for name in names:
        if not any(name in labels for _, labels in labelled):
            raise InputError(f"there is no environment {name}", hint="samescore environments list shows them")
    for name, labels in labelled:
        if everything or labels & set(names):
            folder.remove(name)
            print_line(f"removed {name}")
    if everything:
        for leftover in folder.leftovers():
            print_line(f"removed {leftover}")
