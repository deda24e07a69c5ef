"""Compute native scores from the arguments of a package's functions."""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar, cast

import msgspec
from packaging.version import Version

from samescore.base.errors import InputError, MetricError, MissingDataError, SettingsError, UnknownNameError
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.one_segment import OneSegment, cached_segment
from samescore.settings import Settings
from samescore.verbs.inputs.settings import entry_point_and_settings
from samescore.verbs.scoring.from_counts import score_counts
from samescore.verbs.scoring.score import NativeScore, score_as
from samescore.verbs.scoring.scorer import Scorer
from samescore.verbs.scoring.tokens import Request, execute

Returned = TypeVar("Returned")


class Model(msgspec.Struct, frozen=True):
    """A release of a package, whose entry points are computed natively."""

    package: str
    release: str

    def like(self, entry_point: str, arguments: Mapping[str, object]) -> str:
        """Return the entry point with these arguments, as text for `samescore.score`; arguments of None are omitted."""
        return _like(self.package, self.release, entry_point, tuple(arguments.items()))

    def score(
        self, metric: str, entry_point: str, data: Data, arguments: Mapping[str, object], **knobs: Hashable
    ) -> NativeScore:
        """Score data as the entry point does with these arguments and knobs.

        Raises the built-in exception that the package raises, if the model knows it; `LookupError` if a dictionary is
        not installed; and `ValueError` for a disallowed value of an argument, and for data that the model does not
        cover.
        """
        like = self.like(entry_point, arguments)
        return with_native_errors(lambda: score_as(*_resolved(metric, like, tuple(knobs.items())), like, data))

    def score_counts(
        self, metric: str, entry_point: str, counts: Sequence[int], arguments: Mapping[str, object]
    ) -> NativeScore:
        """Score the counts of one segment, or summed counts, as the entry point does. Raises the errors of `score`."""
        return with_native_errors(lambda: score_counts(metric, counts, like=self.like(entry_point, arguments)))

    def settings(self, metric: str, entry_point: str, arguments: Mapping[str, object]) -> Settings:
        """Return the native settings of the entry point with these arguments.

        Raises `ValueError` for disallowed ones.
        """
        return with_native_errors(lambda: _resolved(metric, self.like(entry_point, arguments))[1])

    def scorer(self, metric: str, entry_point: str, arguments: Mapping[str, object]) -> Scorer:
        """Return a `Scorer` of single texts for the entry point. Raises `ValueError` for disallowed arguments."""
        return with_native_errors(lambda: Scorer(metric, self.like(entry_point, arguments)))

    def tokens(self, metric: str, entry_point: str, text: str, arguments: Mapping[str, object]) -> list[str]:
        """Return the tokens of a text that the entry point compares with these arguments."""
        [line] = execute(Request(texts=(text,), metric=metric, like=(self.like(entry_point, arguments),)))
        return cast("list[str]", line.units)


def with_native_errors(compute: Callable[[], Returned]) -> Returned:
    """Return the result of `compute`; its errors are converted as `Model.score` describes."""
    try:
        return compute()
    except MetricError as problem:
        raise _exception(problem) from None
    except MissingDataError as problem:
        raise LookupError(str(problem)) from None
    except (InputError, SettingsError) as problem:
        raise ValueError(str(problem)) from None


def _exception(problem: MetricError) -> Exception:
    """Return the built-in exception that `problem.kind` names; `problem` itself if it names none."""
    kind = getattr(builtins, problem.kind or "", None)
    if isinstance(kind, type) and issubclass(kind, Exception):
        return kind(problem.message)
    return problem


@lru_cache(maxsize=1000)
def _resolved(metric: str, like: str, knobs: tuple[tuple[str, object], ...] = ()) -> tuple[Any, Settings]:
    """Return the profile and the settings of an entry point with arguments and knobs, cached for repeated calls."""
    return entry_point_and_settings(metric, like, dict(knobs))


@lru_cache(maxsize=1000)
def _like(package: str, release: str, entry_point: str, arguments: tuple[tuple[str, object], ...]) -> str:
    written = ", ".join(f"{name}={_written(value)}" for name, value in arguments if value is not None)
    return f"{package}=={release}.{entry_point}" + (f"({written})" if written else "")


def _written(value: object) -> str:
    if isinstance(value, str) and "'" in value:
        raise ValueError(f"{value!r:.80} has a quotation mark, which no argument may have")
    if isinstance(value, tuple):
        return f"[{', '.join(map(_written, value))}]"
    return f"'{value}'" if isinstance(value, str) else repr(value)


def corpus_of(hypotheses: Sequence[str], streams: Sequence[Sequence[str | None]]) -> Corpus:
    """Return a corpus of texts and streams of references. Raises `ValueError` for different lengths and other types."""
    try:
        return Corpus.from_streams(hypotheses, *streams)
    except InputError as problem:
        raise ValueError(str(problem)) from None


def one_segment(hypothesis: str, references: Sequence[str | None]) -> Corpus:
    """Return a text with its references, without those that are None, as a corpus of one segment.

    A corpus of strings caches nothing. Raises `ValueError` for other types.
    """
    given = tuple(reference for reference in references if reference is not None)
    if type(hypothesis) is str and all(type(reference) is str for reference in given):
        return OneSegment.of(hypothesis, given)
    return corpus_of([hypothesis], [[reference] for reference in references])


def shared_segment(hypothesis: str, reference: str) -> Corpus:
    """Return a text with its reference as a corpus that caches its tokens, for several metrics of one text.

    Raises `ValueError` for other types.
    """
    if type(hypothesis) is str and type(reference) is str:
        return cached_segment(hypothesis, reference)
    return corpus_of([hypothesis], [[reference]])


def before(release: str, other: str) -> bool:
    """Return whether a release is older than another."""
    return Version(release) < Version(other)


def modelled(
    package: str, release: str, metric: str, entry_point: str, oldest: str, full: str = r"\d+\.\d+\.\d+"
) -> Model:
    """Return the model of a release.

    `full` is a regular expression for complete release numbers (``2.3.1``). Raises `UnknownNameError` for a release
    that does not match, is older than `oldest`, or is not covered by a profile of the entry point.
    """
    if not re.fullmatch(full, release) or before(release, oldest):
        raise UnknownNameError(f"{package} {release} is not offered", hint=f"write a release since {oldest} in full")
    entry_point_and_settings(metric, f"{package}=={release}.{entry_point}", {})
    return Model(package, release)
