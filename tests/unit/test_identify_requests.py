"""A request to identify an implementation: its metric, its name and its declaration."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from samescore.base.errors import InputError, UnknownNameError
from samescore.implementations import Profiled
from samescore.implementations.declaration import Declaration, declaring
from samescore.verbs.identify import request as module
from samescore.verbs.identify.request import Request, execute

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Profiled, str]]:
    """The implementations and metrics that are identified, without doing so."""
    calls: list[tuple[Profiled, str]] = []

    def identify(implementation: Profiled, metric: str, on_progress: Callable[[str], None]) -> Any:
        on_progress("said")
        calls.append((implementation, metric))

    monkeypatch.setattr(module, "identify", identify)
    return calls


def scored(*_: object, **__: object) -> float:
    """A function without a description."""
    return 0.5


class Scored:
    """A callable object without a description."""

    def __call__(self, *_: object) -> float:
        return 0.5


def _one(asked: list[tuple[Profiled, str]], request: Request) -> tuple[Profiled, str]:
    said: list[str] = []
    list(execute(request, said.append))
    assert said == ["said"]
    return asked[-1]


def test_the_metric_is_the_requested_or_the_only_one(asked: list[tuple[Profiled, str]]) -> None:
    assert _one(asked, Request("native:jiwer.wer"))[1] == "wer"
    assert _one(asked, Request("native:sacrebleu.corpus_chrf"))[1] == "chrf"
    assert _one(asked, Request("native:nltk", "BLEU"))[1] == "bleu"
    assert _one(asked, Request("native:sacrebleu", "chrf++"))[1] == "chrf"
    assert _one(asked, Request("native:squad-v1.f1"))[1] == "answer-f1"


def test_an_ambiguous_metric_is_asked_for() -> None:
    with pytest.raises(UnknownNameError, match=r"native:sacrebleu computes several metrics: bleu, chrf, ter") as caught:
        list(execute(Request("native:sacrebleu")))
    assert caught.value.hint == "choose a metric with -m, as in -m bleu"


def test_the_native_metric_and_other_values_have_nothing_to_identify() -> None:
    with pytest.raises(UnknownNameError, match="native has no settings to identify"):
        list(execute(Request("native", "bleu")))
    number: Any = 5
    with pytest.raises(UnknownNameError, match="int is not an implementation") as caught:
        list(execute(Request(number, "bleu")))
    assert caught.value.hint == "pass a function or a name"


@pytest.mark.parametrize(
    ("function", "name"),
    [(scored, "scored"), (Scored(), "Scored"), (partial(scored, case="lower"), "partial")],
)
def test_a_function_is_named_after_itself(
    function: Callable[..., float], name: str, asked: list[tuple[Profiled, str]]
) -> None:
    implementation, metric = _one(asked, Request(function, "wer"))
    assert implementation.name.startswith("py:")
    assert implementation.name.endswith(f":{name}")
    assert metric == "wer"
    assert implementation.profiles("wer")[0].settings().as_dict()["case"] == "keep"


def test_the_request_overrides_the_declaration(asked: list[tuple[Profiled, str]]) -> None:
    with declaring(Declaration(metric="ter", settings={"case": "lower", "references": "best"})):
        implementation, metric = _one(asked, Request(scored, "wer", settings={"case": "ascii"}))
    knobs = implementation.profiles("wer")[0].settings().as_dict()
    assert (metric, knobs["case"], knobs["references"]) == ("wer", "ascii", "best")
    with declaring(Declaration(metric="ter")):
        assert _one(asked, Request(scored))[1] == "ter"
    like = _one(asked, Request(scored, "bleu", like="nltk.corpus_bleu"))[0].profiles("bleu")[0].settings()
    assert like.as_dict()["scale"] == "1"


@pytest.mark.parametrize("name", ["native:nltk.corpus_gleu", "nltk", "native"])
@pytest.mark.parametrize("declared", [{"like": "sacrebleu"}, {"settings": {"case": "lower"}}])
def test_only_functions_and_programs_are_declared(name: str, declared: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="states what it computes") as caught:
        list(execute(Request(name, "gleu", **declared)))
    assert caught.value.hint == "remove like and settings"


def test_the_files_of_a_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "prog.sh").touch()
    monkeypatch.chdir(tmp_path)
    assert Request(scored).paths == []
    assert "prog.sh" in {path.name for path in Request("cmd:./prog.sh").paths}
