"""Recorded runs: what implementations answered, read back from a run's report, and asked again (``replay:FILE``).

A recording outlives the package. It answers what it was asked when it was made, under the same settings, and nothing
else.
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
from samescore.data.kinds import Data, digest
from samescore.errors import InputError, SamescoreError, UnknownNameError
from samescore.implementations.base import Profiled
from samescore.implementations.names import parse_name
from samescore.metrics import find
from samescore.outcome import Outcome, Score, Unavailable, Unsupported
from samescore.settings import Settings

#: How it was asked (`samescore.records.EntryAnswer` names the ways), the vector's id, the entry point.
Key = tuple[str, str, str]


@dataclasses.dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """One answer, on the implementation's own scale, and the settings that it was asked under."""

    metric: str
    signature: str
    outcome: Outcome

    @property
    def supported(self) -> bool:
        """Does the implementation offer what it was asked for?"""
        return not isinstance(self.outcome, Unsupported)


@dataclasses.dataclass(slots=True)
class Recording:
    """What one implementation answered in one run.

    `package` is its name without version, interpreter and entry point; `environment` the facts of where it ran;
    `inputs` maps vectors to the digests of their inputs.
    """

    name: str
    package: str
    version: str
    environment: Mapping[str, str]
    unavailable: str = ""
    described: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    inputs: dict[str, str] = dataclasses.field(default_factory=dict)
    answers: dict[Key, RecordedAnswer] = dataclasses.field(default_factory=dict)

    @property
    def label(self) -> str:
        """Package and version."""
        return f"{self.package} {self.version}" if self.version else self.package

    def add(self, record: records.Result | records.EntryAnswer) -> None:
        """Add a recorded answer, unless nothing could be asked; `ValueError` or `SamescoreError` where it is damaged."""
        if record.signature:
            _parsed(record.metric, record.signature)
        outcome, kind = records.as_outcome(record.outcome), "asked"
        if isinstance(record, records.EntryAnswer):
            kind = record.kind
        elif record.raw and isinstance(outcome, Score):
            outcome = dataclasses.replace(outcome, value=records.number(record.raw))
        metric = find(record.metric)[0].name
        if not isinstance(outcome, Unavailable):
            key = (kind, record.vector, record.entry_point)
            self.answers[key] = RecordedAnswer(metric, record.signature, outcome)

    def selected(self, metrics: set[str], pattern: str) -> Recording:
        """The recording with its answers on some metrics (all of them if none is named), of matching vectors only."""
        answers = {
            key: answer
            for key, answer in self.answers.items()
            if (not metrics or answer.metric in metrics) and pattern in key[1]
        }
        return dataclasses.replace(self, answers=answers)


def package_of(name: str) -> str:
    """What an implementation is called whatever its version: ``nltk`` of ``native:nltk==3.4.5.sentence_bleu``."""
    try:
        return parse_name(name).name
    except UnknownNameError:  # a program, a function, a recording
        return name


def recordings_of(report: records.RunReport, source: str = "this run") -> list[Recording]:
    """Every implementation's recording in a run; `InputError`, naming the `source`, for a damaged answer."""
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
            inputs=inputs,
        )
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


def read_recordings(path: Path, *, whole: bool = True) -> list[Recording]:
    """Every implementation's recording in a run's report; `InputError` for a file that is none.

    `whole`: the report of a run that was interrupted is an error, too.
    """
    reports = [records.RunReport.of(header, rest) for header, rest in records.by_header(records.read(path))]
    recordings = [recording for report in reports for recording in recordings_of(report, str(path))]
    if not recordings:
        raise InputError(f"{path} is not a run's report", hint="samescore run ... --report FILE writes one")
    for report in reports:
        if whole and (report.footer is None or report.footer.results != len(report.results)):
            raise InputError(
                f"{path} is not whole: it holds {len(report.results)} results of a run that was interrupted",
                hint="record it again",
            )
    return recordings


def named_recordings(text: str) -> list[Recording]:
    """The recordings that ``FILE``, or ``FILE#NAME``, means: every one in the file, or that of one implementation."""
    path, _, name = text.partition("#")
    recordings = read_recordings(Path(path), whole=False)
    chosen = [recording for recording in recordings if name in ("", recording.name)]
    if not chosen:
        names = ", ".join(recording.name for recording in recordings)
        raise UnknownNameError(f"{path} holds no {name}", hint=f"it holds: {names}")
    return chosen


@lru_cache(maxsize=4096)
def _parsed(metric: str, signature: str) -> Settings:
    return find(metric)[0].settings.parse(signature)


def _numeric_packages(packages: Mapping[str, str]) -> dict[str, str]:
    """The packages whose version can move a score's last digits."""
    return {name: packages[name] for name in ("numpy", "regex") if name in packages}


class Replay(Profiled):
    """A recording as an implementation: ``replay:FILE``, or ``replay:FILE#NAME`` where the file holds several."""

    def __init__(self, name: str) -> None:
        self.name = name
        recordings = named_recordings(name.removeprefix("replay:"))
        if len(recordings) > 1:
            names = ", ".join(recording.name for recording in recordings)
            raise UnknownNameError(f"{name} holds several implementations", hint=f"name one after #: {names}")
        self.recording = recordings[0]
        self._outcomes = {
            (self.recording.inputs.get(vector, ""), entry_point, _parsed(answer.metric, answer.signature)): (
                answer.outcome
            )
            for (_, vector, entry_point), answer in self.recording.answers.items()
            if answer.signature
        }
        super().__init__(_file(self.recording), self.recording.version, "")

    def _profile_version(self) -> str | None:
        version = self.recording.version
        return version if version and self.file.current(version) else None

    def unavailable(self) -> Unavailable | None:
        if self.recording.unavailable:
            return Unavailable(f"when it was recorded: {self.recording.unavailable}")
        return None

    def ask(self, profile: Profile, data: Data, settings: Settings) -> Outcome:
        key = (digest(data), profile.entry_point, settings)
        return self._outcomes.get(key, Unsupported("the recording holds no answer to this"))


def _file(recording: Recording) -> ProfileFile:
    """The profiles of what was recorded: the known ones, or what it said of itself."""
    if recording.described:
        try:
            return msgspec.convert(recording.described, ProfileFile)
        except msgspec.ValidationError as problem:
            raise InputError(f"{recording.name}: {problem}", hint="record it again") from None
    if recording.package in profile_files():
        return profile_files()[recording.package]
    raise UnknownNameError(
        f"{recording.name} is recorded without saying what it computes", hint="record it again, or name another one"
    )
