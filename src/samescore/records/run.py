"""The records of a run: its header, its cases and their results, and its footer."""

from __future__ import annotations

import enum
import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from samescore.records.answer import Absent, Answer, Change, NamedMistake
from samescore.records.input_sizes import largest
from samescore.records.left_files import LeftFiles
from samescore.records.likeness import Likeness
from samescore.records.repeated import Repeated


class Participant(msgspec.Struct, frozen=True, omit_defaults=True):
    """An implementation that takes part in a run. `unavailable` says why it could not be run; empty if it could.

    `extra` names the extra of samescore that installs the package, if it is not installed; empty if there is none.
    `environment` and `packages` describe a separate environment; both are empty if it ran in samescore's own.
    `described` is the implementation's own description, which is needed to replay a recording of it. `seed` is the seed
    of its fresh inputs; None if there were none.
    """

    name: str
    version: str
    unavailable: str
    note: str
    environment: dict[str, str] = {}
    packages: dict[str, str] = {}
    described: dict[str, Any] = {}
    seed: int | None = None
    extra: str = ""


class Header(msgspec.Struct, frozen=True, tag_field="type", tag="header", omit_defaults=True):
    """The header of a run's report: its implementations, its selection of vectors, and its machine.

    `environment` has the facts about the machine that can affect the last bits of a score. `metrics` are in the order
    of reports. `vectors` is the number of golden vectors. `results` is the maximum number of results of a complete run,
    not counting implementations that were unavailable at its beginning. Both numbers are 0 in older reports. `pattern`
    is the expression that selected the vectors, empty for all; with `last_failed`, only the failures of an earlier run
    are repeated. `folder` is the working folder, given only for runs kept in the state folder.
    """

    schema: str
    samescore: str
    environment: dict[str, str]
    implementations: list[Participant]
    metrics: list[str] = []
    vectors: int = 0
    results: int = 0
    pattern: str = ""
    last_failed: bool = False
    folder: str = ""

    @property
    def available(self) -> set[str]:
        """The names of the implementations that were available at the beginning."""
        return {participant.name for participant in self.implementations if not participant.unavailable}


class Expectation(msgspec.Struct, frozen=True):
    """An expected answer. `value` is a decimal number as text, empty unless `kind` is ``score``."""

    kind: Literal["score", "raised", "undefined"]
    value: str


class Case(msgspec.Struct, frozen=True, tag_field="type", tag="case"):
    """A golden vector of a run. `input` is the SHA-256 of its input as JSON with sorted keys in ASCII."""

    vector: str
    metric: str
    signature: str
    input: str
    expected: Expectation


class FreshCase(msgspec.Struct, frozen=True, tag_field="type", tag="fresh-case"):
    """A fresh input of a run, generated from `seed`, with everything needed to repeat it.

    `vector` is its id, numbered within one implementation and metric. `signature` has the complete settings, which the
    entry point supports; `input` has the form of a golden vector's input.
    """

    vector: str
    metric: str
    implementation: str
    entry_point: str
    seed: int
    signature: str
    input: dict[str, Any]
    expected: Expectation

    @property
    def input_text(self) -> str:
        """The input as JSON."""
        return json.dumps(self.input, ensure_ascii=False)


class FailedInput(msgspec.Struct, frozen=True, tag_field="type", tag="failed-input"):
    """An input on which an implementation fails, for one of the few failures that reports show in full.

    These are the first failure and failures on short inputs. `input` has the form of a golden vector's input.
    """

    implementation: str
    vector: str
    metric: str
    input: dict[str, Any]


class OwnCase(msgspec.Struct, frozen=True, tag_field="type", tag="own-case"):
    """A user's input (``run --inputs``), with everything needed to repeat it.

    `vector` is its id, `where` the file, with the line if the input is a single line. `signature` has the complete
    settings for the expected answer, which are the settings of the entry point or of the vector. `input` has the form
    of a golden vector's input.
    """

    vector: str
    metric: str
    implementation: str
    entry_point: str
    where: str
    signature: str
    input: dict[str, Any]
    expected: Expectation

    @property
    def input_text(self) -> str:
        """The input as JSON."""
        return json.dumps(self.input, ensure_ascii=False)


class VectorVerdict(enum.Enum):
    """The result of comparing an outcome with the expected one, or the reason why there is nothing to compare."""

    AGREE = "agree"
    DIVERGE = "diverge"  # differs, and named knobs explain it exactly
    EXPECTED = "expected"  # differs, and is listed as an expected failure
    STALE = "stale"  # listed as an expected failure, but passes
    DISAGREE = "disagree"  # differs, unexplained
    ERROR = "error"  # crashed, raised where a score is expected, or refused a declared input; unexplained
    UNSUPPORTED = "unsupported"
    UNAVAILABLE = "unavailable"

    @property
    def red(self) -> bool:
        """Whether the verdict makes a run fail."""
        return self in (VectorVerdict.DISAGREE, VectorVerdict.ERROR, VectorVerdict.STALE)

    @property
    def answered(self) -> bool:
        """Whether the implementation was run: the case is neither unsupported nor unavailable."""
        return self not in (VectorVerdict.UNSUPPORTED, VectorVerdict.UNAVAILABLE)


class Result(msgspec.Struct, frozen=True, tag_field="type", tag="result"):
    """One implementation's verdict on one vector.

    `mistakes` are the known mistakes that give exactly this number. `signature` is the short signature of the settings
    used; empty if the implementation was not run. If the vector has a different scale, `raw` is the exact score on the
    implementation's own scale, and `raw_decimals` the number of decimals that it is rounded to there, if it is known to
    be rounded. `causes` are the knobs that explain a divergence, `divergences` the catalogue's entries about them.
    `stage` says what differs first, or repeats the reason of an expected failure. `reproduce` is a command that shows
    this result again.
    """

    vector: str
    metric: str
    implementation: str
    entry_point: str
    verdict: VectorVerdict
    outcome: Answer
    causes: list[Change]
    divergences: list[str]
    stage: str
    mistakes: list[NamedMistake]
    reproduce: str
    signature: str = ""
    raw: str = ""
    raw_decimals: int | None = None

    @property
    def why(self) -> str:
        """The reason for the verdict, on one line.

        The `mistakes` are not named, because a mistake may give a single number by coincidence.
        """
        if self.verdict is VectorVerdict.DIVERGE:
            entries = f" (known: {', '.join(self.divergences)})" if self.divergences else ""
            return "; ".join(map(str, self.causes)) + entries
        return self.stage if self.verdict.answered else self.outcome.reason


#: The settings that an entry point was run with: see `EntryAnswer`.
AnswerKind = Literal["asked", "numbers", "counterpart", "default"]


class EntryAnswer(msgspec.Struct, frozen=True, tag_field="type", tag="answer"):
    """The answer of one entry point to a vector, in addition to the answer that was judged.

    `kind` says which settings were used: ``asked`` (the nearest to the vector's), ``numbers`` (the same, with numbers
    such as a smoothing value at their defaults), ``counterpart`` (the value that the same argument has in another
    release) or ``default`` (all parameters at their defaults).
    """

    kind: AnswerKind
    vector: str
    metric: str
    implementation: str
    entry_point: str
    signature: str
    outcome: Answer


class Footer(msgspec.Struct, frozen=True, tag_field="type", tag="footer", omit_defaults=True):
    """The counts of verdicts and the exit code.

    In the report of a gate, `verdicts` counts its vectors (see `VectorGate`), and the exit code is the gate's.
    `unmatched` lists the ids of expected failures that match no vector. `stopped` means that the run ended at its first
    failure, as requested.
    """

    results: int
    verdicts: dict[str, int]
    exit_code: int
    unmatched: list[str] = []
    stopped: bool = False


class RunReport(msgspec.Struct, frozen=True):
    """A run, assembled from its records.

    `cases` maps the ids of vectors to their cases; `fresh` and `own` map pairs of an implementation and an id to fresh
    inputs and to the user's inputs. `implementations` also says which of them became unavailable during the run.
    `footer` is None if the run was interrupted.
    """

    header: Header
    implementations: list[Participant]
    cases: dict[str, Case]
    results: list[Result]
    answers: list[EntryAnswer]
    footer: Footer | None
    fresh: dict[tuple[str, str], FreshCase] = {}
    likenesses: list[Likeness] = []
    own: dict[tuple[str, str], OwnCase] = {}
    failed_inputs: list[FailedInput] = []
    repeated: list[Repeated] = []
    left_files: list[LeftFiles] = []

    @classmethod
    def of(cls, header: Header, records: Iterable[object]) -> RunReport:
        """Assemble a run from its records; records of other kinds are ignored."""
        kinds: defaultdict[type, list[Any]] = defaultdict(list)
        for record in records:
            kinds[type(record)].append(record)
        stopped = {absent.implementation: absent.reason for absent in kinds[Absent]}
        return cls(
            header,
            implementations=[
                msgspec.structs.replace(participant, unavailable=stopped.get(participant.name, participant.unavailable))
                for participant in header.implementations
            ],
            cases={case.vector: case for case in kinds[Case]},
            results=kinds[Result],
            answers=kinds[EntryAnswer],
            footer=kinds[Footer][-1] if kinds[Footer] else None,
            fresh={(case.implementation, case.vector): case for case in kinds[FreshCase]},
            likenesses=kinds[Likeness],
            own={(case.implementation, case.vector): case for case in kinds[OwnCase]},
            failed_inputs=kinds[FailedInput],
            repeated=kinds[Repeated],
            left_files=kinds[LeftFiles],
        )

    @property
    def done(self) -> int:
        """The number of results so far that count towards the header's `results`."""
        available = self.header.available
        return sum(1 for result in self.results if result.implementation in available)

    def count(self, name: str, metric_name: str, *, fresh: bool | None = None) -> Counter[VectorVerdict]:
        """Count one implementation's verdicts on one metric.

        Only fresh inputs count if `fresh` is True, and only other inputs if it is False.
        """
        if fresh and not self.fresh:
            return Counter()
        return Counter(
            result.verdict
            for result in self.results
            if result.implementation == name and result.metric == metric_name
            if fresh is None or fresh == (self.fresh_case(result) is not None)
        )

    def fresh_case(self, result: Result) -> FreshCase | None:
        """Return the fresh input of a result; None if the result is not on a fresh input."""
        return self.fresh.get((result.implementation, result.vector))

    def recorded_case(self, result: Result) -> FreshCase | OwnCase | None:
        """Return the fresh or user input of a result, which exists only in this report; None for a golden vector."""
        return self.fresh_case(result) or self.own.get((result.implementation, result.vector))

    def expected(self, result: Result) -> str:
        """Return the expected answer to a result's vector: a number or the kind of outcome; empty if not recorded."""
        case = self.recorded_case(result) or self.cases.get(result.vector)
        return (case.expected.value or case.expected.kind) if case else ""

    @property
    def metrics(self) -> list[str]:
        """The metrics with results, in the order of the header."""
        present = dict.fromkeys(result.metric for result in self.results)
        usual = [name for name in self.header.metrics if name in present]
        return [*usual, *(name for name in present if name not in usual)]

    @property
    def failures(self) -> list[Result]:
        """The results whose verdict makes the run fail."""
        return [result for result in self.results if result.verdict.red]

    @property
    def unsteady(self) -> list[Repeated]:
        """The records of repeated inputs in which an answer changed."""
        return [repeated for repeated in self.repeated if repeated.changes]

    @property
    def remarks(self) -> list[str]:
        """Further remarks on the run: sizes of fresh inputs, repetitions, files left behind."""
        answered = [result for result in self.results if result.verdict.answered]
        sizes = largest(case.input for case in filter(None, map(self.fresh_case, answered)))
        said = [f"The fresh inputs had {sizes}."] if sizes else []
        said += [f"{again.implementation}: {again.text}." for again in self.repeated if not again.changes]
        return [*said, *(left.text for left in self.left_files)]

    @property
    def unmatched(self) -> list[str]:
        """The ids of expected failures that match no vector; empty if the run was interrupted."""
        return self.footer.unmatched if self.footer else []

    @property
    def exit_code(self) -> int:
        """The exit code.

        0 all as expected, 1 a disagreement, 3 an expected failure passes, 4 nothing ran, 5 something was unavailable,
        130 interrupted.
        """
        return self.footer.exit_code if self.footer else 130


def by_header(records: Iterable[object]) -> list[tuple[Header, list[object]]]:
    """Return each header with the records after it up to the next header; records before the first are ignored."""
    runs: list[tuple[Header, list[object]]] = []
    for record in records:
        if isinstance(record, Header):
            runs.append((record, []))
        elif runs:
            runs[-1][1].append(record)
    return runs
