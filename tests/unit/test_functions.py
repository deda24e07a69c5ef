"""Whatever a user's function does is an outcome of that function, here and in a process of its own."""

from __future__ import annotations

import os
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from samescore import Corpus, SamescoreError, check_implementation
from samescore.base.outcome import Crashed, Outcome, Raised, Score, Undefined
from samescore.catalogue.vectors import vectors
from samescore.implementations import IsolatedFunction, described_function, implementation, named_function
from samescore.implementations.function import AnyFunction
from samescore.verbs.judging.judge import judge
from tests.command import call, call_program

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

_CORPUS = Corpus.from_segments(["a b c"], [["a b d"]])

#: Functions that this process survives, and the outcome of each. `r` are the references.
_SURVIVED = {
    "raise ValueError('no')": Raised("ValueError", "no"),
    "raise RuntimeError": Raised("RuntimeError", ""),
    "raise StopIteration": Raised("StopIteration", ""),
    "raise Unspeakable": Raised("Unspeakable", "(its message cannot be read)"),
    "raise ValueError('\\ud800')": Raised("ValueError", "\\ud800"),
    "raise ValueError('x' * 10**6)": Raised("ValueError", "x" * 2000),
    "raise Nameless": Raised("Nameless", ""),
    "raise SystemExit": Crashed("SystemExit", ""),
    "sys.exit(0)": Crashed("SystemExit", "0"),
    "sys.exit('done')": Crashed("SystemExit", "done"),
    "raise GeneratorExit": Crashed("GeneratorExit", ""),
    "raise BaseException('b')": Crashed("BaseException", "b"),
    "raise PanicException('index out of bounds')": Crashed("PanicException", "index out of bounds"),
    "raise MemoryError": Crashed("MemoryError", ""),
    "return 'half'": Crashed("NoNumber", "there is no number in its answer: 'half'"),
    "return [0.5]": Score(0.5),
    "return {'wer': 0.5, 'words': 2}": Score(0.5),
    "return [0.5, 'half']": Score(0.5),
    "return 1j": Crashed("TypeError", "returned a complex, not a number"),
    "return 10 ** 400": Crashed("TypeError", "returned a int, not a number"),
    "return Number(ValueError())": Crashed("TypeError", "returned a Number, not a number"),
    "return Number(SystemExit(0))": Crashed("SystemExit", "0"),
    "return Number(GeneratorExit())": Crashed("GeneratorExit", ""),
    "return None": Undefined("None"),
    "return float('nan')": Undefined("nan"),
    "return -float('inf')": Undefined("-inf"),
    "return True": Score(1.0),
    "return '0.5'": Score(0.5),
    "return '0.50 %'": Score(0.5),
    "return '1_0'": Crashed("NoNumber", "there is no number in its answer: '1_0'"),
    "return b'1'": Crashed("TypeError", "returned a bytes, not a number"),
}
_PREAMBLE = """
import os, random, signal, sys, threading, time

def writable(number):
    try:
        return os.write(number, b"") == 0
    except OSError:
        return False

class Unspeakable(Exception):
    def __str__(self):
        raise SystemExit(0)

class Meta(type):
    @property
    def __name__(cls):
        raise SystemExit(0)

class Nameless(Exception, metaclass=Meta):
    pass

class PanicException(BaseException):
    pass

class Number:
    def __init__(self, problem):
        self.problem = problem
    def __float__(self):
        raise self.problem

def f(hypotheses, references):
    {body}

f.samescore = {{"metric": "wer"}}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the modules ``survived0``, ``survived1`` and so on, which is searched for modules."""
    folder = tmp_path_factory.mktemp("functions")
    for number, body in enumerate(_SURVIVED):
        _write(folder, f"survived{number}", body)
    with mock.patch.object(sys, "path", [str(folder), *sys.path]):
        yield folder


def _write(folder: Path, module: str, body: str) -> None:
    (folder / f"{module}.py").write_text(_PREAMBLE.format(body=body), encoding="utf-8")


def _asked(function: AnyFunction, times: int = 1) -> list[Outcome]:
    try:
        return [function.score("wer", _CORPUS) for _ in range(times)]
    finally:
        function.close()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("in_process", [True, False], ids=["here", "isolated"])
@pytest.mark.parametrize("body", _SURVIVED)
def test_every_exception_and_return_value_is_an_outcome(body: str, in_process: bool) -> None:
    name = f"py:survived{list(_SURVIVED).index(body)}:f"
    assert _asked(named_function(name, in_process=in_process), 2) == [_SURVIVED[body]] * 2


def test_the_users_interruption_is_no_outcome() -> None:
    def interrupted(*_: object) -> float:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        described_function(interrupted, "py:a:interrupted", "wer", {}).score("wer", _CORPUS)


def test_a_function_that_exits_fails_the_check() -> None:
    with pytest.raises(AssertionError, match="got crashed: SystemExit: 0"):
        check_implementation(lambda *_: sys.exit(0), "wer")


#: What only a process of its own survives, with the error of its outcome and what the message says.
_FATAL = {
    "os._exit(0)": ("Crashed", "the program exited with status 0"),
    "os._exit(3)": ("Crashed", "exited with status 3"),
    "os.abort()": ("Crashed", "exited with status -6"),
    "os.kill(os.getpid(), 9)": ("Crashed", "exited with status -9"),
    "os.kill(os.getppid(), 9); time.sleep(60)": ("Crashed", "exited with status -9"),
    "os.closerange(3, 100)": ("Crashed", "the program"),
    "[os.write(number, b'garbage\\n') for number in range(3, 10) if writable(number)]": (
        "ProtocolError",
        "is not a JSON object",
    ),
    "raise KeyboardInterrupt": ("KeyboardInterrupt", ""),
    "return bytearray(2 ** 40)": ("MemoryError", ""),
    "time.sleep(3600)": ("Timeout", "no answer within"),
    "while True: pass": ("Timeout", "no answer within"),
}


@pytest.mark.parametrize("body", _FATAL)
def test_a_fatal_call_is_an_outcome_and_the_next_call_is_made(folder: Path, body: str) -> None:
    error, words = _FATAL[body]
    _write(folder, module := f"fatal{list(_FATAL).index(body)}", body)
    function = IsolatedFunction(f"py:{module}:f", timeout=0.5 if error == "Timeout" else 20)
    for outcome in _asked(function, 2):
        assert isinstance(outcome, Crashed)
        assert outcome.error == error
        assert words in outcome.message


#: What changes the process or its streams; the score is 0.5 all the same, and nothing of it is seen here.
_DISTURBING = [
    "os.chdir('/')",
    "random.seed(1)",
    "print('x' * 10**6, flush=True)",
    "os.write(1, b'garbage\\n')",
    "sys.stdout = sys.stderr = None",
    "os.closerange(0, 3)",
    "assert sys.stdin.read() == ''",
    "os.environ.clear()",
    "sys.path.clear()",
    "os.fork()",
    "os.fork() or time.sleep(3600)",
    "threading.Thread(target=time.sleep, args=(3600,)).start()",
    "sys.setrecursionlimit(50)",
    "signal.alarm(3600)",
]


@pytest.mark.parametrize("body", _DISTURBING)
def test_a_function_cannot_change_the_state_of_this_process(folder: Path, body: str) -> None:
    _write(folder, module := f"disturbing{_DISTURBING.index(body)}", f"{body}\n    return 0.5")
    before = (Path.cwd(), random.getstate(), dict(os.environ), list(sys.path), sys.stdout, sys.getrecursionlimit())
    assert _asked(named_function(f"py:{module}:f"), 3) == [Score(0.5)] * 3
    after = (Path.cwd(), random.getstate(), dict(os.environ), list(sys.path), sys.stdout, sys.getrecursionlimit())
    assert after == before


def test_a_function_gets_what_it_would_get_here(folder: Path) -> None:
    body = """
import json

def show(*arguments, **options):
    raise ValueError(repr((arguments, options)))
"""
    (folder / "showing.py").write_text(body, encoding="utf-8")
    described: dict[str, dict[str, Any]] = {
        "bleu-identical": {"free": {"max_order": "any", "weights": "any", "nltk_alpha": "any", "smoothing": "any"}},
        "bleu-square": {"unit": "tokens"},
        "accuracy-large": {},
        "roc-auc-infinite": {},
        "accuracy-choices-article-003-acc": {},
    }
    for vector, description in described.items():
        metric = vectors()[vector].metric
        seen = []
        for in_process in (True, False):
            function = named_function("py:showing:show", metric, in_process=in_process, **description)
            seen.append(judge(function, vectors()[vector]).outcome)
            function.close()
        assert seen[0].error == "ValueError"
        assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import no_such_module", "No module named 'no_such_module'"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("def f(:", "SyntaxError"),
        ("import sys; sys.exit(0)", "SystemExit: 0"),
        ("raise BaseException('b')", "BaseException: b"),
        ("x = 1", "has no attribute 'f'"),
        ("def f(): pass", "does not say which metric"),
        ("def f(): pass\nf.samescore = 3", "does not say which metric"),
        ("def f(): pass\nf.samescore = {'metric': {1, 2}}", "set"),
    ],
)
@pytest.mark.parametrize("in_process", [True, False], ids=["here", "isolated"])
def test_a_module_that_cannot_be_had_says_why(folder: Path, text: str, message: str, in_process: bool) -> None:
    module = f"unhad{abs(hash((text, in_process)))}"
    (folder / f"{module}.py").write_text(text, encoding="utf-8")
    with pytest.raises(SamescoreError, match=re.escape(message)):
        named_function(f"py:{module}:f", in_process=in_process)


def test_a_module_that_ends_its_process_is_unavailable(folder: Path) -> None:
    (folder / "ending.py").write_text("import os; os._exit(0)", encoding="utf-8")
    refusal = str(implementation("py:ending:f").unavailable())
    assert "it cannot be imported: Crashed: the program exited with status 0" in refusal
    done = call_program("smoke", "py:ending:f", cwd=folder, PYTHONPATH=str(folder))
    assert done.returncode == 5


@pytest.mark.once
@pytest.mark.slow
def test_a_function_can_be_called_in_process_and_answers_can_be_waited_for_less_long(folder: Path) -> None:
    (folder / "slow.py").write_text(
        "import os, time\n"
        "def pid(*_):\n    raise ValueError(os.getppid())\n"
        "def sleep(*_):\n    time.sleep(3600)\n"
        "pid.samescore = sleep.samescore = {'metric': 'wer'}\n",
        encoding="utf-8",
    )
    asked = ("run", "-k", "wer-edge-combining", "--no-report")
    assert (
        f"ValueError: {os.getpid()}"
        in call_program(*asked, "py:slow:pid", "--in-process", cwd=folder, PYTHONPATH=str(folder)).stdout
    )
    assert (
        f"ValueError: {os.getpid()}"
        not in call_program(*asked, "py:slow:pid", cwd=folder, PYTHONPATH=str(folder)).stdout
    )
    late = call_program(*asked, "py:slow:sleep", "--timeout", "0.3", cwd=folder, PYTHONPATH=str(folder))
    assert late.returncode == 1
    assert "no answer within 0.3 seconds" in late.stdout
    assert call_program(*asked, "py:slow:sleep", "--timeout", "nan", cwd=folder, PYTHONPATH=str(folder)).returncode == 2


def test_a_crash_on_an_axioms_worse_input_breaks_the_axiom(folder: Path) -> None:
    """No score is not a better one, and a refusal may be right; a crash never is."""
    body = """
import sys
from samescore import Corpus, score

def wer(hypotheses, references):
    if not any(hypotheses):
        {ending}
    return score("wer", Corpus.from_segments(hypotheses, references)).value

wer.samescore = {{"metric": "wer"}}
"""
    for name, ending in (("refusing", "raise ValueError"), ("crashing", "sys.exit(0)")):
        (folder / f"{name}.py").write_text(body.format(ending=ending), encoding="utf-8")
    assert call_program("axioms", "py:refusing:wer", cwd=folder, PYTHONPATH=str(folder)).returncode == 0
    crashed = call_program("axioms", "py:crashing:wer", cwd=folder, PYTHONPATH=str(folder))
    assert crashed.returncode == 1
    assert "crashed: SystemExit" in crashed.stdout


#: Each command that asks a function, and the exit codes that it may have: red, or a declared one (2 for a function that
#: is given up and has no result, 4 for nothing to compare).
_COMMANDS = {
    "run NAME --no-report": [1],
    "run NAME native -m wer -k wer-no-references --report r.jsonl": [1],
    "smoke NAME": [1],
    "identify NAME": [1, 2],
    "axioms NAME": [1, 4],
    "expect NAME -o x.toml": [0, 2],
    "diff hyp -r ref -m wer -i native -i NAME": [1],
    "explain native NAME hyp -r ref -m wer": [1],
    "drift NAME -k wer-no-references": [4],
}


@pytest.mark.slow
@pytest.mark.parametrize("command", _COMMANDS)
@pytest.mark.parametrize("body", ["sys.exit(0)", "os._exit(0)"])
def test_a_function_that_exits_ends_no_command(folder: Path, tmp_path: Path, command: str, body: str) -> None:
    _write(folder, "exiting", body)
    for file in ("hyp", "ref"):
        (tmp_path / file).write_text("a b c\n", encoding="utf-8")
    arguments = [word.replace("NAME", "py:exiting:f") for word in command.split()]
    done = call_program(*arguments, cwd=tmp_path, PYTHONPATH=str(folder))
    assert "Traceback" not in done.stderr
    assert done.returncode in _COMMANDS[command], done.stdout + done.stderr


@pytest.mark.once
def test_inputs_after_a_function_was_given_up_do_not_pass(folder: Path) -> None:
    _write(folder, "dying", "os._exit(0)")
    done = call("smoke", "py:dying:f", "--fresh", "20", cwd=folder, PYTHONPATH=str(folder))
    assert done.returncode == 1
    assert "wer: 0 of 14 basic vectors pass; 0 of 20 fresh inputs pass" in done.stdout
