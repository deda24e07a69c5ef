"""The files that commands write: never an input, never half, never two at once, and none lost for another."""

from __future__ import annotations

import errno
import os
import shlex
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pytest

from samescore.catalogue import paths
from samescore.records.file import OutputFile
from tests.command import PROGRAM, call, call_program, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

CLAIMS = """{"metric": "BLEU", "published": "27.3", "hypotheses": "hyp.txt", "references": ["ref.txt"]}
{"metric": "accuracy", "published": "45.0", "items": 3}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "claims.jsonl").write_text(CLAIMS, encoding="utf-8")
    (tmp_path / "hyp.txt").write_text("the cat sat on the mat\n", encoding="utf-8")
    (tmp_path / "ref.txt").write_text("the cat sat on a mat\n", encoding="utf-8")
    done = call("run", "native:sklearn", "-m", "mcc", "--report", "mcc.jsonl", "--all-answers", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (tmp_path / "wer.py").write_text("def wer(hypotheses, references):\n    return 0.5\n", encoding="utf-8")
    expectations = 'implementation = "native"\n[expected]\n"mcc-perfect" = "no"\n'
    (tmp_path / "expect.toml").write_text(expectations, encoding="utf-8")
    return tmp_path


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize(
    ("command", "written"),
    [
        ("audit claims.jsonl --report claims.jsonl", "claims.jsonl"),
        ("audit claims.jsonl --report hyp.txt", "hyp.txt"),
        ("audit claims.jsonl --report ref.txt", "ref.txt"),
        ("audit claims.jsonl --report ref.txt --resume", "ref.txt"),
        ("run replay:mcc.jsonl --report mcc.jsonl", "mcc.jsonl"),
        ("run replay:mcc.jsonl#native:sklearn --no-report --junit mcc.jsonl", "mcc.jsonl"),
        ("run native -m mcc --no-report --markdown expect.toml --expect expect.toml", "expect.toml"),
        ("run native -m mcc --against mcc.jsonl --report mcc.jsonl", "mcc.jsonl"),
        ("run native -m mcc --against mcc.jsonl --no-report --junit mcc.jsonl", "mcc.jsonl"),
        ("run py:wer:wer --report wer.py", "wer.py"),
        (f"run 'cmd:{sys.executable} wer.py' --report wer.py", "wer.py"),
        ("drift mcc.jsonl mcc.jsonl --report mcc.jsonl", "mcc.jsonl"),
        ("drift replay:mcc.jsonl native:nltk==3.5 --markdown mcc.jsonl", "mcc.jsonl"),
        ("expect replay:mcc.jsonl -o mcc.jsonl", "mcc.jsonl"),
    ],
)
@pytest.mark.parametrize("alias", ["", "hard link", "symbolic link"])
def test_an_output_that_is_an_input_is_refused(folder: Path, command: str, written: str, alias: str) -> None:
    arguments = shlex.split(command)
    if alias:  # another name of the same file
        (folder / "alias").hardlink_to(folder / written) if alias == "hard link" else (folder / "alias").symlink_to(
            written
        )
        last = max(k for k, argument in enumerate(arguments) if argument == written)
        arguments[last] = "alias"
    before = _contents(folder)
    done = call(*arguments, cwd=folder, PYTHONPATH=str(folder))
    assert done.returncode == 2
    assert "would overwrite" in done.stderr
    assert _contents(folder) == before


@pytest.mark.parametrize(
    "command",
    [
        "compare hyp.txt -r ref.txt --html hyp.txt",
        "compare hyp.txt -r ref.txt --html ref.txt",
        "diff hyp.txt -r ref.txt --html hyp.txt",
        "diff hyp.txt -r ref.txt --html ref.txt",
        "explain native:sacrebleu native:nltk hyp.txt -r ref.txt --html hyp.txt",
        "explain native:sacrebleu native:nltk hyp.txt -r ref.txt --html ref.txt",
        "identify py:wer:wer --html wer.py",
        "identify py:wer:wer --profile-skeleton wer.py",
        "fuzz native:jiwer py:wer:wer -m wer --report wer.py",
        "fuzz native:jiwer py:wer:wer -m wer --vectors wer.py",
        "fuzz native:jiwer py:wer:wer -m wer --html wer.py",
        "render mcc.jsonl --html mcc.jsonl",
        "render mcc.jsonl --badge mcc.jsonl",
        "audit table.md --guess -o table.md",
        "audit claims.jsonl --html claims.jsonl",
        "audit claims.jsonl --html ref.txt",
        "audit table.toml --html table.toml",
        "audit table.toml --html table.md",
    ],
)
def test_no_command_overwrites_what_it_reads(folder: Path, command: str) -> None:
    (folder / "table.md").write_text("| system | BLEU |\n|---|---|\n| a | 27.3 |\n", encoding="utf-8")
    described = 'file = "table.md"\n[[table]]\n[[table.column]]\ntitle = "BLEU"\nmetric = "BLEU"\n'
    (folder / "table.toml").write_text(described, encoding="utf-8")
    before = _contents(folder)
    done = call(*shlex.split(command), cwd=folder, PYTHONPATH=str(folder))
    assert (done.returncode, "would overwrite" in done.stderr) == (2, True), done.stderr
    assert _contents(folder) == before


@pytest.mark.parametrize(("option", "remedy"), [("--report", "--report, or --no-report"), ("--junit", "--junit")])
def test_the_remedy_is_about_the_output_that_fails(folder: Path, option: str, remedy: str) -> None:
    done = call("run", "native", "-m", "gleu", option, "nowhere/file", cwd=folder)
    assert done.stderr.rstrip().endswith(f"hint: choose another {remedy}")


def test_two_outputs_in_one_file_are_refused(folder: Path) -> None:
    before = _contents(folder)
    for other in ("x", "./x", "x.part", str(folder / "x")):
        done = call("run", "native", "-m", "mcc", "--report", "x", "--junit", other, cwd=folder)
        assert done.returncode == 2
        assert "is also written by --report" in done.stderr
    assert _contents(folder) == before


def test_golden_vectors_are_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "golden" / "mcc" / "articles.json"
    path.parent.mkdir(parents=True)
    path.write_text("{}\n", encoding="utf-8")
    with mock.patch.object(paths, "data_folder", lambda name: tmp_path / name):
        for arguments in (("golden", "export", "-m", "mcc", "-o"), ("run", "native", "-m", "mcc", "--report")):
            done = call(*arguments, str(path), cwd=tmp_path)
            assert done.returncode == 2
            assert "would overwrite golden vectors" in done.stderr
    assert path.read_text(encoding="utf-8") == "{}\n"


def test_a_file_that_is_no_claims_leaves_the_report_alone(folder: Path) -> None:
    (folder / "r.jsonl").write_text("old\n", encoding="utf-8")
    for claims in ("nosuch.jsonl", "hyp.txt", "expect.toml"):
        done = call("audit", claims, "--report", "r.jsonl", cwd=folder)
        assert done.returncode == 2, claims
        assert (folder / "r.jsonl").read_text(encoding="utf-8") == "old\n"
        assert not (folder / "r.jsonl.part").exists()


def test_two_processes_cannot_write_one_file(folder: Path) -> None:
    (folder / "r.jsonl").write_text("old\n", encoding="utf-8")
    first = OutputFile(folder / "r.jsonl")
    first.write(b"one\n")
    done = call_program("run", "native", "-m", "mcc", "--report", "r.jsonl", cwd=folder)
    assert done.returncode == 2
    assert "another process is writing the report r.jsonl" in done.stderr
    first.write(b"two\n")
    first.finish()
    assert (folder / "r.jsonl").read_bytes() == b"one\ntwo\n"
    assert call("run", "native", "-m", "mcc", "--report", "r.jsonl", cwd=folder).returncode == 0


def test_the_old_file_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    (tmp_path / "r").write_bytes(b"old")
    output = OutputFile(tmp_path / "r")
    output.write(b"new")
    assert (tmp_path / "r").read_bytes() == b"old"
    assert (tmp_path / "r.part").read_bytes() == b"new"
    output.finish()
    assert (tmp_path / "r").read_bytes() == b"new"
    assert not (tmp_path / "r.part").exists()


def test_a_part_is_kept_until_something_else_is_written(tmp_path: Path) -> None:
    (tmp_path / "r.part").write_bytes(b"of an interrupted process")
    output = OutputFile(tmp_path / "r")
    output.leave()
    assert (tmp_path / "r.part").read_bytes() == b"of an interrupted process"
    output = OutputFile(tmp_path / "r")
    assert output.earlier() == b"of an interrupted process"
    output.begin(b"of an inter")
    output.write(b"!")
    output.finish()
    assert (tmp_path / "r").read_bytes() == b"of an inter!"
    OutputFile(tmp_path / "r").leave()
    assert not (tmp_path / "r.part").exists()


def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "r").write_bytes(b"old")
    (tmp_path / "real" / "r").chmod(0o640)
    (tmp_path / "link").symlink_to(Path("real", "r"))
    output = OutputFile(tmp_path / "link")
    output.write_whole(b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real" / "r").read_bytes() == b"new"
    assert stat.S_IMODE((tmp_path / "real" / "r").stat().st_mode) == 0o640
    assert [path.name for path in (tmp_path / "real").iterdir()] == ["r"]


def test_a_part_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "victim").write_bytes(b"old")
    (tmp_path / "r.part").symlink_to("victim")
    done = call("run", "native", "-m", "mcc", "--report", "r", cwd=tmp_path)
    assert done.returncode == 2
    assert "r.part" in done.stderr
    assert (tmp_path / "victim").read_bytes() == b"old"


@pytest.mark.parametrize("option", ["--junit", "--markdown", "--report"])
def test_an_output_that_cannot_be_written_is_found_before_the_run(tmp_path: Path, option: str) -> None:
    (tmp_path / "r.jsonl").write_text("old\n", encoding="utf-8")
    named = ("--report", "r.jsonl") if option != "--report" else ("--junit", "j.xml")
    done = call("run", "native", "-m", "mcc", *named, option, "nowhere/x", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "nowhere/x: No such file or directory" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["r.jsonl"]
    assert (tmp_path / "r.jsonl").read_text(encoding="utf-8") == "old\n"


@contextmanager
def _full_disk(*names: str, room: int = 0) -> Iterator[None]:
    """A disk on which files of these names take only so many bytes in all."""
    really, left = os.write, room

    def write(descriptor: int, content: bytes) -> int:
        nonlocal left
        if not str(Path(f"/proc/self/fd/{descriptor}").readlink()).endswith(names):
            return really(descriptor, content)
        if not left:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = really(descriptor, content[:left])
        left -= written
        return written

    with mock.patch.object(os, "write", write):
        yield


linux = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the names of open files are known on Linux only")


@linux
@pytest.mark.parametrize("room", [0, 100, 600])
def test_a_full_disk_ends_an_audit_gracefully(folder: Path, room: int) -> None:
    (folder / "r.jsonl").write_text("old\n", encoding="utf-8")
    whole = call("audit", "claims.jsonl", "--report", "whole.jsonl", "-j", "1", "--format", "jsonl", cwd=folder)
    with _full_disk("r.jsonl.part", room=room):
        done = call("audit", "claims.jsonl", "--report", "r.jsonl", "-j", "1", "--format", "jsonl", cwd=folder)
    assert done.returncode == 2
    assert records(done.stdout) == records(whole.stdout), "every finding is printed all the same"
    assert "the report r.jsonl is incomplete: No space left" in done.stderr
    assert (folder / "r.jsonl").read_text(encoding="utf-8") == "old\n"
    part = folder / "r.jsonl.part"
    assert part.stat().st_size == room if room else not part.exists()
    again = call("audit", "claims.jsonl", "--report", "r.jsonl", "-j", "1", "--resume", cwd=folder)
    assert again.returncode == 1 if room else 2  # the old file is no report
    if room:
        assert (folder / "r.jsonl").read_bytes() == (folder / "whole.jsonl").read_bytes()


@linux
@pytest.mark.parametrize("failing", ["r.jsonl", "j.xml", "m.md"])
def test_one_output_that_fails_loses_no_other(tmp_path: Path, failing: str) -> None:
    named = {"--report": "r.jsonl", "--junit": "j.xml", "--markdown": "m.md"}
    options = [word for pair in named.items() for word in pair]
    with _full_disk(f"{failing}.part", room=10):
        done = call("run", "native", "-m", "mcc", *options, cwd=tmp_path)
    assert done.returncode == 2
    assert f"{failing} is incomplete: No space left on device" in done.stderr
    assert "native" in done.stdout, "the table is printed"
    assert not (tmp_path / failing).exists()
    for name in set(named.values()) - {failing}:
        assert (tmp_path / name).stat().st_size > 100
    assert failing == "r.jsonl" or not (tmp_path / f"{failing}.part").exists()


@linux
@pytest.mark.parametrize(
    "command", ["expect native", "golden export", "golden schema", "drift native:nltk==3.4.5 native:nltk==3.5"]
)
def test_a_full_disk_leaves_the_old_file(tmp_path: Path, command: str) -> None:
    option = "--markdown" if command.startswith("drift") else "--output"
    (tmp_path / "o").write_text("old\n", encoding="utf-8")
    with _full_disk("o.part", room=10):
        done = (
            call(*command.split(), "-m", "mcc", option, "o", cwd=tmp_path)
            if command != "golden schema"
            else call("golden", "schema", option, "o", cwd=tmp_path)
        )
    assert done.returncode == 2
    assert f"{option} o is incomplete: No space left on device" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["o"]
    assert (tmp_path / "o").read_text(encoding="utf-8") == "old\n"


@pytest.mark.slow
def test_streams_and_devices_are_written_directly(folder: Path) -> None:
    arguments = ("run", "native", "-m", "mcc", "--report")
    alone = call_program(*arguments, "r.jsonl", cwd=folder)
    written = records((folder / "r.jsonl").read_text(encoding="utf-8"))
    for name in ("-", "/dev/stdout", "/dev/fd/1"):
        done = call_program(*arguments, name, cwd=folder)
        assert done.returncode == 0, done.stderr
        assert done.stdout.count('"type":"result"') == len(written) // 2 - 1
    with (folder / "o").open("w", encoding="utf-8") as stdout:  # a file, which is the standard output
        command = [*PROGRAM, *arguments, "/dev/stdout"]
        assert subprocess.run(command, cwd=folder, stdout=stdout, check=False).returncode == 0
    assert (folder / "o").read_text(encoding="utf-8").count('"type":"result"') == len(written) // 2 - 1
    assert call_program(*arguments, os.devnull, cwd=folder).stdout.splitlines()[:-1] == alone.stdout.splitlines()[:-1]
    assert not list(folder.glob("*.part"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_named_pipe_is_written_directly(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append((folder / "pipe").read_bytes()))
    reader.start()
    done = call_program("audit", "claims.jsonl", "--report", "pipe", cwd=folder)
    reader.join()
    assert done.returncode == 1, done.stderr
    assert [record["claim"] for record in records(received[0].decode("utf-8"))] == ["claim-1", "claim-2"]
    assert stat.S_ISFIFO((folder / "pipe").stat().st_mode)


def test_the_standard_output_is_no_report_as_well(folder: Path) -> None:
    with (folder / "o").open("w", encoding="utf-8") as stdout:
        command = [*PROGRAM, "run", "native", "-m", "mcc", "--report", "o"]
        done = subprocess.run(command, cwd=folder, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    told = "samescore: --report o is also the standard output\n  hint: choose another --report, or --no-report, or -\n"
    assert done.stderr == told
