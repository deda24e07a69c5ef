"""The record of repeated inputs, which shows whether an implementation always gives the same answer to an input."""

from __future__ import annotations

import msgspec

from samescore.records.answer import Answer

#: Number of calls of a process after which no more inputs are repeated.
CALLS = 2_000


class ChangedAnswer(msgspec.Struct, frozen=True):
    """An input whose answer changed when it was repeated.

    `first` is the answer at call number `first_call` of the process, `later` the answer at call number `later_call`.
    `unsteady` means that even two consecutive calls had different answers.
    """

    vector: str
    metric: str
    first: Answer
    first_call: int
    later: Answer
    later_call: int
    unsteady: bool = False

    @property
    def text(self) -> str:
        """Both answers and their likely cause, on one line."""
        gave = ", ".join(
            f"call {call:,} {'gave ' * (answer.kind == 'score')}{answer.text}"
            for call, answer in ((self.later_call, self.later), (self.first_call, self.first))
        )
        return f"{self.vector}: {gave} for the same input: {self._cause}"

    @property
    def _cause(self) -> str:
        if self.later.kind == "crashed":
            return "the implementation crashes after some calls"
        if self.unsteady:
            return "two calls in a row differ: random answers, or state kept between calls"
        return "the implementation keeps state between calls"


class Repeated(msgspec.Struct, frozen=True, tag_field="type", tag="repeated"):
    """The answers of an implementation's process when small inputs were repeated in other orders.

    `calls` is the total number of calls of the process; `repeats` of them repeated one of the `inputs` small inputs.
    `changes` inputs have a changed answer, and `changed` lists the first few. `cut` says why there are fewer than
    `CALLS` calls; otherwise it is empty. `reproduce` is a command that repeats the inputs in the same order.
    """

    implementation: str
    calls: int
    repeats: int
    inputs: int
    changes: int
    changed: list[ChangedAnswer]
    reproduce: str
    cut: str = ""

    @property
    def text(self) -> str:
        """One line about the number of repetitions and changed answers."""
        asked = (
            f"{self.inputs:,} small inputs were run again in different orders, up to call {self.calls:,} of one process"
        )
        asked += f" (stopped there: {self.cut})" if self.cut else ""
        if not self.changes:
            return f"{asked}: every answer was the same"
        return f"{asked}: {self.changes:,} {'answer' if self.changes == 1 else 'answers'} changed"

    @property
    def lines(self) -> list[str]:
        """The text and, if an answer changed, a line for each listed change and the command that repeats them."""
        changes = [change.text for change in self.changed]
        more = [f"and {self.changes - len(changes):,} more"] if self.changes > len(changes) else []
        return [self.text, *changes, *more, *([self.reproduce] if changes else [])]
