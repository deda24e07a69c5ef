"""The build hook: it compiles the kernels (here with a compiler that only counts), and adds JSON to the wheel."""

from __future__ import annotations

import json
import sysconfig
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hatchling.bridge.app import Application

from tools.build_hook import SamescoreHook
from tools.kernels import options

pytestmark = pytest.mark.once

_COMPILED = f"samescore/kernels/ngrams{sysconfig.get_config_var('EXT_SUFFIX')}"
#: Stands in for tools/kernels.py: copies the source as the compiled module, unless there is an error in it.
_COMPILER = f"""
import pathlib, sys
into, source = pathlib.Path(sys.argv[2]), pathlib.Path("src/samescore/kernels/ngrams.py").read_text()
pathlib.Path("runs").open("a").write("x")
if "error" in source:
    sys.exit("there is no compiler")
(into / "{_COMPILED}").parent.mkdir(parents=True)
(into / "{_COMPILED}").write_text(source)
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one kernel and some data."""
    sources = {
        "tools/kernels.py": _COMPILER,
        "src/samescore/kernels/ngrams.py": "one",
        "data/a/b.toml": "b = [1, 1.0]",
        "data/a/c.json": "{}",
        "one.toml": "one = 'ß'",
        "data/infinite.toml": "one = inf",
    }
    for path, text in sources.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    for name in ("SAMESCORE_COMPILE", "SAMESCORE_KEPT_KERNELS", "CFLAGS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _build(project: Path) -> dict[str, str]:
    """Build a wheel; the content of its compiled modules by their path."""
    data: dict[str, Any] = {"force_include": {}}
    shipped = SimpleNamespace(
        force_include={str(project / "data"): "samescore/_data", "one.toml": "samescore/one.toml"}
    )
    hook = SamescoreHook(str(project), {}, shipped, None, "", "wheel", Application())
    try:
        hook.initialize("standard", data)
        made = {name: Path(path).read_text(encoding="utf-8") for path, name in data["force_include"].items()}
        json_form = {name: json.loads(made.pop(name)) for name in list(made) if name.endswith(".json")}
    finally:
        hook.finalize("standard", data, "")
    assert json_form == {"samescore/_data/a/b.toml.json": {"b": [1, 1.0]}, "samescore/one.toml.json": {"one": "ß"}}
    assert bool(made) == bool(data.get("infer_tag")) == (data.get("pure_python") is False)
    return made


def _runs(project: Path) -> int:
    return len((project / "runs").read_text(encoding="utf-8")) if (project / "runs").exists() else 0


def test_every_build_compiles(project: Path) -> None:
    assert _build(project) == _build(project) == {_COMPILED: "one"}
    assert _runs(project) == 2


def test_kept_kernels_are_compiled_once(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAMESCORE_KEPT_KERNELS", str(project / "kept"))
    assert _build(project) == _build(project) == {_COMPILED: "one"}
    assert _runs(project) == 1


@pytest.mark.parametrize("change", ["source", "compiler", "flags"])
def test_kept_kernels_are_those_of_the_same_sources_and_compilers(
    project: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    monkeypatch.setenv("SAMESCORE_KEPT_KERNELS", str(project / "kept"))
    _build(project)
    if change == "source":
        (project / "src/samescore/kernels/ngrams.py").write_text("two", encoding="utf-8")
    elif change == "compiler":
        (project / "tools/kernels.py").write_text(_COMPILER + "# -O1\n", encoding="utf-8")
    else:
        monkeypatch.setenv("CFLAGS", "-O1")
    assert _build(project) == {_COMPILED: "two" if change == "source" else "one"}
    assert _runs(project) == 2
    _build(project)
    assert _runs(project) == 2


def test_kernels_that_do_not_compile_are_not_cached(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAMESCORE_KEPT_KERNELS", str(project / "kept"))
    (project / "src/samescore/kernels/ngrams.py").write_text("error", encoding="utf-8")
    assert _build(project) == {}
    assert not (project / "kept").exists()
    monkeypatch.setenv("SAMESCORE_COMPILE", "1")
    with pytest.raises(RuntimeError, match="there is no compiler"):
        _build(project)
    monkeypatch.setenv("SAMESCORE_COMPILE", "0")
    assert _build(project) == {}
    assert _runs(project) == 2


def test_options_of_the_environment_prevail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CFLAGS", "-O1 -g '-DNAME=a b'")
    assert options()[-3:] == ["-O1", "-g", "-DNAME=a b"]
    monkeypatch.delenv("CFLAGS")
    assert options()
