"""The records of a baseline: recorded answers of implementations (``samescore run --write-baseline``).

A baseline is a JSON Lines file that is kept next to the code and read in reviews: a header, then one answer on each
line, sorted. It contains no times and no facts about the machine, so equal answers give equal files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec

from samescore.records.answer import Answer

BASELINE_SCHEMA = "samescore-baseline/1"

#: Number of hexadecimal digits of an input's SHA-256 in a baseline.
INPUT_DIGITS = 16


class RecordedImplementation(msgspec.Struct, frozen=True, omit_defaults=True):
    """An implementation in a baseline. `settings` are the command-line options that declare its settings, if any."""

    name: str
    version: str
    settings: list[str] = []


class BaselineHeader(msgspec.Struct, frozen=True, tag_field="type", tag="baseline", omit_defaults=True):
    """The header of a baseline: the implementations, and the number of answers that follow.

    `samescore` is the version whose golden vectors were used, `inputs` is the result of `inputs_digest`, and `reason`
    says why the baseline was recorded, in the user's words.
    """

    schema: str
    samescore: str
    implementations: list[RecordedImplementation]
    answers: int
    inputs: str
    reason: str = ""


class RecordedScore(msgspec.Struct, frozen=True, tag_field="type", tag="recorded", omit_defaults=True):
    """An answer in a baseline: a score on the implementation's own scale, or another `outcome`.

    `settings` is the short signature of the settings; `input` is the beginning of the input's SHA-256. `kind` is as in
    `samescore.records.EntryAnswer`. `detail` is the error, or the reason for an undefined score. `stages` maps the name
    of each intermediate result to its `stage_digest`.
    """

    implementation: str
    metric: str
    vector: str
    entry_point: str = ""
    kind: str = "asked"
    settings: str = ""
    input: str = ""
    outcome: Literal["score", "undefined", "raised"] = "score"
    value: int | float | None = None
    decimals: int | None = None
    detail: str = ""
    stages: dict[str, str] = {}

    def __post_init__(self) -> None:
        """Raise `ValueError` for an integer that is too large for a double."""
        try:
            float(self.value or 0)
        except OverflowError:
            raise ValueError("value is too large for a double") from None

    @property
    def key(self) -> tuple[str, str, str, str, str]:
        """The sort key of the answer, which identifies it in a baseline."""
        return self.implementation, self.metric, self.vector, self.entry_point, self.kind

    @property
    def answer(self) -> Answer:
        """The answer in the form used in reports; a score without a value has an empty hexadecimal form."""
        if self.outcome == "score":
            exact = "" if self.value is None else float(self.value).hex()
            return Answer("score", self.value, exact, decimals=self.decimals)
        if self.outcome == "raised":
            return Answer("raised", error=self.detail)
        return Answer("undefined", reason=self.detail)


class Baseline(msgspec.Struct, frozen=True):
    """A baseline: its header and its answers in order."""

    header: BaselineHeader
    answers: list[RecordedScore]

    @classmethod
    def made(
        cls,
        samescore: str,
        implementations: Iterable[RecordedImplementation],
        answers: Iterable[RecordedScore],
        reason: str = "",
    ) -> Baseline:
        """Build a baseline: sort the answers, and write their number and digest into the header."""
        ordered = sorted(answers, key=lambda answer: answer.key)
        inputs = inputs_digest(ordered)
        header = BaselineHeader(BASELINE_SCHEMA, samescore, list(implementations), len(ordered), inputs, reason)
        return cls(header, ordered)

    def records(self) -> Iterator[BaselineHeader | RecordedScore]:
        """Yield the records in file order: the header, then the answers."""
        yield self.header
        yield from self.answers

    @property
    def whole(self) -> bool:
        """Whether the answers match the header's number and digest; false after lines have been added or removed."""
        return (self.header.answers, self.header.inputs) == (len(self.answers), inputs_digest(self.answers))


def inputs_digest(answers: Iterable[RecordedScore]) -> str:
    """Return the SHA-256 of the keys and input digests of answers, in order."""
    asked = "".join(f"{' '.join(answer.key)} {answer.input}\n" for answer in answers)
    return hashlib.sha256(asked.encode("utf-8", "surrogatepass")).hexdigest()


def stage_digest(product: Any) -> str:
    """Return eight hexadecimal digits of the SHA-256 of an intermediate result.

    Values that JSON does not distinguish, such as 1 and 1.0, or a list and a tuple, have the same digest.
    """
    return hashlib.sha256(repr(_plain(product)).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _plain(product: Any) -> Any:
    """Convert an intermediate result to a form that depends only on its JSON: tuples become lists, 1.0 becomes 1."""
    if isinstance(product, dict):
        return {str(name): _plain(part) for name, part in product.items()}
    if isinstance(product, (list, tuple)):
        return [_plain(part) for part in product]
    if isinstance(product, float) and product.is_integer():
        return int(product)
    return product


def baselines(records: Iterable[object]) -> list[Baseline]:
    """Return the baselines in a list of records, in order; answers before the first header are ignored."""
    collected: list[Baseline] = []
    for record in records:
        if isinstance(record, BaselineHeader):
            collected.append(Baseline(record, []))
        elif isinstance(record, RecordedScore) and collected:
            collected[-1].answers.append(record)
    return collected
