"""The logs of inspect-ai: ``.eval`` files, which are zip archives, and ``.json`` files.

A sample that ended with an error has no scores; inspect-ai leaves it out of its metrics, and it is not read here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from samescore.base.archives import opened_archive
from samescore.base.documents import MalformedError, from_python_json
from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.data.answer_logs.log import AnswerLog, LogFormat, LoggedAnswer, converted, numbers

_SAMPLE = (
    'a sample is {"id": 1, "epoch": 1, "target": "4", "output": {"completion": "The answer is 4."}, "scores": {...}, ...}, '
    "as inspect-ai writes it"
)
_HEADER, _SAMPLES = "header.json", "samples/"
#: The values of scores that are texts.
_VALUES = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
#: The names of reducers whose accuracy is the mean of all epochs.
_MEANS = (None, "mean")


class _Part(msgspec.Struct):
    type: str
    text: str = ""


class _Message(msgspec.Struct):
    content: str | list[_Part]


class _Choice(msgspec.Struct):
    message: _Message


class _Output(msgspec.Struct):
    completion: str | None = None
    choices: list[_Choice] = []

    @property
    def text(self) -> str:
        """The output as the scorers see it: the text parts of the first message, in lines."""
        if self.completion or not self.choices:
            return self.completion or ""
        content = self.choices[0].message.content
        return content if isinstance(content, str) else "\n".join(part.text for part in content if part.type == "text")


class _Score(msgspec.Struct):
    value: Any
    answer: str | None = None


class _Sample(msgspec.Struct):
    id: int | str
    epoch: int
    target: str | list[str]
    output: _Output
    choices: list[str] | None = None
    scores: dict[str, _Score] | None = None
    error: Any = None


class _Metric(msgspec.Struct):
    value: Any


class _Scores(msgspec.Struct):
    name: str
    metrics: dict[str, _Metric]
    reducer: str | None = None


class _Results(msgspec.Struct):
    scores: list[_Scores] = []


class _Header(msgspec.Struct):
    results: _Results | None = None


def _recognizes_document(document: Any) -> bool:
    return isinstance(document, dict) and {"eval", "status", "samples"} <= document.keys()


def _recognizes_archive(names: Sequence[str]) -> bool:
    return _HEADER in names or any(name.startswith(_SAMPLES) for name in names)


def _read_document(path: PathLike, document: dict[str, Any]) -> AnswerLog:
    """Return the samples of a ``.json`` log, ordered as inspect-ai orders them: by epoch, then by id."""
    samples = document["samples"]
    if not isinstance(samples, list):
        raise InputError(f"{path} has no list of samples", hint="write the log with its samples, not only the header")
    places = ((f"{path}, samples[{number}]", sample) for number, sample in enumerate(samples))
    return _log(path, document, places)


def _read_archive(path: PathLike, _: Sequence[str]) -> AnswerLog:
    """Return the samples of an ``.eval`` log. Raises `InputError` for a log without a header, as a cancelled run leaves it."""
    with opened_archive(path) as archive:

        def member(name: str) -> tuple[str, Any]:
            try:
                return f"{path}, {name}", from_python_json(archive.read(name))
            except MalformedError as problem:
                raise InputError(f"{path}, {name}: {problem}", hint=_SAMPLE) from None

        if _HEADER not in archive.names:
            hint = "finish the run: inspect eval-retry"
            raise InputError(f"{path} has no {_HEADER}: the run was interrupted", hint=hint)
        return _log(path, member(_HEADER)[1], (member(name) for name in archive.names if name.startswith(_SAMPLES)))


def _log(path: PathLike, header: Any, samples: Iterable[tuple[str, Any]]) -> AnswerLog:
    """Return the log of a header and samples with their places. Raises `InputError` for samples with equal id and epoch."""
    answers: dict[tuple[int, str], LoggedAnswer] = {}
    for place, value in samples:
        sample = converted(value, _Sample, place, _SAMPLE)
        if sample.error is not None:
            continue
        key = sample.epoch, sample.id if isinstance(sample.id, str) else str(sample.id).zfill(20)
        if key in answers:
            raise InputError(
                f"{place}: the sample {sample.id!r:.80} occurs twice in epoch {sample.epoch}", hint="keep one of them"
            )
        answers[key] = _answer(place, sample)
    stated = _accuracies(converted(header, _Header, str(path), "a header has the results of each scorer"))
    return AnswerLog("inspect-ai", [answers[key] for key in sorted(answers)], stated)


def _answer(place: str, sample: _Sample) -> LoggedAnswer:
    values = {name: score.value for name, score in (sample.scores or {}).items()}
    scores = numbers({name: _VALUES.get(value) if isinstance(value, str) else value for name, value in values.items()})
    extracted = {name: score.answer for name, score in (sample.scores or {}).items()}
    return LoggedAnswer(place, str(sample.id), (sample.output.text,), _golds(sample, place), scores, extracted)


def _golds(sample: _Sample, place: str) -> tuple[str, ...]:
    """Return the gold answers; the letters of several right choices are one answer, such as ``A, C``."""
    golds = [sample.target] if isinstance(sample.target, str) else sample.target
    if not golds:
        raise InputError(f"{place}: there is no target", hint=_SAMPLE)
    return (", ".join(sorted(golds)),) if sample.choices else tuple(golds)


def _accuracies(header: _Header) -> dict[str, float]:
    """Return the stated accuracy of each scorer whose epochs are averaged."""
    averaged = [scores for scores in (header.results or _Results()).scores if scores.reducer in _MEANS]
    return numbers(
        {scores.name: scores.metrics["accuracy"].value for scores in averaged if "accuracy" in scores.metrics}
    )


DOCUMENT = LogFormat("inspect-ai", "document", ".json", _recognizes_document, _read_document)
ARCHIVE = LogFormat("inspect-ai", "archive", ".eval", _recognizes_archive, _read_archive)
