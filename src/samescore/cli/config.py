"""Read a project's defaults from the table ``[tool.samescore]`` in ``pyproject.toml``.

The keys are the options of ``run``, ``smoke`` and ``identify`` without their hyphens, and ``implementation``. The
command line takes precedence; if it names another implementation, the table is not used at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import msgspec

from samescore.base.errors import InputError, nearest
from samescore.base.folders import working_folder
from samescore.cli.screen import complain

_FILE = "pyproject.toml"
#: A line of TOML with an unquoted text.
_UNQUOTED = re.compile(r"(?P<key>[\w-]{1,40})\s*=\s*(?P<value>[A-Za-z][^\s\"'#,\[\]{}]{0,200})(\s*#.*)?")
#: The commands that read the table.
_COMMANDS = ("run", "smoke", "identify")
#: The beginnings of names of implementations that run no code of the user.
_DATA = ("native", "replay:")
#: The parameter of each command that names implementations.
_ARGUMENTS = ("implementations", "name")
#: Options that belong to a single call rather than to a project.
_OF_A_CALL = {
    *("config", "no-config", "help", "write-baseline", "reason", "last-failed", "lf", "exitfirst", "verbose"),
    *("no-report", "format", "index"),
}
#: Keys whose values are paths, relative to the file.
_PATHS = ("inputs", "against", "expect", "report", "junit", "markdown", "html", "profile-skeleton")


class ProjectTable(msgspec.Struct, frozen=True):
    """The project's table: its file, and its values by key."""

    path: Path
    values: dict[str, Any]

    @property
    def implementations(self) -> tuple[str, ...]:
        """The implementations that the table names."""
        return _texts(self.values.get("implementation", ()))

    def defaults(self, command: click.Command, *, without: tuple[str, ...] = ()) -> dict[str, Any]:
        """Return the table's values as defaults of a command, by parameter name, except the keys in `without`."""
        parameters = {key: parameter for parameter in command.params for key in keys_of(parameter)}
        defaults: dict[str, Any] = {}
        for key, value in self.values.items():
            if key in parameters and key not in without:
                parameter = parameters[key]
                texts = tuple(self._placed(key, path) for path in _texts(value)) if key in _PATHS else _texts(value)
                many = parameter.multiple if isinstance(parameter, click.Option) else parameter.nargs != 1
                flag = isinstance(parameter, click.Option) and parameter.is_flag
                if isinstance(value, bool) is not flag:
                    hint = f"write {key} = true, or false" if flag else f'write {key} = "..."'
                    raise InputError(f"{self.path}: {key} cannot be {_shown(value)}", hint=hint)
                if not many and not flag and len(texts) != 1:
                    raise InputError(
                        f"{self.path}: {key} takes one value", hint=f"choose one of the {len(texts)} values"
                    )
                defaults[str(parameter.name)] = value if flag else texts if many else texts[0]
        return defaults

    def _placed(self, key: str, path: str) -> str:
        """Resolve a path relative to the table's file.

        Raises `InputError` for a path outside the file's folder or in ``.git``.
        """
        folder, placed = self.path.parent, self.path.parent / path
        below = placed.resolve()
        if not below.is_relative_to(folder.resolve()) or ".git" in below.relative_to(folder.resolve()).parts:
            hint = f"pass it on the command line: --{key}"
            raise InputError(f"{self.path}: {key}: {path} is outside the project", hint=hint)
        return str(placed)


class ProjectCommand(click.Command):
    """A command whose parameters take their defaults from the project's table."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.params += [
            click.Option(
                ["--config"],
                type=click.Path(path_type=Path, dir_okay=False),
                metavar="FILE",
                expose_value=False,
                help=f"Read [tool.samescore] from this file. [default: the nearest {_FILE} that has it]",
            ),
            click.Option(
                ["--no-config"], is_flag=True, expose_value=False, help="Ignore the project's [tool.samescore]."
            ),
        ]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line, with the project's defaults."""
        if ctx.resilient_parsing or {"--help", "-h"} & set(args):
            return super().parse_args(ctx, args)
        stated, _, _ = self.make_parser(ctx).parse_args(args=list(args))
        found = None if stated.get("no_config") else table(stated.get("config"))
        if found is not None:
            _check_keys(found, ctx)
        if found is None or not _about(found, stated):
            return super().parse_args(ctx, args)
        defaults = found.defaults(self, without=("against", "tolerance") if stated.get("baseline") else ())
        ctx.default_map = defaults
        try:
            rest = super().parse_args(ctx, args)
        except click.BadParameter as problem:
            if problem.param is not None and problem.param.name in defaults and problem.param.name not in stated:
                key = next(iter(keys_of(problem.param)))
                raise InputError(f"{found.path}: {key}: {problem.message}", hint="correct [tool.samescore]") from None
            raise
        if any(name.startswith("py:") for name in found.implementations):
            from samescore.verbs.lookup.context import searching

            ctx.with_resource(searching(found.path.parent.resolve()))
        taken = {key: value for key, value in found.values.items() if self._uses(ctx, key)}
        if taken:
            complain(f"samescore: {found.path}: {', '.join(f'{key} {_shown(value)}' for key, value in taken.items())}")
        code = (
            [name for name in found.implementations if not name.startswith(_DATA)] if "implementation" in taken else []
        )
        code += [str(taken["python"])] if "python" in taken else []
        if code:
            complain(f"samescore: running {', '.join(code)}, named in {found.path}")
        return rest

    def _uses(self, ctx: click.Context, key: str) -> bool:
        """Return whether the value of a key comes from the project's table."""
        names = [str(parameter.name) for parameter in self.params if key in keys_of(parameter)]
        return any(ctx.get_parameter_source(name) is click.core.ParameterSource.DEFAULT_MAP for name in names)


def keys_of(parameter: click.Parameter) -> list[str]:
    """Return the keys of the table that set a parameter of a command."""
    if parameter.name in _ARGUMENTS:
        return ["implementation"]
    return [name[2:] for name in parameter.opts if name.startswith("--") and name[2:] not in _OF_A_CALL]


def table(named: str | Path | None = None, folder: Path | None = None) -> ProjectTable | None:
    """Load the table from `named`, or from the nearest file with one, from `folder` (default: working folder) upward.

    The search ends at the root of a git repository, or at the user's home. Raises `InputError` for an unreadable or
    malformed file, for a named file without the table, and for a file that is not named and that another user could write.
    """
    if named is not None:
        found = _read(Path(named))
        if found is None:
            raise InputError(f"{named} has no table [tool.samescore]", hint="add this table, or remove --config")
        return found
    try:
        start = (folder or working_folder()).resolve()
    except InputError:  # the working folder was deleted
        return None
    for place in _up_to_the_root(start):
        path = place / _FILE
        if path.is_file() and (found := _read(path)) is not None:
            from samescore.base.trust import check_owner

            hint = f"--config '{path}' reads it anyway, --no-config ignores it"
            check_owner(path, "its [tool.samescore] names programs to run", hint)
            return found
    return None


def _up_to_the_root(start: Path) -> Iterator[Path]:
    """Yield a folder and its parents, up to the root of its repository or the user's home."""
    try:
        home = Path.home().resolve()
    except (RuntimeError, OSError):  # the user has no home
        home = None
    for place in (start, *start.parents):
        yield place
        if place == home or (place / ".git").exists():
            return


def _read(path: Path) -> ProjectTable | None:
    from samescore.base.documents import toml_document
    from samescore.base.files import read_bytes

    raw = read_bytes(path)
    if b"samescore" not in raw:
        return None
    document = toml_document(path, dict[str, Any], _quoted(raw) or "the file must be valid TOML")
    tools = document.get("tool")
    values = tools.get("samescore") if isinstance(tools, dict) else None
    if values is None:
        return None
    if not isinstance(values, dict):
        raise InputError(
            f"{path}: tool.samescore must be a table", hint="write the options below a line [tool.samescore]"
        )
    for key, value in values.items():
        if not _is_readable(key, value):
            hint = "write a string, a number, true or false, a list of these, or (for set) a table"
            raise InputError(f"{path}: {key} in [tool.samescore] cannot be read", hint=hint)
    return ProjectTable(path, values)


def _quoted(raw: bytes) -> str:
    """Return a hint to quote the first unquoted text in the table; empty if there is none."""
    table_lines = raw.decode("utf-8", "replace").partition("[tool.samescore]")[2].partition("\n[")[0]
    for line in table_lines.splitlines():
        match = _UNQUOTED.fullmatch(line.strip())
        if match and match["value"] not in ("true", "false", "inf", "nan"):
            return f'quote the text: {match["key"]} = "{match["value"]}"'
    return ""


def _check_keys(found: ProjectTable, ctx: click.Context) -> None:
    """Raise `InputError` for a key that is not an option of any command that reads the table."""
    program = ctx.find_root().command
    commands = [program.commands[name] for name in _COMMANDS] if isinstance(program, click.Group) else [ctx.command]
    known = sorted({key for command in commands for parameter in command.params for key in keys_of(parameter)})
    for key in found.values:
        if key not in known:
            raise InputError(f"{found.path}: unknown key {key!r:.80} in [tool.samescore]", hint=nearest(key, known))


def _is_readable(key: str, value: object) -> bool:
    if isinstance(value, dict):
        return key == "set" and all(not isinstance(item, dict) and _is_readable("", item) for item in value.values())
    if isinstance(value, list):
        return all(isinstance(item, (str, int, float)) for item in value)
    return isinstance(value, (str, int, float))


def _about(found: ProjectTable, stated: Mapping[str, Any]) -> bool:
    """Return whether a command line names no implementations, or only those in the table."""
    named = next((stated[name] for name in _ARGUMENTS if stated.get(name)), None)
    if not isinstance(named, (str, tuple, list)):
        return True
    return set([named] if isinstance(named, str) else named) <= set(found.implementations)


def _texts(value: Any) -> tuple[str, ...]:
    """Convert a value to the texts that an option accepts."""
    if isinstance(value, dict):
        return tuple(f"{knob}={_shown(setting)}" for knob, setting in value.items())
    return tuple(map(str, value)) if isinstance(value, (list, tuple)) else (str(value),)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(_texts(value))
