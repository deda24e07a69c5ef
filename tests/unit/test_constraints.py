"""tools/constraints.txt: one version of everything that the package, its extras and its developers install."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

pytestmark = pytest.mark.once

_TOP = Path(__file__).resolve().parents[2]
_CONSTRAINTS, _TOOLS = _TOP / "tools" / "constraints.txt", _TOP / "tools" / "constraints.in"
#: Environments of every supported interpreter, on the systems that wheels are built for.
_ENVIRONMENTS = [
    {"python_version": f"3.{minor}", "python_full_version": f"3.{minor}.5", "sys_platform": system}
    for minor in range(10, 15)
    for system in ("linux", "darwin", "win32")
]


def _requirements(path: Path) -> list[Requirement]:
    lines = [line.partition("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines()]
    return [Requirement(line) for line in lines if line]


def _asked() -> list[Requirement]:
    """What the package, the extras named in the command above the tools, and the tools need."""
    project = msgspec.toml.decode((_TOP / "pyproject.toml").read_bytes())
    extras = re.findall(r"--extra (\S+)", _TOOLS.read_text(encoding="utf-8"))
    assert len(extras) >= 6
    texts = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    texts += [text for extra in extras for text in project["project"]["optional-dependencies"][extra]]
    return [*map(Requirement, texts), *_requirements(_TOOLS)]


def _applies(requirement: Requirement, environment: dict[str, str]) -> bool:
    return requirement.marker is None or requirement.marker.evaluate(environment)


@pytest.mark.parametrize(
    "environment", _ENVIRONMENTS, ids=lambda facts: f"{facts['python_version']}-{facts['sys_platform']}"
)
def test_everything_has_one_version_that_fits(environment: dict[str, str]) -> None:
    versions: dict[str, str] = {}
    for pinned in _requirements(_CONSTRAINTS):
        if _applies(pinned, environment):
            name, (specifier,) = canonicalize_name(pinned.name), pinned.specifier
            assert specifier.operator == "==", pinned
            assert name not in versions, f"{name} has two versions"
            versions[name] = specifier.version
    for asked in _asked():
        if _applies(asked, environment):
            name = canonicalize_name(asked.name)
            assert name in versions, f"{name} has none: {_TOOLS.name} says how to renew them"
            assert asked.specifier.contains(versions[name], prereleases=True), f"{asked}, but {versions[name]}"


def test_the_command_in_the_tools_is_the_one_that_was_run() -> None:
    said = re.search(r"# +(uv pip compile .+\\\n.+)\n", _TOOLS.read_text(encoding="utf-8"))
    ran = re.search(r"# +(uv pip compile .+)\n", _CONSTRAINTS.read_text(encoding="utf-8"))
    assert said
    assert ran
    words = re.sub(r"\\\n# +", "", said[1]).replace("--upgrade ", "").split()
    assert set(words) - {"pyproject.toml", "tools/constraints.in"} == set(ran[1].split()) - {
        "pyproject.toml",
        "tools/constraints.in",
    }
