"""The record of what was asked again: does an implementation give the same answer to the same input, whatever it was asked before?"""

from __future__ import annotations

import msgspec

from samescore.records.answer import Answer

#: How many calls a process has when nothing more is asked again.
CALLS = 2_000


class ChangedAnswer(msgspec.Struct, frozen=True):
    """An input whose answer changed: `first`, to call number `first_call` of its process, and `later`, to a later one.

    `unsteady` means that two calls in a row had different answers as well.
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
        """Both answers and what they show, in a line."""
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
    """What an implementation answered when small inputs were asked again, in other orders, by the process that it has.

    `calls` is how many calls the process has had in the end, `repeats` how many of them asked one of `inputs` again.
    `changed` are the first few of `changes` inputs whose answer changed. `cut` says why there are less than `CALLS` calls;
    empty if there are as many. `reproduce` is a command that asks in the same order.
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
        """How much was asked again and how many answers changed, in a line."""
        asked = (
            f"{self.inputs:,} small inputs were asked again in other orders, up to call {self.calls:,} of one process"
        )
        asked += f" (stopped there: {self.cut})" if self.cut else ""
        if not self.changes:
            return f"{asked}: every answer was the same"
        return f"{asked}: {self.changes:,} {'answer' if self.changes == 1 else 'answers'} changed"

    @property
    def lines(self) -> list[str]:
        """The text, each change that is kept, and the command, if an answer changed."""
        changes = [change.text for change in self.changed]
        more = [f"and {self.changes - len(changes):,} more"] if self.changes > len(changes) else []
        return [self.text, *changes, *more, *([self.reproduce] if changes else [])]
