"""Asking again: an answer must not depend on how often, or after what, an implementation was asked.

Small inputs that have been asked are asked again, in other orders, until the process of the implementation has had 2,000
calls. Every answer must be the first one again, bit for bit; of an error, its class. A cache that mixes inputs up, an
accumulator that is never reset, and a function that is wrong from some call on all show so.

Asking again takes at most half as long as asking took before, or three seconds.
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
from samescore.verbs.judging.cases import Question
from samescore.verbs.judging.judge import answer_to

#: The share of the time for asking that may be spent once more, and the seconds that always may.
_SHARE, _SECONDS = 0.5, 3.0
#: Inputs up to this length, in characters, are small.
_SMALL = 2_000
#: How many changed answers are kept.
_KEPT = 5


class _Asked(NamedTuple):
    """A question with its first answer, and the number of the call that gave it."""

    question: Question
    answer: Answer
    call: int


class AskedQuestions:
    """What an implementation has been asked, and how long that took."""

    def __init__(self, implementation: Implementation) -> None:
        self.implementation = implementation
        self._asked: list[_Asked] = []
        self._seconds = 0.0

    def judged(self, question: Question | None, judge: Callable[[], Result]) -> Result:
        """The result of `judge`, which asks a question (None: nothing that could be asked again)."""
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
        """Ask small inputs again, in orders that `seed` gives; None where there are none, or every call has its own process."""
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


def _is_small(question: Question) -> bool:
    return len(repr(question.case.data)) <= _SMALL


def _orders(asked: Sequence[_Asked], seed: int) -> Iterator[_Asked]:
    """All that was asked in one order after the other, without an end."""
    rng, order = random.Random(f"again-{seed}"), list(asked)
    while True:
        rng.shuffle(order)
        yield from order


def _same(answer: Answer, first: Answer) -> bool:
    """Is it the same answer, bit for bit? Of errors, the class counts."""
    return (answer.kind, answer.hex, answer.error) == (first.kind, first.hex, first.error)


def _changed(implementation: Profiled, asked: _Asked, later: Answer) -> ChangedAnswer:
    """The change of an answer; the question is put once more, at once."""
    call = implementation.calls
    following = recorded(answer_to(implementation, asked.question))
    case = asked.question.case
    unsteady = not _same(following, later)
    return ChangedAnswer(case.id, case.metric.name, asked.answer, asked.call, later, call, unsteady)


def _command(implementation: Implementation, asked: Sequence[_Asked], seed: int) -> str:
    """The command that asks in the same order."""
    options = list(implementation.options)
    if "-m" not in options:
        metrics = dict.fromkeys(question.case.metric.name for question, _, _ in asked)
        options += [word for metric in metrics for word in ("-m", metric)]
    return shlex.join(["samescore", "run", implementation.name, *options, "--seed", str(seed)])
