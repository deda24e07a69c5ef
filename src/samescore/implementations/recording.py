"""Recorded runs: the answers of implementations, read from a run's report and replayed (``replay:FILE``).

A recording works without the package. It answers exactly the requests that were recorded, under the same settings.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from samescore import records
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import ProfileFile, profile_files
from samescore.data.fields import explained
from samescore.data.kinds import Data, digest, from_plain
from samescore.errors import InputError, SamescoreError, UnknownNameError
from samescore.implementations.base import Profiled
from samescore.implementations.names import parse_name
from samescore.metrics import find
from samescore.outcome import Outcome, Score, Unavailable, Unsupported
from samescore.settings import Settings

#: The kind of request (see `samescore.records.EntryAnswer`), the vector's id, and the entry point.
Key = tuple[str, str, str]

#: What was asked: the digest of an input, an entry point, and its settings.
Request = tuple[str, str, Settings]


@dataclasses.dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """One answer, on the implementation's own scale, and the settings of the request."""

    metric: str
    signature: str
    outcome: Outcome

    @property
    def supported(self) -> bool:
        """Does the implementation offer what was requested?"""
        return not isinstance(self.outcome, Unsupported)


@dataclasses.dataclass(slots=True)
class Recording:
    """The answers of one implementation in one run.

    `package` is its name without version, interpreter and entry point; `environment` describes where it ran;
    `inputs` maps vectors to the digests of their inputs, `fresh` the ids of fresh inputs to their records.
    """

    name: str
    package: str
    version: str
    environment: Mapping[str, str]
    unavailable: str = ""
    described: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    inputs: dict[str, str] = dataclasses.field(default_factory=dict)
    fresh: dict[str, records.FreshCase] = dataclasses.field(default_factory=dict)
    answers: dict[Key, RecordedAnswer] = dataclasses.field(default_factory=dict)

    @property
    def label(self) -> str:
        """Package and version."""
        return f"{self.package} {self.version}" if self.version else self.package

    def add(self, record: records.Result | records.EntryAnswer) -> None:
        """Add a recorded answer, unless it is `Unavailable`; `ValueError` or `SamescoreError` if it is damaged."""
        if record.signature:
            _parsed(record.metric, record.signature)
        outcome, kind = records.as_outcome(record.outcome), "asked"
        if isinstance(record, records.EntryAnswer):
            kind = record.kind
        elif record.raw and isinstance(outcome, Score):
            outcome = msgspec.structs.replace(outcome, value=records.number(record.raw))
        metric = find(record.metric)[0].name
        if not isinstance(outcome, Unavailable):
            key = (kind, record.vector, record.entry_point)
            self.answers[key] = RecordedAnswer(metric, record.signature, outcome)

    def outcomes(self) -> dict[Request, Outcome]:
        """The outcomes by request."""
        return {
            (self.inputs.get(vector, ""), entry_point, _parsed(answer.metric, answer.signature)): answer.outcome
            for (_, vector, entry_point), answer in self.answers.items()
            if answer.signature
        }

    def selected(self, metrics: set[str], pattern: str) -> Recording:
        """The recording with only the answers on `metrics` (all, if empty) and on vectors whose id contains `pattern`."""
        answers = {
            key: answer
            for key, answer in self.answers.items()
            if (not metrics or answer.metric in metrics) and pattern in key[1]
        }
        return dataclasses.replace(self, answers=answers)


def package_of(name: str) -> str:
    """An implementation's name without its version: ``nltk`` for ``native:nltk==3.4.5.sentence_bleu``."""
    try:
        return parse_name(name).name
    except UnknownNameError:  # a program, a function, a recording
        return name


def recordings_of(report: records.RunReport, source: str = "this run") -> list[Recording]:
    """The recording of every implementation in a run; `InputError`, which names `source`, for a damaged answer."""
    inputs = {case.vector: case.input for case in report.cases.values()}
    recordings: dict[str, Recording] = {}
    for participant in report.header.implementations:
        numbers = _numeric_packages(participant.packages)
        recordings[participant.name] = Recording(
            name=participant.name,
            package=package_of(participant.name),
            version=participant.version,
            environment={**report.header.environment, **participant.environment, **numbers},
            unavailable=participant.unavailable,
            described=participant.described,
            inputs=dict(inputs),
        )
    for fresh in report.fresh.values():
        if fresh.implementation in recordings:
            recordings[fresh.implementation].fresh[fresh.vector] = fresh
            recordings[fresh.implementation].inputs[fresh.vector] = _digest(fresh, source)
    answers: list[records.Result | records.EntryAnswer] = [*report.results, *report.answers]
    for record in answers:
        if record.implementation in recordings:
            try:
                recordings[record.implementation].add(record)
            except (ValueError, SamescoreError) as problem:
                raise InputError(
                    f"{source}: the answer of {record.implementation} to {record.vector}: {problem}",
                    hint="record it again",
                ) from None
    return list(recordings.values())


def _digest(fresh: records.FreshCase, source: str) -> str:
    """The digest of a fresh input; `InputError`, which names `source`, if it is damaged."""
    try:
        return digest(from_plain(fresh.input))
    except SamescoreError as problem:
        raise InputError(f"{source}: the input {fresh.vector}: {problem}", hint="record it again") from None


def read_recordings(path: Path, *, whole: bool = True) -> list[Recording]:
    """The recording of every implementation in a run's report; `InputError` for a file that is not such a report.

    With `whole`, the report of an interrupted run is an error, too.
    """
    reports = [records.RunReport.of(header, rest) for header, rest in records.by_header(records.read(path))]
    recordings = [recording for report in reports for recording in recordings_of(report, str(path))]
    if not recordings:
        raise InputError(f"{path} is not a run's report", hint="samescore run ... --report FILE writes one")
    for report in reports:
        if whole and (report.footer is None or report.footer.results != len(report.results)):
            raise InputError(
                f"{path} is incomplete: it holds {len(report.results)} results of a run that was interrupted",
                hint="record it again",
            )
    return recordings


def named_recordings(text: str) -> list[Recording]:
    """The recordings that ``FILE`` or ``FILE#NAME`` names: all in the file, or that of one implementation."""
    path, _, name = text.partition("#")
    recordings = read_recordings(Path(path), whole=False)
    chosen = [recording for recording in recordings if name in ("", recording.name)]
    if not chosen:
        names = ", ".join(recording.name for recording in recordings)
        raise UnknownNameError(f"{path} holds no recording of {name}", hint=f"it holds: {names}")
    return chosen


@lru_cache(maxsize=4096)
def _parsed(metric: str, signature: str) -> Settings:
    return find(metric)[0].settings.parse(signature)


def _numeric_packages(packages: Mapping[str, str]) -> dict[str, str]:
    """The versions of packages that can change the last digits of a score."""
    return {name: packages[name] for name in ("numpy", "regex") if name in packages}


class Replay(Profiled):
    """A recording as an implementation: ``replay:FILE``, or ``replay:FILE#NAME`` if the file holds several."""

    def __init__(self, name: str) -> None:
        self.name = name
        recordings = named_recordings(name.removeprefix("replay:"))
        if len(recordings) > 1:
            names = ", ".join(recording.name for recording in recordings)
            raise UnknownNameError(f"{name} holds several implementations", hint=f"name one after #: {names}")
        self.recording = recordings[0]
        self._outcomes = self.recording.outcomes()
        super().__init__(_file(self.recording), self.recording.version, "")

    @property
    def describes_itself(self) -> bool:  # type: ignore[override]  # computed here, stored elsewhere
        """Did the recorded implementation describe itself?"""
        return bool(self.recording.described)

    def _profile_version(self) -> str | None:
        version = self.recording.version
        return version if version and self.file.current(version) else None

    def unavailable(self) -> Unavailable | None:
        if self.recording.unavailable:
            return Unavailable(f"when it was recorded: {self.recording.unavailable}")
        return None

    def outside_region(self, profile: Profile, data: Data, settings: Settings) -> Unsupported | None:
        if outside := super().outside_region(profile, data, settings):
            return outside
        known = (digest(data), profile.entry_point, settings) in self._outcomes
        return None if known else Unsupported("the recording has no answer to this request")

    def ask(self, profile: Profile, data: Data, settings: Settings) -> Outcome:
        key = (digest(data), profile.entry_point, settings)
        return self._outcomes.get(key) or Unsupported("the recording has no answer to this request")


def _file(recording: Recording) -> ProfileFile:
    """The profiles of the recorded implementation: its own description, or the known profiles."""
    if recording.described:
        try:
            return msgspec.convert(recording.described, ProfileFile)
        except msgspec.ValidationError as problem:
            why = explained(problem, ProfileFile)
            raise InputError(f"{recording.name}: {why}", hint="record it again") from None
    if recording.package in profile_files():
        return profile_files()[recording.package]
    raise UnknownNameError(
        f"the recording of {recording.name} does not describe what it computes",
        hint="record it again, or name another one",
    )
