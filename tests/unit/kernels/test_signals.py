"""Kernels that take long give way to signals: a process that is told to end does not finish its count first."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from samescore.kernels import compiled

pytestmark = [
    pytest.mark.once,  # it does not depend on the interpreter
    pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent to one process"),
    pytest.mark.skipif(not compiled(), reason="the kernels are not compiled: python -m tools.kernels"),
]

_TOP = Path(__file__).resolve().parents[3]
#: Counts for minutes, after it has said that it begins.
_PROGRAM = """
import sys
from benchmarks.growth_inputs import growing_inputs
from samescore.metrics import metric
from samescore.metrics.evaluator import bare_outcome

name, kind, size, *knobs = sys.argv[1:]
chosen = metric(name)
values = (knob.split("=") for knob in knobs)
settings = chosen.settings(**{knob: int(value) if value.isdigit() else value for knob, value in values})
data = growing_inputs(name)[kind](int(size))
print("ready", flush=True)
bare_outcome(data, settings)
print("finished", flush=True)
"""
#: Seconds within which it is in the loop, and within which it has to end. What does not give way takes minutes.
_INSIDE = 1
_SOON = 15

_LONG = {
    "edit_counts": ("wer", "random words", "500000"),
    "edit_distance": ("edit-distance", "random words", "500000"),
    "weighted_edits": ("edit-distance", "random words", "50000", "operations=damerau"),
    "weighted_edits-neighbours": ("edit-distance", "random words", "100000", "operations=osa", "substitution_cost=2"),
    "cheapest_edits": ("wer", "random words", "200000", "costs=kaldialign"),
    "cheapest_edits-no-empty-row": ("wer", "random words", "200000", "costs=no-empty-row"),
    "cheapest_edits-characters": ("wer", "random words", "200000", "costs=characters", "tokenizer=none"),
    "ribes": ("ribes", "one word repeated", "150000"),
    "subsequences": ("rouge-l", "random words", "500000"),
    "sentence_unions": ("rouge-lsum", "many lines", "300000"),
    "weighted_subsequences": ("rouge-w", "random words", "300000"),
    "skip_bigrams-table": ("rouge-s", "random words", "500000"),
    "skip_bigrams": ("rouge-s", "different words", "500000"),
    "ter": ("ter", "random words", "5000", "max_candidates=1000000", "max_shift_distance=1000000"),
    "resampling": ("p-value", "random scores", "30000", "resamples=1000000"),
    "resampling-interval": ("interval", "random scores", "30000", "resamples=1000000"),
}


def _told_to_end(arguments: tuple[str, ...], number: signal.Signals) -> tuple[int, str, str]:
    """The exit code, and what is on stdout and stderr after "ready", of a process that gets a signal inside the loop."""
    command = [sys.executable, "-c", _PROGRAM, *arguments]
    with subprocess.Popen(command, cwd=_TOP, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(_INSIDE)
        child.send_signal(number)
        try:
            said, complaint = child.communicate(timeout=_SOON)
        finally:
            child.kill()
    return child.returncode, said, complaint


@pytest.mark.parametrize(
    "name", [name if name == "edit_counts" else pytest.param(name, marks=pytest.mark.slow) for name in _LONG]
)
def test_a_kernel_is_interrupted(name: str) -> None:
    code, said, complaint = _told_to_end(_LONG[name], signal.SIGINT)
    assert complaint.rstrip().endswith("KeyboardInterrupt")
    assert (code, said) == (-signal.SIGINT, "")


def test_a_kernel_is_terminated() -> None:
    assert _told_to_end(_LONG["ribes"], signal.SIGTERM) == (-signal.SIGTERM, "", "")
