"""Released versions in environments of their own. The packages are built by the tests; nothing is downloaded."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from samescore.base.errors import UnknownNameError
from samescore.base.outcome import Unavailable
from samescore.catalogue.profile_files import profile_files
from samescore.catalogue.releases import needs
from samescore.catalogue.vectors import select
from samescore.implementations import InstalledPackage, Release, implementation, interpreters, package_names
from samescore.implementations import environments as kept
from samescore.implementations import release as release_module
from samescore.implementations.interpreters import Interpreter, NoInterpreterError, find, installed_interpreters
from samescore.implementations.names import parse_name, with_python
from samescore.implementations.package import ADAPTERS_FOLDER
from samescore.implementations.release import on_one_python
from samescore.records import Result
from samescore.verbs.judging import run as conform
from samescore.verbs.judging.judge import judge
from tests.wheels import make_wheel

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of wheels, the only place that installers look at, and an empty cache for environments."""
    monkeypatch.setenv("SAMESCORE_CACHE", str(tmp_path / "cache"))
    for name in ("UV_FIND_LINKS", "PIP_FIND_LINKS"):
        monkeypatch.setenv(name, str(tmp_path / "shelf"))
    for name in ("UV_NO_INDEX", "UV_OFFLINE", "PIP_NO_INDEX"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "uv"))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.delenv("PIP_EXTRA_INDEX_URL", raising=False)
    make_wheel(tmp_path / "shelf", "9.1")
    return tmp_path / "shelf"


def _one(name: str) -> Release:
    release = implementation(name)
    assert isinstance(release, Release)
    return release


def _folders(cache: Path) -> list[Path]:
    return [path for path in cache.iterdir() if path.is_dir()]


def _judged(release: Release) -> Result:
    try:
        return judge(release, select(["edit-distance"], "edit-distance-release-exchange-osa")[0])
    finally:
        release.close()


# Making, keeping, removing.


@pytest.mark.slow
@pytest.mark.parametrize("installer", ["uv", "pip"])
def test_a_release_is_installed_once_and_asked_through_its_adapter(
    shelf: Path, installer: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    if installer == "uv":
        pytest.importorskip("uv")
    monkeypatch.setenv("SAMESCORE_INSTALLER", installer)
    caplog.set_level("INFO", "samescore")
    release = _one("rapidfuzz==9.1")
    assert _judged(release).outcome.text in ("3", "3.0")
    assert release.environment is not None
    assert release.environment.installer == installer
    assert release.environment.facts.packages["rapidfuzz"] == "9.1"
    assert [record.getMessage().split(" with ")[0] for record in caplog.records] == ["installing rapidfuzz==9.1"]
    for wheel in shelf.glob("*.whl"):
        wheel.unlink()
    again = _one("rapidfuzz==9.1")  # with nothing left to install it from
    assert _judged(again).outcome.text in ("3", "3.0")
    assert len(caplog.records) == 1
    assert [environment.name for environment in kept.environments()] == [
        again.environment.name if again.environment else ""
    ]
    kept.remove(kept.environments()[0].name)
    assert kept.environments() == []
    assert _one("rapidfuzz==9.1").unavailable() is not None


@pytest.mark.usefixtures("shelf")
def test_an_incomplete_environment_is_installed_again() -> None:
    release = _one("rapidfuzz==9.1")
    assert release.unavailable() is None
    assert release.environment is not None
    folder = Path(release.environment.folder)
    release.close()
    (folder / "environment.json").unlink()
    assert kept.environments() == []
    assert _judged(_one("rapidfuzz==9.1")).outcome.text in ("3", "3.0")


@pytest.mark.usefixtures("shelf")
def test_two_runs_at_once_make_one_environment(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "samescore")
    refusals: list[Unavailable | None] = []
    threads = [threading.Thread(target=lambda: refusals.append(_one("rapidfuzz==9.1").unavailable())) for _ in range(2)]
    code = "from samescore.implementations import implementation; release = implementation('rapidfuzz==9.1'); print(release.unavailable()); release.close()"
    other = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert other.communicate(timeout=120)[0].strip() == "None"
    assert refusals == [None, None]
    assert len(kept.environments()) == 1
    installed = [record for record in caplog.records if record.getMessage().startswith("installing")]
    assert len(installed) <= 1  # the other process may have been first


# What goes wrong.


@pytest.mark.usefixtures("shelf")
def test_a_release_that_does_not_exist_is_unavailable_in_the_installers_words() -> None:
    report = conform.run(["rapidfuzz==9.9", "native:rapidfuzz"], metrics=["edit-distance"], pattern="release-exchange")
    missing, model = report.implementations
    assert "9.9" in missing.unavailable
    assert "rapidfuzz" in missing.unavailable
    assert model.unavailable == ""
    assert {result.verdict.value for result in report.results} >= {"unavailable", "agree"}
    assert report.exit_code == 5
    assert kept.environments() == []
    assert not _folders(kept.cache_folder())


def test_a_crash_inside_a_release_is_its_outcome(shelf: Path) -> None:
    make_wheel(shelf, "9.2", "import os; os._exit(3)")
    result = _judged(_one("rapidfuzz==9.2"))
    assert result.outcome.kind == "crashed"
    assert "exited with status 3" in result.outcome.text
    assert result.verdict.red


def test_a_release_that_cannot_be_imported_says_why(shelf: Path) -> None:
    make_wheel(shelf, "9.3", "pass\nraise RuntimeError('made for another century')")
    refusal = _one("rapidfuzz==9.3").unavailable()
    assert refusal is not None
    assert "made for another century" in refusal.reason


def test_a_release_that_prints_does_not_disturb_the_protocol(shelf: Path) -> None:
    make_wheel(shelf, "9.4", "print('hello', flush=True); import os; os.write(1, b'garbage'); return 3")
    assert _judged(_one("rapidfuzz==9.4")).outcome.text in ("3", "3.0")


def test_a_release_that_eats_memory_is_stopped(shelf: Path) -> None:
    make_wheel(shelf, "9.5", "return len(bytearray(2 ** 40))")
    assert "MemoryError" in _judged(_one("rapidfuzz==9.5")).outcome.text


def test_a_version_with_a_broken_upload_is_not_tried() -> None:
    refusal = _one("sacrebleu==1.4.11").unavailable()
    assert refusal is not None
    assert "cannot run on any interpreter" in refusal.reason
    assert "sacrebleu/tokenizers" in refusal.reason


def test_a_missing_interpreter_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SAMESCORE_CACHE", str(tmp_path))
    monkeypatch.setattr(interpreters, "installed_interpreters", lambda: (Interpreter(Path("/python"), "3.13.0"),))
    refusal = _one("sacrebleu==1.4.12").unavailable()
    assert refusal is not None
    assert "needs Python <3.9 (found: 3.13.0)" in refusal.reason
    assert "mecab" in refusal.reason  # why it needs it
    refusal = _one("sacrebleu==1.5.1@3.2").unavailable()
    assert refusal is not None
    assert "Python 3.2 was not found (found: 3.13.0" in refusal.reason
    refusal = _one("sacrebleu==1.5.1@/no/such/python").unavailable()
    assert refusal is not None
    assert "program not found: /no/such/python" in refusal.reason


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))


@pytest.mark.usefixtures("shelf")
def test_a_disk_that_takes_no_more_leaves_nothing_behind_and_the_run_goes_on(tmp_path: Path) -> None:
    """Files cannot grow beyond 20 kB, as on a full disk; the installer fails, and that is the outcome."""
    command = [sys.executable, "-m", "samescore", "run", "rapidfuzz==9.1", "native:rapidfuzz", "--no-report"]
    done = subprocess.run(
        [*command, "-k", "edit-distance-release"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        preexec_fn=_limited,
        check=False,
    )
    assert done.returncode == 5, done.stdout + done.stderr
    assert "agree" in done.stdout
    assert "Traceback" not in done.stderr
    assert kept.environments() == []


@pytest.mark.usefixtures("shelf")
def test_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a file system of 200 kB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(
        [shutil.which("mount") or "mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(disk)],
        capture_output=True,
        check=False,
    ).returncode:
        pytest.skip("no right to mount a file system")
    try:
        (disk / "filler").write_bytes(b"x" * 190_000)
        monkeypatch.setenv("SAMESCORE_CACHE", str(disk))
        refusal = _one("rapidfuzz==9.1").unavailable()
        assert refusal is not None
        assert "No space left" in refusal.reason or "os error 28" in refusal.reason, refusal.reason
        assert not _folders(disk / "environments")
    finally:
        subprocess.run([shutil.which("umount") or "umount", str(disk)], check=False)


# Interpreters and names.


@pytest.mark.slow
def test_the_adapters_and_the_worker_run_on_the_oldest_interpreter(shelf: Path) -> None:
    oldest = installed_interpreters()[-1]
    for adapter in package_names():
        command = [
            str(oldest.executable),
            "-I",
            str(ADAPTERS_FOLDER / "_worker.py"),
            str(ADAPTERS_FOLDER / f"{adapter}.py"),
            str(2**33),
        ]
        done = subprocess.run(command, input=b'{"op": "stop"}\n', capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b""), (adapter, oldest.version, done.stderr)
    release = _one(f"rapidfuzz==9.1@{oldest.executable}")
    assert _judged(release).outcome.text in ("3", "3.0")
    assert release.environment is not None
    assert release.environment.facts.python == oldest.version
    assert shelf.exists()


@pytest.mark.slow
def test_an_interpreter_is_found_by_its_version_or_by_what_is_allowed() -> None:
    ours = ".".join(map(str, sys.version_info[:3]))
    assert find("", "").version == ours
    assert find(ours, "").version == ours
    assert find(sys.executable, "<3").version == ours  # a program that the user names is taken at his word
    with pytest.raises(NoInterpreterError, match="needs Python <3"):
        find("", "<3")
    with pytest.raises(NoInterpreterError, match="not a Python interpreter"):
        find("/bin/cat", "")


def test_names_of_releases() -> None:
    assert parse_name("sklearn==0.22.2.post1").version == "0.22.2.post1"
    assert parse_name("nltk==3.4.5.sentence_bleu@3.8").python == "3.8"
    assert str(parse_name("nltk==3.4.5.sentence_bleu@3.8")) == "nltk==3.4.5.sentence_bleu@3.8"
    assert with_python("nltk==3.4.5", "3.8") == "nltk==3.4.5@3.8"
    assert with_python("nltk==3.4.5@3.7", "3.8") == "nltk==3.4.5@3.7"
    assert with_python("native:nltk==3.4.5", "3.8") == "native:nltk==3.4.5"
    assert with_python("nltk", "3.8") == "nltk"
    for wrong in ("nltk@3.8", "native:nltk==3.4.5@3.8"):
        with pytest.raises(UnknownNameError, match="released version"):
            parse_name(wrong)


def test_releases_run_on_one_interpreter_that_all_support(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted: list[str] = []

    def found(_: str, allowed: str) -> Interpreter:
        wanted.append(allowed)
        return Interpreter(Path("python"), version)

    monkeypatch.setattr(release_module, "find", found)
    monkeypatch.setattr(release_module, "installed_version", lambda _: "3.9.1")
    version = "3.7.16"
    names = ["sklearn==0.19.2", "nltk==3.9.1", "native:nltk==3.8.1", "py:m:f", "sklearn==0.20@3.6"]
    assert on_one_python(names) == ["sklearn==0.19.2@3.7", "nltk==3.9.1@3.7", *names[2:]]
    assert wanted == [needs("scikit-learn", "0.19.2").python]
    version = ".".join(map(str, sys.version_info[:3]))
    ours = ".".join(version.split(".")[:2])
    assert on_one_python(["nltk==3.8.1", "nltk==3.9.1"]) == [f"nltk==3.8.1@{ours}", "nltk==3.9.1"], "one is installed"


def test_releases_without_a_common_interpreter_run_on_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_: str, allowed: str) -> Interpreter:
        raise NoInterpreterError(f"it needs Python {allowed}")

    monkeypatch.setattr(release_module, "find", none)
    assert on_one_python(["nltk==3.8.1", "nltk==3.9.1"]) == ["nltk==3.8.1", "nltk==3.9.1"]


def test_the_installed_version_is_asked_in_this_process() -> None:
    installed_here = implementation("nltk")
    assert isinstance(installed_here, InstalledPackage)
    if installed_here.version:
        assert isinstance(implementation(f"nltk=={installed_here.version}"), InstalledPackage)
    assert isinstance(implementation("nltk==3.4.5"), Release)


def test_requirements_of_a_release_are_merged() -> None:
    old = needs("scikit_learn", "0.19.2")
    assert old.python == ">=3.6,<3.8"
    assert old.requirements == ("numpy<1.20", "scipy<1.6")
    assert needs("sacrebleu", "2.6.0") == needs("sacrebleu", "2.5.0")
    assert dict(needs("nltk", "3.10.1").environment) == {"NLTK_DISABLE_IMPORT_SECURITY": "1"}


def test_no_version_has_two_profiles_of_one_entry_point() -> None:
    """A version outside every range has no profile."""
    versions = {
        "sacrebleu": "1.1.0 1.1.3 1.1.4 1.1.6 1.1.7 1.2.9 1.2.21 1.3.1 1.3.2 1.4.3 1.4.10 1.4.12 1.4.14 1.5.1 2.0.0 2.1.0 2.2.1 2.3.1 2.3.2 2.6.0",
        "nltk": "3.2.5 3.3 3.4 3.4.5 3.5 3.6 3.6.2 3.6.3 3.6.5 3.6.6 3.8.1 3.9.2 3.9.4 3.10.0 3.10.2 3.10.3 3.10.4",
        "rouge_score": "0.0.2 0.0.4 0.1 0.1.2",
        "sklearn": "0.19.2 0.20.4 0.22 0.24.2 1.2.2 1.3.0 1.3.2 1.4.2 1.5.2 1.7.2 1.8.0 1.9.1",
        "jiwer": "2.3.0 2.4.0 2.6.0 3.0.0 3.0.5 3.1.0 4.0.0",
        "rouge": "0.3.1 0.3.2 1.0.0 1.0.1",
    }
    for name, known in versions.items():
        for version in known.split():
            points = [profile.entry_point for profile in profile_files()[name].current(version)]
            assert points, (name, version)
            assert len(points) == len(set(points)), (name, version)
    for name, unknown in (("sacrebleu", "1.0.3"), ("sacrebleu", "99"), ("nltk", "3.2.4"), ("jiwer", "2.2.0")):
        with pytest.raises(UnknownNameError, match="no profile covers"):
            implementation(f"native:{name}=={unknown}")


@pytest.mark.slow
def test_an_interpreter_that_is_named_is_the_one_that_is_asked(shelf: Path, tmp_path: Path) -> None:
    """Not the one that had that name before; and what is there already serves, however it was asked for."""
    others = [
        interpreter
        for interpreter in installed_interpreters()
        if interpreter.executable.resolve() != Path(sys.executable).resolve()
    ]
    if not others:
        pytest.skip("there is one interpreter only")
    link = tmp_path / "my python@home"
    link.symlink_to(sys.executable)
    first = _one(f"rapidfuzz==9.1@{link}")
    assert first.unavailable() is None
    link.unlink()
    link.symlink_to(others[0].executable)
    second = _one(f"rapidfuzz==9.1@{link}")
    assert second.unavailable() is None
    assert first.environment is not None
    assert second.environment is not None
    assert second.environment.facts.python == others[0].version != first.environment.facts.python
    for wheel in shelf.glob("*.whl"):
        wheel.unlink()
    assert _one("rapidfuzz==9.1").unavailable() is None
    assert _one(f"rapidfuzz==9.1@{others[0].executable}").unavailable() is None
    assert len(kept.environments()) == 2
    for release in (first, second):
        release.close()


@pytest.mark.usefixtures("shelf")
def test_leftovers_are_removed() -> None:
    (kept.cache_folder() / "half-made").mkdir(parents=True)
    assert _one("rapidfuzz==9.1").unavailable() is None
    assert list(kept.leftovers()) == ["half-made"]
    assert len(kept.environments()) == 1
    kept.remove(kept.environments()[0].name)
    assert list(kept.leftovers()) == []
    assert list(kept.cache_folder().iterdir()) == []


def test_a_version_that_is_none_is_a_mistake_in_the_name() -> None:
    with pytest.raises(UnknownNameError, match="is not a version"):
        parse_name("sacrebleu==1!!2")
    assert parse_name("sacrebleu==01.5.1").version == "1.5.1"
