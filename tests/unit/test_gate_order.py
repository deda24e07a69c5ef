"""The order of a gate's causes, the recording that a run is compared with, and the exit code without moves."""

from __future__ import annotations

import pytest

from samescore.base.errors import InputError
from samescore.implementations.recording import Recording
from samescore.records import Answer, MoveCause, MovedInput
from samescore.verbs.releases import gate as gates

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_SCORE = Answer("score", 0.5, (0.5).hex())
_INPUT = MovedInput("asked", "v", "e", "{}", "", _SCORE, _SCORE, None)


def _recording(name: str, version: str = "1", unavailable: str = "") -> Recording:
    return Recording(name, name.partition("==")[0], version, {}, unavailable)


def _cause(reason: str, answers: int) -> MoveCause:
    return MoveCause("mine", "bleu", ["e"], reason, "tokens", [], answers, _INPUT, _INPUT)


def test_the_most_frequent_cause_comes_first_and_unexplained_moves_last(monkeypatch: pytest.MonkeyPatch) -> None:
    causes = [_cause("", 9), _cause("rare", 1), _cause("", 12), _cause("frequent", 5)]
    monkeypatch.setattr(gates, "group_by_cause", lambda *_: causes)
    summary = gates.gate([_recording("mine")], [_recording("mine")]).summary
    assert [(cause.reason, cause.answers) for cause in summary.causes] == [
        *(("frequent", 5), ("rare", 1), ("", 12), ("", 9)),
    ]


@pytest.mark.parametrize(
    ("baseline", "recording", "problem"),
    [
        (["p==1", "p==2"], "p==2", ""),
        (["p==1", "q"], "p==2", ""),
        (["p==1", "p==3"], "p==2", "more than one recording of p==2"),
        (["q"], "p==2", "no recording of p==2"),
    ],
)
def test_a_run_is_compared_with_its_own_recording_or_the_only_one_of_its_package(
    baseline: list[str], recording: str, problem: str
) -> None:
    recorded, now = [_recording(name, name[-1]) for name in baseline], [_recording(recording)]
    if not problem:
        (counterpart,) = gates.gate(recorded, now).summary.baselines
        assert counterpart.recording == ("p 2" if recording in baseline else "p 1")
        return
    with pytest.raises(InputError, match=f"^the baseline has {problem}") as caught:
        gates.gate(recorded, now)
    assert caught.value.hint.startswith(f"it has {', '.join(baseline)}; ")


@pytest.mark.parametrize(("unavailable", "named", "code"), [("gone", True, 5), ("gone", False, 4), ("", True, 4)])
def test_the_exit_code_if_nothing_was_compared(unavailable: str, named: bool, code: int) -> None:
    now = [_recording("mine", unavailable=unavailable)]
    compared = gates.gate([_recording("mine")], now, named=named)
    assert compared.exit_code == code
    assert [participant.unavailable for participant in compared.implementations] == [unavailable]
