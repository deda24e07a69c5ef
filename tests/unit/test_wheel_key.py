"""The key under which the action caches its wheel."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from samescore import __version__
from tools.wheel_key import TOP, wheel_key

pytestmark = pytest.mark.once


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with a file in each of some places."""
    for name in ("pyproject.toml", "golden/a.json", "src/samescore/b.py", "tools/build_hook.py", "tests/c.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1", encoding="utf-8")
    version = tmp_path / "src" / "samescore" / "base" / "version.py"
    version.parent.mkdir()
    version.write_text('__version__ = "1.2.3"\n', encoding="utf-8")
    return tmp_path


def test_the_script_prints_an_output_of_a_step() -> None:
    script = [sys.executable, "-I", "-S", str(TOP / "tools" / "wheel_key.py")]
    printed = subprocess.run(script, capture_output=True, text=True, check=True).stdout
    assert printed == f"key={wheel_key()}\n"
    assert re.fullmatch(r"key=samescore-[\w.+-]{1,200}\n", printed), (
        "a cache's key has no comma and at most 512 characters"
    )
    assert f"-{__version__}-{sys.implementation.cache_tag}" in printed


@pytest.mark.parametrize(
    "name", ["pyproject.toml", "golden/a.json", "src/samescore/b.py", "tools/build_hook.py", "tools/kernels.h"]
)
def test_another_source_has_another_key(checkout: Path, name: str) -> None:
    before = wheel_key(checkout)
    (checkout / name).write_text("2", encoding="utf-8")
    changed = wheel_key(checkout)
    (checkout / name).rename(checkout / "golden" / "renamed")
    assert len({before, changed, wheel_key(checkout)}) == 3


def test_the_wheel_key_ignores_files_outside_the_wheel(checkout: Path) -> None:
    before = wheel_key(checkout)
    (checkout / "tests" / "c.py").write_text("2", encoding="utf-8")
    (checkout / "src" / "samescore" / "b.so").write_text("2", encoding="utf-8")
    (checkout / "src" / "__pycache__").mkdir()
    (checkout / "src" / "__pycache__" / "b.py").write_text("2", encoding="utf-8")
    assert wheel_key(checkout) == before


def test_the_interpreter_the_platform_and_the_switch_are_part_of_the_key(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = {wheel_key(checkout)}
    monkeypatch.setattr("sysconfig.get_platform", lambda: "other")
    keys.add(wheel_key(checkout))
    monkeypatch.setattr("platform.libc_ver", lambda: ("glibc", "9"))
    keys.add(wheel_key(checkout))
    monkeypatch.setattr("sys.abiflags", "t", raising=False)
    keys.add(wheel_key(checkout))
    monkeypatch.setenv("SAMESCORE_COMPILE", "0" * 3)
    keys.add(wheel_key(checkout))
    assert len(keys) == 5


def test_a_checkout_without_a_version_is_an_error(checkout: Path) -> None:
    (checkout / "src" / "samescore" / "base" / "version.py").write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match="has no version of samescore"):
        wheel_key(checkout)
