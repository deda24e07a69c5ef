"""Standard streams that are closed, full, broken or not UTF-8: exit codes stay right, and no file is lost."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.command import PROGRAM, call_program, records

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/bin/sh").exists(), reason="there is no shell"),
]

CLAIMS = '{"metric": "accuracy", "published": "45.0", "items": 3}\n' * 3


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "claims.jsonl").write_text(CLAIMS, encoding="utf-8")
    (tmp_path / "hyp").write_text("猫 😀 é\nthe cat\n", encoding="utf-8")
    (tmp_path / "ref").write_text("猫 😀 è\nthe cats\n", encoding="utf-8")
    (tmp_path / "gold.tags").write_text("猫 😀 é\n", encoding="utf-8")
    (tmp_path / "tags").write_text("猫 猫 é\n", encoding="utf-8")
    return tmp_path


def _shell(command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A command line, in which S is the program."""
    return subprocess.run(
        ["/bin/sh", "-c", command.replace("S ", f"{shlex.join(PROGRAM)} ", 1)],
        cwd=folder,
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("audit claims.jsonl --report r", 1),
        ("run native -m mcc --report r --junit j --markdown m", 0),
        ("drift native:nltk==3.4.5 native:nltk==3.5 -m gleu --report r", 0),
        ("expect native -m mcc -o r", 0),
        ("score hyp -r nosuch", 2),
    ],
)
def test_closed_streams_change_nothing_else(folder: Path, closed: str, command: str, code: int) -> None:
    done = _shell(f"S {command} {closed}", folder)
    assert done.returncode == code, done.stderr
    assert b"Traceback" not in done.stderr
    written = {path.name: path.read_bytes() for path in folder.glob("?")}
    for path in folder.glob("?"):
        path.unlink()
    _shell(f"S {command}", folder)
    assert {path.name: path.read_bytes() for path in folder.glob("?")} == written
    assert code == 2 or "r" in written


@pytest.mark.parametrize("size", [0, 5000])
@pytest.mark.parametrize(
    "command",
    [
        "run native -m mcc --report r --format jsonl",
        "run native -m mcc --report r",
        "audit claims.jsonl --report r",
    ],
)
def test_a_reader_that_stops_loses_no_file(folder: Path, command: str, size: int) -> None:
    whole = call_program(*command.split(), cwd=folder)
    expected = (folder / "r").read_bytes()
    (folder / "r").unlink()
    with subprocess.Popen(
        [*PROGRAM, *command.split()], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.read(size)
        running.stdout.close()
        errors = running.stderr.read()
    assert running.returncode == (141 if size < len(whole.stdout) else whole.returncode)
    assert errors == b""
    assert (folder / "r").read_bytes() == expected
    assert not (folder / "r.part").exists()


@pytest.mark.parametrize("command", ["score hyp -r ref", "list metrics", "diff hyp -r ref -i native"])
def test_a_command_without_files_stops_with_its_reader(folder: Path, command: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [*PROGRAM, *command.split()], cwd=folder, stdout=writer, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(writer)
    assert done.returncode == 141
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_a_full_standard_output_loses_no_file(folder: Path, form: str) -> None:
    done = _shell(f"S run native -m mcc --report r --junit j --format {form} > /dev/full", folder)
    assert done.returncode == 2
    assert b"writing the output: No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr
    assert records((folder / "r").read_text(encoding="utf-8"))[-1]["type"] == "footer"
    assert (folder / "j").read_text(encoding="utf-8").rstrip().endswith("</testsuites>")


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
@pytest.mark.parametrize(
    "command",
    [
        "score tags -r gold.tags -m f1 --set average=macro --per-class --format jsonl",
        "explain native native:nltk hyp -r ref --format jsonl",
        "explain native native:nltk hyp -r ref --format markdown",
        "golden new mine hyp -r ref",
        "golden export -m mcc",
    ],
)
def test_data_are_utf8_on_every_terminal(folder: Path, command: str, encoding: str) -> None:
    expected = _shell(f"S {command}", folder, PYTHONIOENCODING="utf-8")
    done = _shell(
        f"S {command}", folder, PYTHONIOENCODING=encoding, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0"
    )
    assert done.returncode == expected.returncode
    assert done.stdout == expected.stdout
    assert done.stdout.decode("utf-8")
