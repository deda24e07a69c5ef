"""Repeat inputs: an answer must not depend on how often, or after what, an implementation was called.

Small inputs are repeated in other orders, until the process of the implementation has had 2,000 calls. Every answer
must equal the first one bit for bit; for an error, its class must. This detects caches that mix inputs up, accumulators
that are never reset, and functions that are wrong from some call on.

Repeating takes at most half as long as the first calls took, or three seconds.
"""

from __future__ import annotations

import random
import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from samescore.implementations import Implementation, Profiled
from samescore.implementations.asking import out_of_time
from samescore.records import CALLS, Answer, ChangedAnswer, Repeated, Result
from samescore.records import outcome as recorded
from samescore.verbs.judging.cases import CaseQuestion
from samescore.verbs.judging.judge import answer_to

#: The share of the earlier run time that repeating may take, and the seconds that it may always take.
_SHARE, _SECONDS = 0.5, 3.0
#: Maximum length of a small input in characters.
_SMALL = 2_000
#: Maximum number of changed answers that are kept.
_KEPT = 5


class _Asked(NamedTuple):
    """A question with its first answer, and the number of the call that gave it."""

    question: CaseQuestion
    answer: Answer
    call: int


class AskedQuestions:
    """The questions that an implementation has answered, and how long that took."""

    def __init__(self, implementation: Implementation) -> None:
        self.implementation = implementation
        self._asked: list[_Asked] = []
        self._seconds = 0.0

    def judged(self, question: CaseQuestion | None, judge: Callable[[], Result]) -> Result:
        """Return the result of `judge`, which asks a question, and record the question (None if it cannot be repeated)."""
        begin = time.monotonic()
        result = judge()
        self._seconds += time.monotonic() - begin
        if (
            question is not None
            and self.implementation.calls
            and result.outcome.kind in ("score", "raised", "undefined")
        ):
            self._asked.append(_Asked(question, result.outcome, self.implementation.calls))
        return result

    def repeat(self, seed: int) -> Repeated | None:
        """Repeat small inputs in orders given by `seed`; None if there are none, or every call has its own process."""
        implementation, small = self.implementation, [asked for asked in self._asked if _is_small(asked.question)]
        if not small or not isinstance(implementation, Profiled):
            return None
        changed = dict[str, ChangedAnswer]()
        repeats, seen, cut = 0, set[str](), ""
        end = time.monotonic() + max(_SECONDS, _SHARE * self._seconds)
        orders = _orders(small, seed)
        while implementation.calls < CALLS and not cut:
            asked = next(orders)
            answer = recorded(answer_to(implementation, asked.question))
            if answer.kind == "unavailable":
                cut = answer.reason
                break
            repeats += 1
            name = asked.question.case.id
            seen.add(name)
            if name not in changed and not _same(answer, asked.answer):
                changed[name] = _changed(implementation, asked, answer)
            if refusal := out_of_time():
                cut = refusal.reason
            elif time.monotonic() >= end:
                cut = "its calls are slow"
            elif repeats == CALLS:
                cut = "it was started again"
        return Repeated(
            implementation=implementation.name,
            calls=implementation.calls,
            repeats=repeats,
            inputs=len(seen),
            changes=len(changed),
            changed=list(changed.values())[:_KEPT],
            reproduce=_command(implementation, small, seed),
            cut=cut if implementation.calls < CALLS else "",
        )


def _is_small(question: CaseQuestion) -> bool:
    return len(repr(question.case.data)) <= _SMALL


def _orders(asked: Sequence[_Asked], seed: int) -> Iterator[_Asked]:
    """Yield all questions in one order after the other, endlessly."""
    rng, order = random.Random(f"again-{seed}"), list(asked)
    while True:
        rng.shuffle(order)
        yield from order


def _same(answer: Answer, first: Answer) -> bool:
    """Return whether the answers are equal bit for bit, or errors of the same class."""
    return (answer.kind, answer.hex, answer.error) == (first.kind, first.hex, first.error)


def _changed(implementation: Profiled, asked: _Asked, later: Answer) -> ChangedAnswer:
    """Describe a changed answer; the question is asked once more immediately."""
    call = implementation.calls
    following = recorded(answer_to(implementation, asked.question))
    case = asked.question.case
    unsteady = not _same(following, later)
    return ChangedAnswer(case.id, case.metric.name, asked.answer, asked.call, later, call, unsteady)


def _command(implementation: Implementation, asked: Sequence[_Asked], seed: int) -> str:
    """Return the command that repeats the run in the same order."""
    options = list(implementation.options)
    if "-m" not in options:
        metrics = dict.fromkeys(question.case.metric.name for question, _, _ in asked)
        options += [word for metric in metrics for word in ("-m", metric)]
    return shlex.join(["samescore", "run", implementation.name, *options, "--seed", str(seed)])
