"""The workflows of the CI service: what they run is sound shell, with few rights and no text from outside in it."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

pytestmark = pytest.mark.once

yaml = pytest.importorskip("yaml", reason="pyyaml is not installed: pip install pyyaml")

_TOP = Path(__file__).resolve().parents[2]
_WORKFLOWS = sorted((_TOP / ".github" / "workflows").glob("*.yml"))
#: What others run: workflows to copy, and the action.
_OFFERED = [*sorted((_TOP / "examples").rglob("*.yml")), *_TOP.glob("action.yml")]
#: What a job may write, by workflow and job; all others read the repository at most.
_RIGHTS = {
    ("release", "pypi"): {"id-token": "write"},
    ("release", "npm"): {"id-token": "write"},
    ("site", "publish"): {"pages": "write", "id-token": "write"},
    ("site", "issues"): {"issues": "write"},
    ("release", "github"): {"contents": "write", "id-token": "write", "attestations": "write"},
}


def _read(path: Path) -> dict[Any, Any]:
    document: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return document


def _steps(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The steps of a workflow, each with the name of its job, or those of an action."""
    document = _read(path)
    for name, job in document.get("jobs", {"action": document.get("runs")}).items():
        for step in job.get("steps", ()):
            yield name, step


def _scripts(path: Path) -> list[str]:
    return [step["run"] for _, step in _steps(path) if "run" in step]


def _identifier(path: Path) -> str:
    return path.relative_to(_TOP).as_posix()


def test_there_are_workflows() -> None:
    assert {"ci", "release", "wheels"} <= {path.stem for path in _WORKFLOWS}


@pytest.mark.parametrize("path", [*_WORKFLOWS, *_OFFERED], ids=_identifier)
def test_scripts_are_sound_shell(path: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed")
    for script in _scripts(path):
        done = subprocess.run([bash, "-n"], input=script, capture_output=True, text=True)
        assert done.returncode == 0, f"{script}\n{done.stderr}"


@pytest.mark.parametrize("path", [*_WORKFLOWS, *_OFFERED], ids=_identifier)
def test_no_expression_is_pasted_into_a_script(path: Path) -> None:
    for script in _scripts(path):
        assert "${{" not in script, f"put it into env, and write the variable:\n{script}"


@pytest.mark.parametrize("path", _WORKFLOWS, ids=_identifier)
def test_rights_are_the_least(path: Path) -> None:
    document = _read(path)
    assert document["permissions"] in ({}, {"contents": "read"})
    for name, job in document["jobs"].items():
        assert job.get("permissions", {}) == _RIGHTS.get((path.stem, name), {}), name


@pytest.mark.parametrize("path", _WORKFLOWS, ids=_identifier)
def test_jobs_end_and_keep_no_password(path: Path) -> None:
    for name, job in _read(path)["jobs"].items():
        assert "uses" in job or "timeout-minutes" in job, name
    for name, step in _steps(path):
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step.get("with", {}).get("persist-credentials") is False, name


#: Whatever names an action: workflows, the action, and examples in the documentation.
_NAMING = [*_WORKFLOWS, *_OFFERED, *sorted((_TOP / "docs").glob("*.md"))]


def _used_actions(path: Path) -> list[str]:
    """The actions that a file names, each with its remark."""
    return re.findall(r"^[\s#-]*uses: (.+)$", path.read_text(encoding="utf-8"), re.M)


@pytest.mark.parametrize("path", _NAMING, ids=_identifier)
def test_actions_are_pinned_to_a_commit(path: Path) -> None:
    """A tag can be moved to other code; the remark says which version the commit is, and dependabot.yml updates both."""
    for action in _used_actions(path):
        if action.startswith("./"):
            assert (_TOP / action).exists(), action
        elif not action.startswith("samescore/samescore@"):  # its users choose the version
            assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


def test_an_action_is_the_same_commit_everywhere() -> None:
    used = {action for path in _NAMING for action in _used_actions(path) if "#" in action}
    assert len({action.partition("@")[0] for action in used}) == len(used) >= 10, sorted(used)


@pytest.mark.parametrize("path", _WORKFLOWS, ids=_identifier)
def test_tools_have_the_versions_of_the_constraints(path: Path) -> None:
    """Whatever pip installs in a workflow is constrained, by an option or a variable of the step or the workflow."""
    document = _read(path)
    for _, step in _steps(path):
        script, variables = step.get("run", ""), {**document.get("env", {}), **step.get("env", {})}
        for line in re.findall(r".*pip install.*", script):
            assert "-c tools/constraints.txt" in line or variables.get("PIP_CONSTRAINT") == "tools/constraints.txt", (
                line
            )
        assert "pipx" not in script, "it takes the newest version: install with pip, under tools/constraints.txt"


def test_constraints_apply_in_every_build_environment() -> None:
    """Also where pip and build make environments of their own, and in cibuildwheel's containers."""
    names = {"PIP_CONSTRAINT": "tools/constraints.txt", "PIP_BUILD_CONSTRAINT": "tools/constraints.txt"}
    assert names.items() <= _read(_TOP / ".github" / "workflows" / "wheels.yml")["env"].items()
    table = msgspec.toml.decode((_TOP / "pyproject.toml").read_bytes())["tool"]["cibuildwheel"]
    assert names.items() <= table["environment"].items()
    steps = [step for name, step in _steps(_TOP / ".github" / "workflows" / "release.yml") if name == "vectors"]
    assert any(names.items() <= step.get("env", {}).items() for step in steps)


def test_a_release_has_a_bill_of_materials() -> None:
    jobs = _read(_TOP / ".github" / "workflows" / "release.yml")["jobs"]
    assert "sbom" in jobs["github"]["needs"]
    (names,) = [step["with"]["pattern"] for step in jobs["github"]["steps"] if "pattern" in step.get("with", {})]
    assert "sbom" in names
    script = "".join(step.get("run", "") for step in jobs["sbom"]["steps"])
    assert "cyclonedx_py environment" in script


def test_dependencies_are_audited_every_week() -> None:
    document = _read(_TOP / ".github" / "workflows" / "audit.yml")
    assert re.fullmatch(r"\d+ \d+ \* \* \d", document[True]["schedule"][0]["cron"])
    assert any(
        "--strict" in script and "tools/constraints.txt" in script
        for script in _scripts(_TOP / ".github" / "workflows" / "audit.yml")
        if "pip_audit" in script
    )


def test_kernels_are_sanitized_every_night() -> None:
    document = _read(_TOP / ".github" / "workflows" / "sanitize.yml")
    assert re.fullmatch(r"\d+ \d+ \* \* \*", document[True]["schedule"][0]["cron"])
    parser = configparser.ConfigParser()
    parser.read(_TOP / "tox.ini")
    scripts = "\n".join(_scripts(_TOP / ".github" / "workflows" / "sanitize.yml"))
    nightly = re.findall(r"^nightly = (.+)$", parser["tox"]["labels"], re.M)
    assert nightly == re.findall(r"-e (\w+)", scripts) == ["sanitize"]
    assert "testenv:sanitize" in parser.sections()


def test_only_a_version_tag_triggers_a_release() -> None:
    document = _read(_TOP / ".github" / "workflows" / "release.yml")
    assert document[True] == {"push": {"tags": ["v[0-9]+.[0-9]+.[0-9]+*"]}}  # YAML 1.1 reads the key `on` as true
    for name in ("pypi", "npm"):
        assert document["jobs"][name]["environment"] == name
        assert set(document["jobs"][name]["needs"]) == {"ci", "wheels", "vectors"}
        assert not any("checkout" in step.get("uses", "") for step in document["jobs"][name]["steps"])
    for job in ("ci", "wheels", "vectors"):
        assert document["jobs"][job]["needs"] == "check"


def test_every_environment_of_tox_is_run() -> None:
    parser = configparser.ConfigParser()
    parser.read(_TOP / "tox.ini")
    jobs = _read(_TOP / ".github" / "workflows" / "ci.yml")["jobs"]
    matrix = jobs["tests"]["strategy"]["matrix"]
    asked = {*matrix["environment"], *(entry["environment"] for entry in matrix["include"])}
    named = {
        name
        for script in _scripts(_TOP / ".github" / "workflows" / "ci.yml")
        for name in re.findall(r"-e (\w+)", script)
    }
    whole = re.search(r"^whole = (.+)$", parser["tox"]["labels"], re.M)
    listed = set(re.split(r",\s*", whole[1] if whole else ""))
    assert set(re.split(r",\s*", parser["tox"]["env_list"])) < listed <= asked | named
    known = listed | {name.removeprefix("testenv:") for name in parser.sections()} | {"py314", "dask"}
    assert asked | named <= known


@pytest.mark.parametrize("path", sorted((_TOP / ".github" / "ISSUE_TEMPLATE").glob("*.yml")), ids=_identifier)
def test_forms_ask_for_the_reproduction_and_the_version(path: Path) -> None:
    form = _read(path)
    if path.stem == "config":
        assert form["blank_issues_enabled"] is False
        return
    assert form.keys() == {"name", "description", "labels", "body"}
    fields = {field["id"]: field for field in form["body"]}
    assert len(fields) == len(form["body"])
    for name in ("reproduction", "version"):
        assert fields[name]["validations"] == {"required": True}
    assert "samescore --version" in fields["version"]["attributes"]["label"]
    for field in form["body"]:
        assert field["type"] in {"input", "textarea"}
        assert field["attributes"]["label"]


def test_hooks_of_a_commit_exist() -> None:
    hooks = [hook for repository in _read(_TOP / ".pre-commit-config.yaml")["repos"] for hook in repository["hooks"]]
    assert {"ruff-check", "ruff-format", "golden-vectors"} <= {hook["id"] for hook in hooks}
    for hook in hooks:
        if "entry" in hook:
            assert hook["language"] == "system"
            re.compile(hook.get("files", ""))
