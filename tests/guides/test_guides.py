"""Each guide in an empty environment, with only the wheel and what the page installs: ``tox run -e guides``."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.documents import TOP, follow, installed

#: The folder of the wheel to install.
_WHEELS = os.environ.get("SAMESCORE_WHEELS", "")
_GUIDES = sorted(str(path.relative_to(TOP)) for path in [TOP / "docs/tour.md", *(TOP / "docs").glob("guide-*.md")])


@pytest.mark.skipif(not _WHEELS, reason="SAMESCORE_WHEELS names no folder with a wheel: tox run -e guides")
@pytest.mark.parametrize("page", _GUIDES)
def test_a_guide_needs_only_what_it_installs(page: str, tmp_path: Path) -> None:
    (wheel,) = Path(_WHEELS).glob("*.whl")
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    python = environment / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    packages = [f"{wheel}{name.removeprefix('./samescore')}" for name in installed(page) if name.startswith("./")]
    assert len(packages) == 1, "the guide installs samescore once"
    packages += [name for name in installed(page) if not name.startswith("./")]
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
    subprocess.run(command, check=True)
    folder = tmp_path / "work"
    folder.mkdir()
    assert follow(page, folder, python=str(python)) > 0
