"""Each argument of a Python function reaches the request; the defaults are those of the command line."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import samescore
from samescore.verbs.audit.request import PublishedNumber
from samescore.verbs.audit.request import Request as Audit
from samescore.verbs.compare.question import Wanted
from samescore.verbs.compare.request import Request as Compare
from samescore.verbs.compare.systems import SystemColumns
from samescore.verbs.fuzz import Request as Fuzz
from samescore.verbs.identify import Request as Identify
from samescore.verbs.inputs.columns import Columns
from samescore.verbs.inputs.files import Files
from samescore.verbs.judging.plan import Request as Run
from samescore.verbs.releases.drift import Request as Drift
from samescore.verbs.scoring.request import Request as Score
from samescore.verbs.scoring.tokens import Request as Tokens
from samescore.verbs.why.diff import Request as Diff
from samescore.verbs.why.explain import Request as Explain

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

_CORPUS = samescore.Corpus.from_segments(["a"], [["a"]])
_HYP, _REF, _BASE = map(Path, ("hyp", "ref", "base"))
_DATA = {"gold": ["x"], "predicted": ["y"], "scores": [0.5]}
_KNOBS = {"case": "lower"}
_COLUMNS = Columns(["a"], ["b"], ["x"], ["y"], [0.5])

#: The arguments of a function, and the request that it makes of them.
_REQUESTS: list[tuple[str, tuple[Any, ...], dict[str, Any], Any]] = [
    ("audit", ("claims.toml",), {}, Audit(Path("claims.toml"))),
    (
        "audit",
        (_BASE,),
        {"jobs": 3, "thorough": True, "rounding_only": True},
        Audit(_BASE, thorough=True, rounding_only=True, jobs=3),
    ),
    (
        "audit",
        ("BLEU", _HYP, [_REF, _BASE]),
        {
            "published": "27.3",
            "like": "nltk",
            "signature": "s",
            "baseline": _BASE,
            "statistic": "bleu",
            "thorough": True,
            "rounding_only": True,
            **_KNOBS,
        },
        Audit(
            number=PublishedNumber("BLEU", "27.3", Files(_HYP, (_REF, _BASE), _BASE, "bleu"), _KNOBS, "nltk", "s"),
            thorough=True,
            rounding_only=True,
        ),
    ),
    (
        "audit",
        ("BLEU", _HYP, _REF),
        {"published": "27.3"},
        Audit(number=PublishedNumber("BLEU", "27.3", Files(_HYP, (_REF,)), {})),
    ),
    ("audit", ("BLEU", _HYP), {"published": "2"}, Audit(number=PublishedNumber("BLEU", "2", Files(_HYP), {}))),
    (
        "audit",
        ("BLEU", ["a"], ["b"]),
        {"published": "27.3"},
        Audit(number=PublishedNumber("BLEU", "27.3", Columns(["a"], ["b"]), {})),
    ),
    (
        "compare",
        (["bleu", "ter"], {"s": ["a"]}, ["b"]),
        {
            "gold": ["x"],
            "higher_is_better": False,
            "baseline": "s",
            "like": "nltk",
            "test": "sign",
            "interval": "bca",
            "correction": "none",
            "alpha": 0.01,
            "level": 0.9,
            "resamples": 7,
            "seed": 8,
            "test_settings": {"a": 1},
            "interval_settings": {"b": 2},
            **_KNOBS,
        },
        Compare(
            SystemColumns({"s": ["a"]}, ["b"], ["x"]),
            ["bleu", "ter"],
            _KNOBS,
            False,
            Wanted("nltk", "sign", "bca", {"resamples": 7, "seed": 8}, {"a": 1}, {"b": 2}),
            "none",
            0.01,
            0.9,
            "s",
        ),
    ),
    (
        "compare",
        ("bleu", {"s": ["a"]}),
        {"seed": 0},
        Compare(SystemColumns({"s": ["a"]}), ("bleu",), {}, wanted=Wanted("", "", "", {"seed": 0}, {}, {})),
    ),
    (
        "diff",
        ("bleu", ["a"], ["b"]),
        {**_DATA, "implementations": ["native"], **_KNOBS},
        Diff(_COLUMNS, "bleu", ["native"], _KNOBS),
    ),
    ("diff", ("bleu", ["a"], ["b"]), {}, Diff(Columns(["a"], ["b"]), "bleu", (), {})),
    ("diff", ("bleu", _CORPUS, ["native"]), {}, Diff(Columns(_CORPUS), "bleu", ["native"], {})),
    ("diff", ("bleu", _CORPUS), {}, Diff(Columns(_CORPUS), "bleu", (), {})),
    (
        "diff",
        ("bleu", _CORPUS, ["b"]),
        {"implementations": ["native"]},
        Diff(Columns(_CORPUS, ["b"]), "bleu", ["native"], {}),
    ),
    ("drift", (["a", _BASE],), {"metrics": ["bleu"], "pattern": "empty"}, Drift(("a", _BASE), ("bleu",), "empty")),
    ("drift", (["a"],), {}, Drift(("a",))),
    (
        "explain",
        ("bleu", ["a"], ["b"]),
        {**_DATA, "first": "native", "second": "nltk", "second_metric": "ter", "reported": "3", **_KNOBS},
        Explain(_COLUMNS, "native", "nltk", ("bleu", "ter"), _KNOBS, "3"),
    ),
    ("explain", ("bleu",), {"first": "native"}, Explain(Columns(), "native", "", ("bleu",), {})),
    (
        "fuzz",
        ("native", "nltk"),
        {
            "metric": "bleu",
            "examples": 7,
            "seconds": 5.0,
            "seed": 8,
            "known": True,
            "closest": True,
            "tolerance": 0.25,
            **_KNOBS,
        },
        Fuzz("native", "nltk", "bleu", _KNOBS, 7, 5.0, 8, True, True, 0.25),
    ),
    ("fuzz", ("native",), {}, Fuzz("native", "", "", {})),
    (
        "identify",
        ("nltk", "bleu"),
        {"like": "nltk.corpus_bleu", "settings": _KNOBS},
        Identify("nltk", "bleu", "nltk.corpus_bleu", _KNOBS),
    ),
    ("identify", ("nltk",), {}, Identify("nltk")),
    (
        "run",
        (["native"],),
        {"metrics": ["bleu"], "pattern": "empty", "fresh": 3, "seed": 8},
        Run(("native",), ("bleu",), "empty", fresh=3, seed=8),
    ),
    ("run", (), {}, Run(fresh=50)),
    (
        "score",
        ("bleu", ["a"], ["b"]),
        {**_DATA, "like": "nltk", **_KNOBS},
        Score(metrics=("bleu",), like="nltk", assignments=_KNOBS, columns=_COLUMNS),
    ),
    (
        "score",
        ("rouge1", _CORPUS, "best-f"),
        _KNOBS,
        Score(metrics=("rouge1",), assignments={"references": "best-f", **_KNOBS}, columns=Columns(_CORPUS)),
    ),
    (
        "tokens",
        ("bleu", "a"),
        {"reference": True, "like": "nltk", **_KNOBS},
        Tokens(texts=("a",), side="reference", metric="bleu", like=("nltk",), assignments=_KNOBS),
    ),
    ("tokens", ("bleu", ["a", "b"]), {}, Tokens(texts=("a", "b"), metric="bleu", assignments={})),
]
#: The function that receives the request.
_RECEIVERS = {"score": "native_scores"}


class _ReachedError(Exception):
    """The function that receives the request was called."""


@pytest.fixture
def request_of(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Call a function of `samescore` and return the request that it makes."""

    def call(name: str, arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> Any:
        seen = []

        def receive(request: Any, *_: Any) -> Any:
            seen.append(request)
            raise _ReachedError

        monkeypatch.setattr(f"samescore.python.{name}.{_RECEIVERS.get(name, 'execute')}", receive)
        with pytest.raises(_ReachedError):
            getattr(samescore, name)(*arguments, **keywords)
        return seen[0]

    return call


@pytest.mark.parametrize(("name", "arguments", "keywords", "expected"), _REQUESTS)
def test_arguments_are_a_request(
    name: str, arguments: tuple[Any, ...], keywords: dict[str, Any], expected: Any, request_of: Callable[..., Any]
) -> None:
    assert request_of(name, arguments, keywords) == expected


def test_every_argument_is_in_a_request_here() -> None:
    for name in {name for name, *_ in _REQUESTS}:
        given = {keyword for row in _REQUESTS if row[0] == name for keyword in row[2]}
        parameters = inspect.signature(getattr(samescore, name)).parameters.values()
        keywords = {p.name for p in parameters if p.kind is p.KEYWORD_ONLY and not p.name.startswith("on_")}
        assert keywords <= given, name
