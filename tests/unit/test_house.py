"""The structure of the code: allowed imports, the size of modules."""

from __future__ import annotations

import ast
from itertools import groupby
from pathlib import Path

import pytest

import samescore
from samescore.implementations import package_names

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

_PACKAGE = Path(samescore.__file__).parent

#: The one rule of imports: a module imports from its own floor and from those below it. From the ground up.
_FLOORS = (
    {"_version", "errors", "on_demand", "outcome", "kernels"},
    {"settings", "data", "text"},
    {"metrics"},
    {"catalogue", "records"},
    {"implementations", "generators", "strategies"},
    {"verbs", "report", "scale"},
    {"api"},
    {"cli", "pytest_plugin"},
)
#: Rooms that import less than their floor allows: these names, and no others of ours.
_ALLOWED = {
    "kernels": {"kernels"},
    "report": {"report", "records", "errors", "outcome"},
}
_MODULES = sorted(path for path in _PACKAGE.rglob("*.py") if "_data" not in path.parts)


def _floor(room: str) -> int:
    heights = [height for height, rooms in enumerate(_FLOORS) if room in rooms]
    assert heights, f"{room} is on no floor: name it in _FLOORS"
    return heights[0]


def _imports(path: Path) -> set[str]:
    """The modules that a file imports, anywhere in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            if node.module == "samescore":
                names |= {f"samescore.{alias.name}" for alias in node.names}
    return names


def _room(path: Path) -> str:
    return path.relative_to(_PACKAGE).parts[0].removesuffix(".py")


_BY_ROOM = {room: list(paths) for room, paths in groupby(_MODULES, key=_room)}


@pytest.mark.parametrize("room", [room for room in _BY_ROOM if not room.startswith("__")])
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
        if room == "api":
            peers -= {"pandas"}  # a result as a data frame; pandas computes nothing
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


def _calls(path: Path) -> set[str]:
    """What a file calls, as far as it is a name with dots: ``click.echo``, and ``.read_bytes`` of anything."""
    calls = [node.func for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    return {ast.unparse(call) for call in calls} | {
        f".{call.attr}" for call in calls if isinstance(call, ast.Attribute)
    }


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
    "data/documents.py",
    "data/files.py",
    "implementations/pipes.py",
    "implementations/supervisor.py",
    "implementations/worker.py",
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
            assert not read_here, f"{path}: read with data/files.py and data/documents.py: they bound what they read"


def test_what_runs_beside_old_releases_is_parsed_by_the_oldest_grammar() -> None:
    for path in (_PACKAGE / "implementations" / "adapters").glob("*.py"):
        ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 6))
