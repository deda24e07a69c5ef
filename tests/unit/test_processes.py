"""However samescore ends, no process is left behind."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from samescore.catalogue.vectors import vectors
from samescore.implementations import processes
from samescore.implementations.command import Command
from samescore.implementations.processes import (
    StartError,
    SupervisedProcess,
    printed_by,
    restore_module_path,
    safe_module_path,
    shadowing_module,
)
from samescore.verbs.judging.judge import judge
from tests.command import PROGRAM
from tests.processes import MARK, marked, wait_until

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = [
    pytest.mark.ends,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc"),
]

#: A program that computes for ever, beside a child in a session of its own that holds its output.
_LOOPING = """
import json, os, sys, time
number = json.loads(sys.stdin.readline())["id"]
print(json.dumps({"id": number, "implementation": "x", "metrics": [{"metric": "wer"}]}), flush=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(3600)
    os._exit(0)
sys.stdin.readline()
open("asked", "w").close()
while True:
    pass
"""
_FUNCTION = """
import os, time

def f(*_):
    if os.fork() == 0:
        os.setsid()
        time.sleep(3600)
    open("asked", "w").close()
    while True:
        pass

f.samescore = {"metric": "wer"}
"""


@pytest.fixture
def mark(request: pytest.FixtureRequest) -> Iterator[str]:
    """A mark for the processes of a test, which are killed if the test fails."""
    mark = f"{os.getpid()}-{request.node.name}"
    yield mark
    for number in marked(mark):
        os.kill(number, signal.SIGKILL)


def _end_as_usual() -> None:
    """Signals end the process, even if whoever runs the tests ignores them, as `nohup` and shells in the background do."""
    for number in (signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)


def _start(*arguments: str, cwd: Path, mark: str, **environment: str) -> subprocess.Popen[bytes]:
    """The command, started; its processes have the mark."""
    paths = os.pathsep.join([str(cwd), *filter(None, [os.environ.get("PYTHONPATH", "")])])
    variables = {**os.environ, MARK: mark, "PYTHONPATH": paths, **environment}
    nowhere = subprocess.DEVNULL
    return subprocess.Popen(
        [*PROGRAM, *arguments],
        cwd=cwd,
        env=variables,
        start_new_session=True,
        stdout=nowhere,
        stderr=nowhere,
        preexec_fn=_end_as_usual,
    )


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGTERM,
        *(pytest.param(number, marks=pytest.mark.slow) for number in (signal.SIGHUP, signal.SIGQUIT, signal.SIGKILL)),
    ],
)
@pytest.mark.parametrize("kind", ["program", "function"])
def test_a_killed_run_leaves_no_process(kind: str, number: signal.Signals, tmp_path: Path, mark: str) -> None:
    (tmp_path / "looping.py").write_text(_LOOPING if kind == "program" else _FUNCTION, encoding="utf-8")
    name = f"cmd:{shlex.quote(sys.executable)} looping.py" if kind == "program" else "py:looping:f"
    with _start("run", name, "--no-report", cwd=tmp_path, mark=mark) as run:
        assert wait_until((tmp_path / "asked").exists)
        assert len(marked(mark)) >= 3
        run.send_signal(number)
    assert wait_until(lambda: not marked(mark)), marked(mark)


def test_a_killed_installation_leaves_no_process(tmp_path: Path, mark: str) -> None:
    uv = tmp_path / "uv"
    uv.write_text(f"#!/bin/sh\ntouch {shlex.quote(str(tmp_path / 'asked'))}\nsleep 3600\n", encoding="utf-8")
    uv.chmod(0o755)
    variables = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "SAMESCORE_CACHE": str(tmp_path / "cache")}
    with _start("run", "jiwer==3.0.3", "--no-report", cwd=tmp_path, mark=mark, **variables) as run:
        assert wait_until((tmp_path / "asked").exists)
        run.kill()
    assert wait_until(lambda: not marked(mark)), marked(mark)


def test_a_worker_of_multiprocessing_ends_with_its_parent(tmp_path: Path, mark: str) -> None:
    (tmp_path / "workers.py").write_text(
        "import time\n"
        "from multiprocessing import get_context\n"
        "from samescore.implementations.processes import end_with_parent\n"
        "def work():\n"
        "    end_with_parent()\n"
        "    open('asked', 'w').close()\n"
        "    while True: pass\n"
        "if __name__ == '__main__':\n"
        "    get_context('spawn').Process(target=work).start()\n"
        "    time.sleep(3600)\n",
        encoding="utf-8",
    )
    variables = {**os.environ, MARK: mark}
    with subprocess.Popen([sys.executable, "workers.py"], cwd=tmp_path, env=variables) as parent:
        assert wait_until((tmp_path / "asked").exists)
        parent.kill()
    assert wait_until(lambda: not marked(mark)), marked(mark)


def test_a_killed_audit_leaves_no_process(tmp_path: Path, mark: str) -> None:
    text = " ".join(f"w{number % 50}" for number in range(400)) + "\n"
    (tmp_path / "hyp").write_text(text * 200, encoding="utf-8")
    (tmp_path / "ref").write_text(f"{text.strip()[::-1]}\n" * 200, encoding="utf-8")
    claims = [
        {"id": str(n), "metric": "ter", "published": "12.34", "hypotheses": "hyp", "references": ["ref"]}
        for n in range(8)
    ]
    (tmp_path / "c.jsonl").write_text("\n".join(map(json.dumps, claims)), encoding="utf-8")
    with _start("audit", "c.jsonl", "-j", "2", "--thorough", cwd=tmp_path, mark=mark) as audit:
        assert wait_until(lambda: sum("spawn_main" in command for command in marked(mark).values()) >= 2)
        time.sleep(2)
        audit.kill()
    assert wait_until(lambda: not marked(mark), 20), marked(mark)


def test_processes_started_by_a_program_end_with_it(mark: str) -> None:
    variables = {**os.environ, MARK: mark}
    escaping = "(setsid sh -c 'setsid sleep 3600 & sleep 3600' &) ; echo started"
    process = SupervisedProcess(["sh", "-c", f"{escaping}; sleep 0.2"], environment=variables)
    assert process.stdout.readline() == b"started\n"
    assert process.stdout.read() == b"", "the output is open until everything that holds it has ended"
    assert process.wait(60)
    assert process.status == 0
    process.end()
    process.close_pipes()
    assert not marked(mark)


@pytest.mark.parametrize("supervised", [True, False])
def test_a_program_that_ends_while_a_child_holds_its_output_has_crashed_at_once(
    supervised: bool, tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_HAS_SUPERVISOR", supervised)
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "leaving.py"
    program.write_text(_LOOPING.replace("while True:\n    pass", "sys.exit(3)"), encoding="utf-8")
    command = Command(f"cmd:env {MARK}={shlex.quote(mark)} {shlex.quote(sys.executable)} {program}", timeout=3600)
    outcome = judge(command, vectors()["wer-no-references"]).outcome
    command.close()
    assert outcome.error == "Crashed"
    assert "exited with status 3" in outcome.message
    assert bool(marked(mark)) is not supervised


@pytest.mark.parametrize(
    ("script", "status"), [("exit 0", 0), ("exit 7", 7), ("kill -9 $$", -9), ("kill -11 $$", -11), ("kill -15 $$", -15)]
)
def test_a_program_ends_as_it_ended(script: str, status: int) -> None:
    assert printed_by(["sh", "-c", f"echo out; echo err >&2; {script}"], 60) == (status, b"out\nerr\n")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["no-such-program-at-all"], "no-such-program-at-all: No such file or directory"),
        (["/"], "/: Permission denied"),
        (["a\0b"], "null"),
    ],
)
def test_a_program_that_cannot_be_started(command: list[str], message: str) -> None:
    with pytest.raises(StartError, match=message):
        SupervisedProcess(command)


@pytest.mark.slow
@pytest.mark.parametrize("module", ["multiprocessing.py", "socket.py", "multiprocessing/__init__.py"])
def test_workers_do_not_run_modules_of_the_working_folder(tmp_path: Path, module: str) -> None:
    """``python -c``, with which `multiprocessing` starts them, searches that folder first."""
    script = tmp_path / "scripts" / "program"  # as pip makes it: the folder first on the path is that of the script
    script.parent.mkdir()
    script.write_text("from samescore.cli import main\nif __name__ == '__main__':\n    main()\n", encoding="utf-8")
    (tmp_path / module).parent.mkdir(exist_ok=True)
    (tmp_path / module).write_text(f"open({str(tmp_path / 'executed')!r}, 'w').close()\n", encoding="utf-8")
    (tmp_path / "gold.txt").write_text("a\nb\na\n", encoding="utf-8")
    (tmp_path / "predicted.txt").write_text("a\nb\nb\n", encoding="utf-8")
    claim = '{"metric": "mcc", "published": "0.5", "references": ["gold.txt"], "hypotheses": "predicted.txt"}\n'
    (tmp_path / "claims.jsonl").write_text(claim * 3, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script), "audit", "claims.jsonl", "-j", "2"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not (tmp_path / "executed").exists()
    if sys.version_info >= (3, 11):
        assert done.stdout
        assert "do not start" not in done.stderr
    else:
        assert f"{tmp_path / module.partition('/')[0]} would run instead of Python's own module" in done.stderr


def test_modules_that_hide_pythons_own(tmp_path: Path) -> None:
    for harmless in ("mine.py", "json.txt", "code/readme.md", "test.cfg"):
        (tmp_path / harmless).parent.mkdir(exist_ok=True)
        (tmp_path / harmless).write_text("", encoding="utf-8")
    assert shadowing_module(tmp_path) is None
    for hiding in ("json.py", "code/__init__.py"):
        (tmp_path / hiding).write_text("", encoding="utf-8")
    assert shadowing_module(tmp_path) == tmp_path / "code"
    (tmp_path / "code" / "__init__.py").unlink()
    assert shadowing_module(tmp_path) == tmp_path / "json.py"
    (tmp_path / "json.py").unlink()
    own = tmp_path / f"types{EXTENSION_SUFFIXES[0]}"
    own.write_text("", encoding="utf-8")
    assert shadowing_module(tmp_path) == own


def test_the_setting_of_the_module_path_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONSAFEPATH", "")  # restored after the test, whatever it is then
    for before in (None, "", "1"):
        restore_module_path(before)
        with safe_module_path():
            assert os.environ["PYTHONSAFEPATH"] == "1"
        assert os.environ.get("PYTHONSAFEPATH") == before
