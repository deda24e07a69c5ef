"""Each guide works in an empty environment with the wheel and the packages that the page installs: ``tox run -e guides``."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.documents import TOP, follow, installed
from tests.wheels import built_wheel

#: The wheel to install.
_WHEEL = built_wheel()
_GUIDES = sorted(str(path.relative_to(TOP)) for path in [TOP / "docs/tour.md", *(TOP / "docs").glob("guide-*.md")])


@pytest.mark.skipif(_WHEEL is None, reason="SAMESCORE_WHEEL is not set: tox run -e guides builds a wheel and sets it")
@pytest.mark.parametrize("page", _GUIDES)
def test_a_guide_needs_only_what_it_installs(page: str, tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    python = environment / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    packages = [f"{_WHEEL}{name.removeprefix('./samescore')}" for name in installed(page) if name.startswith("./")]
    assert len(packages) == 1, "the guide installs samescore once"
    packages += [name for name in installed(page) if not name.startswith("./")]
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
    subprocess.run(command, check=True)
    folder = tmp_path / "work"
    folder.mkdir()
    assert follow(page, folder, python=str(python)) > 0
