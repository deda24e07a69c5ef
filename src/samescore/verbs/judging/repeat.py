"""Repeat inputs: an answer must not depend on how often, or after which inputs, an implementation was called.

Small inputs are repeated in other orders, until the process of the implementation has had 2,000 calls. Every answer
must equal the first answer to this input bit for bit; an error must be of the same class. This detects caches that mix
inputs up, accumulators that are never reset, and functions that are wrong from some call on.

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
#: Maximum number of changed answers in the record.
_KEPT = 5


class _Asked(NamedTuple):
    """A question with its first answer, and the number of the call that gave it."""

    question: CaseQuestion
    answer: Answer
    call: int


class AskedQuestions:
    """The questions that an implementation has answered, kept to be repeated, and the time that its answers took."""

    def __init__(self, implementation: Implementation) -> None:
        self.implementation = implementation
        self._asked: list[_Asked] = []
        self._seconds = 0.0

    def judged(self, question: CaseQuestion | None, judge: Callable[[], Result]) -> Result:
        """Call `judge`, which runs the implementation on a question, record the question, and return the result.

        A question is not recorded if it is None, if it was not answered, or if each call has its own process.
        """
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
        """Repeat the small inputs in orders given by `seed`, and return the record of the repetitions.

        Return None if there are no small recorded questions, or if the implementation has no profiles. Stops early if
        the calls take too long, if the implementation stops, or if the time limit of the run has passed.
        """
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
    """Yield the questions endlessly: all of them in a random order given by `seed`, then in a new order, and so on."""
    rng, order = random.Random(f"again-{seed}"), list(asked)
    while True:
        rng.shuffle(order)
        yield from order


def _same(answer: Answer, first: Answer) -> bool:
    """Return whether the answers are equal bit for bit, or errors of the same class."""
    return (answer.kind, answer.hex, answer.error) == (first.kind, first.hex, first.error)


def _changed(implementation: Profiled, asked: _Asked, later: Answer) -> ChangedAnswer:
    """Return the record of a changed answer, after running the question once more to see whether it changes again."""
    call = implementation.calls
    following = recorded(answer_to(implementation, asked.question))
    case = asked.question.case
    unsteady = not _same(following, later)
    return ChangedAnswer(case.id, case.metric.name, asked.answer, asked.call, later, call, unsteady)


def _command(implementation: Implementation, asked: Sequence[_Asked], seed: int) -> str:
    """Return the shell command that repeats the run with the same orders of inputs."""
    options = list(implementation.options)
    if "-m" not in options:
        metrics = dict.fromkeys(question.case.metric.name for question, _, _ in asked)
        options += [word for metric in metrics for word in ("-m", metric)]
    return shlex.join(["samescore", "run", implementation.name, *options, "--seed", str(seed)])
