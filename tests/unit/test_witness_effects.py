"""Whether the knobs of a known divergence act on an input as on its witness, with scripted outcomes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from samescore.base.outcome import SAME_NUMBER, Outcome, Raised, Score, Undefined
from samescore.verbs.why.attribution import known as module

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_E, _NAN = Raised("E"), Undefined("nan")

#: By side: the outcomes for the values of the knobs a and b, left (l) or right (r).
_Outcomes = dict[str, dict[str, Outcome | float | None]]


def _acts(monkeypatch: pytest.MonkeyPatch, outcomes: _Outcomes, kinds: tuple[str, str] = ("score", "score")) -> bool:
    def outcome(_: object, side: str, values: dict[str, str]) -> Outcome | None:
        found = outcomes[side]["".join(values[knob] for knob in sorted(values))]
        return Score(found) if isinstance(found, float) else found

    monkeypatch.setattr(module, "_outcome", outcome)
    monkeypatch.setattr(module, "_knob_values", lambda *_: {"a": "l", "b": "l"})
    monkeypatch.setattr(module, "_right_values", lambda _: {"a": "r", "b": "r"})
    divergence: Any = SimpleNamespace(left=SimpleNamespace(kind=kinds[0]), right=SimpleNamespace(kind=kinds[1]))
    sides: Any = ("first", "second")
    return module._acts_as_on_witness(None, divergence, sides)  # type: ignore[arg-type]


def _side(before: Any, after: Any, without_a: Any = 9.0, without_b: Any = 9.0) -> dict[str, Outcome | float | None]:
    return {"ll": before, "rr": after, "lr": without_a, "rl": without_b}


_REFUSED = _side(None, None, None, None)


@pytest.mark.parametrize(
    ("first", "second", "acts"),
    [
        (_side(1.0, 2.0), _REFUSED, True),
        (_REFUSED, _side(1.0, 2.0), True),  # one of the sides is enough
        (_side(1.0, 2.0, 2.0), _side(1.0, 2.0), True),
        (_side(1.0, 2.0, 2.0), _side(1.0, 2.0, 9.0, 2.0), False),  # one of the knobs is not needed
        (_side(1.0, 2.0, 2.0), _REFUSED, False),
        (_side(1.0, 2.0, 2.0 * (1 + 2 * SAME_NUMBER)), _REFUSED, True),
        (_side(1.0, 2.0, 2.0 * (1 + SAME_NUMBER / 2)), _REFUSED, False),
        (_side(1.0, 2.0, _E), _REFUSED, True),
        (_side(1.0, 2.0, None, None), _REFUSED, True),  # settings that contradict each other prove nothing
        (_side(1.0, 1.0, 1.0), _REFUSED, False),
        (_side(1.0, _E), _REFUSED, False),  # other kinds of outcomes than on the witness
        (_side(_E, 1.0), _REFUSED, False),
        (_side(_NAN, 1.0), _side(1.0, 2.0), True),
        (_side(None, 2.0), _side(1.0, None), True),  # neither side accepts the values
        (_REFUSED, _REFUSED, True),
        (_side(None, 2.0), _side(1.0, 2.0, 2.0), False),
    ],
)
def test_scores_on_both_sides_of_the_witness(
    first: Any, second: Any, acts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _acts(monkeypatch, {"first": first, "second": second}) is acts


@pytest.mark.parametrize(
    ("before", "after", "kinds", "acts"),
    [
        (_E, 1.0, ("raised", "score"), True),
        (1.0, _E, ("raised", "score"), False),
        (1.0, 2.0, ("raised", "score"), False),
        (1.0, _E, ("score", "raised"), True),
        (1.0, _NAN, ("score", "undefined"), True),
        (1.0, _E, ("score", "undefined"), False),
    ],
)
def test_errors_on_a_side_of_the_witness(
    before: Any, after: Any, kinds: tuple[str, str], acts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _acts(monkeypatch, {"first": _side(before, after), "second": _REFUSED}, kinds) is acts
    same_error = _side(before, after, after)
    assert not _acts(monkeypatch, {"first": same_error, "second": _REFUSED}, kinds)
