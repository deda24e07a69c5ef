"""`check_implementation` and the pytest plugin call functions in another process: nothing that they do reaches the judge."""

from __future__ import annotations

import gc
import os
import re
import signal
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import NoReturn

import pytest

from samescore import UnknownNameError, check_implementation
from samescore.verbs.judging.check import cases
from tests.command import PLAIN_PYTEST
from tests.processes import MARK, marked, wait_until

#: It does not depend on the interpreter: once is enough.
pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork"),
]

#: What wrong functions do to be taken for right ones, or to end the judge.
_HOSTILE = {
    "switches the verdict off": "from samescore.records import VectorVerdict; VectorVerdict.red = property(lambda self: False)",
    "patches json": "import json; json.dumps = json.loads = lambda *_, **__: {}",
    "patches msgspec": "import msgspec; msgspec.json.decode = msgspec.convert = lambda *_, **__: {}",
    "patches builtins": "import builtins; builtins.float = builtins.any = builtins.len = lambda *_: 0",
    "prints": "print('x' * 10_000, flush=True); os.write(1, b'garbage')",
    "replaces stdout": "sys.stdout = sys.stderr = None",
    "ends its process": "os._exit(0)",
    "crashes": "os.kill(os.getpid(), 11)",
    "makes nothing fail": "import samescore.verbs.judging.check as check; check.describe = None; check.execute = lambda *_: None",
}
_MODULE = """
import os, sys

def score(gold, predicted):
    {body}
    return 0.5
"""
_TEST = """
from mine import score
from samescore import check_implementation

def test_score():
    check_implementation(score, "accuracy", fresh=0)
"""


def _pytest(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run pytest in a copy of this process, which need not load samescore and the vectors anew."""
    options = [*PLAIN_PYTEST, "--assert=plain", *arguments]
    with tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # the copy has none of the threads, and needs none
            process = os.fork()
        if not process:
            _become_pytest(options, cwd, stdout.fileno(), stderr.fileno())
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        texts = [os.pread(file.fileno(), 10_000_000, 0).decode() for file in (stdout, stderr)]
    return subprocess.CompletedProcess(options, code, *texts)


@pytest.fixture(scope="module")
def loaded() -> None:
    """Load here, once, what a check of a wrong function needs: the copies have it then."""
    with pytest.raises(AssertionError, match="vectors of accuracy fail"):
        check_implementation(lambda *_: 0.5, "accuracy", fresh=0)


def _become_pytest(options: list[str], cwd: Path, stdout: int, stderr: int) -> NoReturn:
    """Run pytest in `cwd` as the only work of this process, for five minutes at most, and end the process with its code."""
    code = -1
    try:
        gc.freeze()  # pytest ends with several collections, which need not search what this process inherited
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(300)
        for number, descriptor in ((1, stdout), (2, stderr)):
            os.dup2(descriptor, number)
        sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))
        os.chdir(cwd)
        sys.path.insert(0, "")  # as python -m pytest does
        warnings.resetwarnings()
        code = int(pytest.main(options))
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


#: What some wrong functions do in every run; the others are slow tests.
_FIRST = ("switches the verdict off", "replaces stdout", "ends its process")


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize(
    "body",
    [
        pytest.param(body, id=name, marks=[] if name in _FIRST else [pytest.mark.slow])
        for name, body in _HOSTILE.items()
    ],
)
def test_a_wrong_function_fails_the_check_whatever_it_does(tmp_path: Path, body: str) -> None:
    (tmp_path / "mine.py").write_text(_MODULE.format(body=body), encoding="utf-8")
    (tmp_path / "test_mine.py").write_text(_TEST, encoding="utf-8")
    done = _pytest(cwd=tmp_path)
    assert "AssertionError" in done.stdout
    assert "vectors of accuracy fail" in done.stdout
    assert "1 failed" in done.stdout.splitlines()[-1]
    assert done.returncode == 1


#: What a module may do already when it is imported: the plugin, which is given its name, never imports it here.
_IMPORTED = ("switches the verdict off", "patches json", "patches msgspec", "replaces stdout")


@pytest.mark.slow
@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize(
    ("kind", "where"), [*((kind, "call") for kind in _HOSTILE), *((kind, "import") for kind in _IMPORTED)]
)
def test_a_wrong_function_fails_every_item_of_the_plugin_whatever_it_does(
    tmp_path: Path, kind: str, where: str
) -> None:
    body = _MODULE.format(body=_HOSTILE[kind] if where == "call" else "")
    (tmp_path / "mine.py").write_text(body + (_HOSTILE[kind] if where == "import" else ""), encoding="utf-8")
    named = ("--samescore-impl", "py:mine:score", "--samescore-metric", "accuracy", "--samescore-fresh", "0")
    done = _pytest(*named, cwd=tmp_path)
    assert done.returncode in (1, pytest.ExitCode.USAGE_ERROR), done.stdout[-2000:] + done.stderr[-2000:]
    assert "INTERNALERROR" not in done.stdout
    assert " failed" in done.stdout.splitlines()[-1] or "cannot be run" in done.stderr


def test_a_named_function_cannot_reach_the_judge_when_it_is_imported_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "importing.py").write_text(_HOSTILE["switches the verdict off"] + _MODULE.format(body=""), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AssertionError, match="vectors of accuracy fail"):
        check_implementation("py:importing:score", "accuracy", fresh=0)
    assert "importing" not in sys.modules
    with pytest.raises(UnknownNameError, match="does not name a function"):
        check_implementation("importing", "accuracy")


def _accuracy(gold: list[str], predicted: list[str]) -> float:
    return sum(map(str.__eq__, map(str, gold), map(str, predicted))) / len(gold)


def test_all_calls_go_to_one_process_which_has_the_state_of_this_one() -> None:
    calls, here = ["before"], os.getpid()

    def counting(*_: object) -> float:
        calls.append("in the copy")
        raise ValueError(calls[0], len(calls), os.getpid())

    told = []
    for case in cases(counting, "accuracy"):
        with pytest.raises(AssertionError) as caught:
            case.check()
        found = re.search(r"ValueError: \('before', (\d+), (\d+)\)", str(caught.value))
        assert found
        told.append((int(found[1]), int(found[2])))
        if len(told) == 3:
            break
    first, process = told[0]
    # A case is asked when it is made, and again when it is checked.
    assert told == [(first + 2 * number, process) for number in range(3)]
    assert process != here
    assert calls == ["before"]


def test_a_crash_is_the_failure_of_its_vector_and_the_next_one_is_asked() -> None:
    def crashing(gold: list[str], predicted: list[str]) -> float:
        if len(gold) == 4:
            os.kill(os.getpid(), signal.SIGSEGV)
        return _accuracy(gold, predicted)

    with pytest.raises(AssertionError) as caught:
        check_implementation(crashing, "accuracy", fresh=0)
    said = str(caught.value)
    assert "accuracy-absent: " in said
    assert "got crashed: the program exited with status -11" in said
    assert "accuracy-large" not in said


def test_a_function_in_this_process_is_called_here_and_the_report_says_so() -> None:
    calls = list[int]()

    def counting(gold: list[str], predicted: list[str]) -> float:
        calls.append(os.getpid())
        return _accuracy(gold, predicted)

    report = check_implementation(counting, "accuracy", fresh=0, in_process=True)
    assert report.implementations[0].note == "it ran in samescore's own process, which it can modify"
    assert set(calls) == {os.getpid()}


@pytest.mark.slow
def test_a_function_that_hangs_is_waited_for_no_longer_than_told() -> None:
    with pytest.raises(AssertionError, match=r"crashed: Timeout: no answer within 0\.3 seconds"):
        check_implementation(lambda *_: signal.pause(), "accuracy", fresh=0, timeout=0.3)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.slow
def test_an_interrupted_check_leaves_no_process(tmp_path: Path, ending: signal.Signals) -> None:
    body = "subprocess.Popen(['sleep', '3600'], start_new_session=True); open('begun', 'w').close(); time.sleep(3600)"
    module = "import subprocess, time\n" + _MODULE.format(body=body)
    (tmp_path / "mine.py").write_text(module, encoding="utf-8")
    (tmp_path / "test_mine.py").write_text(_TEST, encoding="utf-8")
    mark = str(tmp_path)
    command = [sys.executable, "-m", "pytest", *PLAIN_PYTEST]
    with subprocess.Popen(command, cwd=tmp_path, env={**os.environ, MARK: mark}, stdout=subprocess.PIPE) as check:
        assert wait_until((tmp_path / "begun").exists)
        assert len(marked(mark)) >= 4  # pytest, the supervisor, the copy, and what it started
        check.send_signal(ending)
        check.communicate(timeout=60)
    assert wait_until(lambda: not marked(mark), 20), marked(mark)


def test_a_check_leaves_no_process() -> None:
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    before = children.read_text(encoding="ascii")
    check_implementation(_right, "accuracy", fresh=5, seed=1)
    assert children.read_text(encoding="ascii") == before


def _right(gold: list[str], predicted: list[str]) -> float:
    from samescore import Labels, score

    return score("accuracy", Labels(gold, predicted)).value


def test_cases_that_nobody_closes_end_with_the_program(tmp_path: Path) -> None:
    script = (
        "from samescore import cases\n"
        "kept = list(cases(lambda gold, predicted: 0.5, 'accuracy'))\n"
        "print(len(kept))\n"
    )  # fmt: skip
    variables = {**os.environ, MARK: str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=variables, check=True)
    assert done.stderr == ""
    assert int(done.stdout) > 5
    assert wait_until(lambda: not marked(str(tmp_path)), 20)
