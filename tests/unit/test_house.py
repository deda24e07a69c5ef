"""The structure of the code: allowed imports, the size of modules."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest

import samescore
from samescore.implementations import package_names
from tests.unit.house_arrows import ARROWS, GIVES, IN_VERBS

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_PACKAGE = Path(samescore.__file__).parent

#: The one rule of imports: a module imports from its own floor and from those below it. From the ground up.
_FLOORS = (
    {"base", "kernels"},
    {"settings", "data", "text"},
    {"metrics", "records"},
    {"catalogue", "report"},
    {"implementations", "generators"},
    {"verbs"},
    {"cli", "compat", "python", "pytest_plugin", "scale", "strategies"},
)
#: Rooms that import less than their floor allows: these names, and no others of ours.
_ALLOWED = {
    "kernels": {"kernels"},
    "report": {"report", "records", "base"},
}
_MODULES = sorted(path for path in _PACKAGE.rglob("*.py") if "_data" not in path.parts)


def _floor(room: str) -> int:
    heights = [height for height, rooms in enumerate(_FLOORS) if room in rooms]
    assert heights, f"{room} is on no floor: name it in _FLOORS"
    return heights[0]


#: The items that make a list a command line of an interpreter.
_OF_COMMANDS = {"-m", "-c", "venv", "pip", "ensurepip", "virtualenv"}


def _commands(tree: ast.AST) -> list[list[str]]:
    """The lists and tuples of a module with one of `_OF_COMMANDS`, as the texts of their items."""
    return [
        [ast.unparse(item) for item in node.elts]
        for node in ast.walk(tree)
        if isinstance(node, (ast.List, ast.Tuple))
        and any(isinstance(item, ast.Constant) and item.value in _OF_COMMANDS for item in node.elts)
    ]


class _Names(NamedTuple):
    """What a file imports and calls, anywhere in it, and what could be its command lines: see `_commands`."""

    imports: frozenset[str]
    calls: frozenset[str]
    commands: list[list[str]]


@cache
def _names(path: Path) -> _Names:
    """Read a file once for all tests; its syntax tree, which is large, is not kept."""
    imports, calls = set(), set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imports |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            imports.add(node.module)
            if node.module == "samescore":
                imports |= {f"samescore.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Call):
            calls.add(ast.unparse(node.func))
            if isinstance(node.func, ast.Attribute):
                calls.add(f".{node.func.attr}")
    return _Names(frozenset(imports), frozenset(calls), _commands(tree))


def _imports(path: Path) -> frozenset[str]:
    """The modules that a file imports."""
    return _names(path).imports


def _calls(path: Path) -> frozenset[str]:
    """What a file calls, as far as it is a name with dots: ``click.echo``, and ``.read_bytes`` of anything."""
    return _names(path).calls


def _room(path: Path) -> str:
    return path.relative_to(_PACKAGE).parts[0].removesuffix(".py")


_BY_ROOM = {room: list(paths) for room, paths in groupby(_MODULES, key=_room)}


def _arrows(paths: Iterable[Path], prefix: str, own: str) -> set[str]:
    """The rooms below `prefix` that some files import, but their own."""
    imported = {name for path in paths for name in _imports(path) if name.startswith(prefix)}
    return {name.removeprefix(prefix).partition(".")[0] for name in imported} - {own}


_ROOMS = [room for room in _BY_ROOM if not room.startswith("__")]


@pytest.mark.parametrize("room", _ROOMS)
def test_a_room_imports_what_the_table_says(room: str) -> None:
    imported = _arrows(_BY_ROOM[room], "samescore.", room)
    assert imported == set(ARROWS[room].split()), "tests/unit/house_arrows.py: an arrow that is gone leaves the table"


def test_a_room_of_the_verbs_imports_what_the_table_says() -> None:
    rooms: dict[str, list[Path]] = {}
    for path in _BY_ROOM["verbs"]:
        rooms.setdefault(path.relative_to(_PACKAGE / "verbs").parts[0].removesuffix(".py"), []).append(path)
    found = {room: _arrows(paths, "samescore.verbs.", room) for room, paths in rooms.items()}
    assert {room: arrows for room, arrows in found.items() if arrows} == {
        room: set(arrows.split()) for room, arrows in IN_VERBS.items()
    }


def test_the_table_of_arrows_says_what_each_room_gives() -> None:
    assert set(GIVES) == {name for arrows in ARROWS.values() for name in arrows.split()}
    assert set(ARROWS) == set(_ROOMS)


@pytest.mark.parametrize("room", _ROOMS)
def test_imports_run_downwards(room: str) -> None:
    for path in _BY_ROOM[room]:
        for name in (name for name in _imports(path) if name.startswith("samescore.")):
            imported = name.split(".")[1]
            assert _floor(imported) <= _floor(room), f"{path.name} imports {name}, which is above it"
            assert imported in _ALLOWED.get(room, {imported}), f"{room} may not import {name}"


def test_no_two_modules_import_each_other_in_a_circle() -> None:
    names = {".".join(("samescore", *path.relative_to(_PACKAGE).with_suffix("").parts)): path for path in _MODULES}
    arrows = {name: {other for other in _imports(path) if other in names} for name, path in names.items()}
    while True:
        leaves = [name for name, targets in arrows.items() if not targets & arrows.keys()]
        if not leaves:
            break
        for name in leaves:
            del arrows[name]
    assert not arrows, f"these import each other: {sorted(arrows)}"


@pytest.mark.parametrize("room", _BY_ROOM)
def test_only_adapters_import_peers(room: str) -> None:
    for path in _BY_ROOM[room]:
        peers = {name.split(".")[0] for name in _imports(path)} & set(package_names())
        if room == "python":
            peers -= {"pandas"}  # a result as a data frame; pandas computes nothing
        if room == "compat":
            peers -= {"numpy"}  # scikit-learn's and seqeval's functions take and return its arrays
        if path.parent.name == "adapters" and path.stem != "__init__":
            assert not any(name.startswith("samescore") for name in _imports(path)), (
                f"{path}: an adapter runs on its own"
            )
            assert peers - {"numpy"} <= {path.stem}, path  # which SciPy and others bring along
        else:
            assert not peers, path


@pytest.mark.parametrize("room", _BY_ROOM)
def test_modules_fit_in_the_head(room: str) -> None:
    for path in _BY_ROOM[room]:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, path


@pytest.mark.parametrize("room", ["cli", "report", "verbs"])
def test_text_reaches_the_screen_through_one_module(room: str) -> None:
    for path in _BY_ROOM[room]:
        if path != _PACKAGE / "cli" / "screen.py":
            printing = {"click.echo", "click.secho", "print", "sys.stdout.write", "sys.stderr.write"} & _calls(path)
            assert not printing, f"{path}: print with cli/screen.py: nothing from outside may reach a terminal raw"
        if path != _PACKAGE / "report" / "terminal" / "tables.py":
            assert "rich.text" not in _imports(path), f"{path}: write lines and cells with report/terminal/tables.py"


#: Modules that read what samescore or the kernel has written, or answers of programs, which they bound themselves.
_READ_THEMSELVES = {
    "base/documents.py",
    "base/files.py",
    "implementations/installed_files.py",
    "implementations/pipes.py",
    "implementations/supervisor.py",
    "implementations/worker.py",
    "metrics/ifeval/forms.py",  # the instruction is to write what json.loads reads
    "records/file.py",
    "verbs/audit/workers.py",
    "verbs/golden/lint.py",
}


@pytest.mark.parametrize("room", _BY_ROOM)
def test_files_are_opened_and_decoded_by_one_module_each(room: str) -> None:
    reading = {".read_bytes", ".read_text", "open", "json.load", "json.loads"}
    decoding = {"msgspec.json.decode", "msgspec.toml.decode", "msgspec.json.Decoder", "tomllib.load"}
    for path in _BY_ROOM[room]:
        if path.parent.name != "adapters" and path.relative_to(_PACKAGE).as_posix() not in _READ_THEMSELVES:
            read_here = (reading | decoding) & _calls(path)
            assert not read_here, f"{path}: read with base/files.py and base/documents.py: they bound what they read"


@pytest.mark.parametrize("room", _BY_ROOM)
def test_the_working_folder_is_asked_for_by_one_module(room: str) -> None:
    for path in _BY_ROOM[room]:
        if path != _PACKAGE / "base" / "folders.py":
            asked = {"Path.cwd", "os.getcwd", ".absolute", "os.path.abspath"} & _calls(path)
            assert not asked, f"{path}: take base/folders.py: the folder may be deleted"


def test_adapters_parse_with_the_grammar_of_python_3_6() -> None:
    for path in (_PACKAGE / "implementations" / "adapters").glob("*.py"):
        ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 6))


#: The modules that start programs: one for all, and the program that it starts them with.
_START_PROGRAMS = {"implementations/processes.py", "implementations/supervisor.py"}
#: Calls that start a program, by the ends of their names.
_STARTING = (
    *("subprocess.run", "subprocess.Popen", "subprocess.call", "subprocess.check_call", "subprocess.check_output"),
    *("os.system", "os.popen", "os.execv", "os.execve", "os.execvp", "os.execvpe", "os.execl", "os.execlp"),
    *("os.spawnv", "os.spawnl", "os.posix_spawn", "os.posix_spawnp", "os.startfile"),
    *("asyncio.create_subprocess_exec", "asyncio.create_subprocess_shell", "pty.spawn"),
)


def _module_calls(tree: ast.AST) -> set[str]:
    return {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}


def _unsafe_commands(commands: list[list[str]]) -> list[list[str]]:
    """Commands that run a module (or a text) with an interpreter that searches the working folder for modules."""
    return [
        command
        for command in commands
        if any(
            word in ("'-m'", "'-c'") and index and index < len(command) - 1 and "'-I'" not in command[:index]
            for index, word in enumerate(command)
            if re.search(r"python|executable|interpreter|[^\w]uv\b", " ".join(command[:index]))
        )
    ]


def test_programs_are_started_by_one_module() -> None:
    for path in _MODULES:
        if path.relative_to(_PACKAGE).as_posix() not in _START_PROGRAMS:
            starting = _calls(path) & set(_STARTING)
            assert not starting, f"{path}: start programs with implementations/processes.py"


def test_no_interpreter_runs_a_module_of_the_working_folder() -> None:
    """``-m`` and ``-c`` put the working folder first on the path; ``-I`` before them does not."""
    for path in _MODULES:
        unsafe = _unsafe_commands(_names(path).commands)
        assert not unsafe, f"{path}: {unsafe}: write -I before -m and -c"
    for wrong in ("[sys.executable, '-m', 'uv']", "[str(python), '-W', 'ignore', '-m', 'pip', 'install']"):
        assert _unsafe_commands(_commands(ast.parse(wrong))), wrong
    for right in ("[sys.executable, '-I', '-m', 'uv']", "['run', '-m', metric]"):
        assert not _unsafe_commands(_commands(ast.parse(right))), right


def test_workers_are_started_with_a_safe_module_path() -> None:
    """`multiprocessing` and Dask start them with ``python -c``, whatever is in the working folder."""
    starting = {"get_context", "multiprocessing.Process", "Process", "Pool", "ProcessPoolExecutor", "LocalCluster"}
    found = 0
    for path in _MODULES:
        calls = _calls(path)
        if starting & calls:
            assert "safe_module_path" in calls, f"{path}: start them in safe_module_path()"
            found += 1
    assert found == 2, "the workers of audit, and those of Dask"


def test_installers_are_called_by_one_function() -> None:
    """It chooses the folder, the variables and the options that keep the working folder out."""
    naming = {repr(word) for word in _OF_COMMANDS - {"-m", "-c"}}
    for path in _MODULES:
        installing = [command for command in _names(path).commands if naming & set(command)]
        if path.relative_to(_PACKAGE).as_posix() == "implementations/installing.py":
            assert len(installing) == 4, "it has the commands of both installers"
            callers = {
                function.name
                for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                if isinstance(function, ast.FunctionDef) and "_steps" in _module_calls(function)
            }
            assert callers == {"install"}
        else:
            assert not installing, f"{path}: install with implementations/installing.py"
