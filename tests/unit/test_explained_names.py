"""The verb explain: the metrics of its sides, what it yields, and the programs whose answers it cannot explain."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus, SettingsError
from samescore.records import Account, Answer, Crossing, ExplainedSide, Explanation, Readings
from samescore.verbs.inputs.columns import Columns
from samescore.verbs.why.explain import Request, execute, metrics_of, unexplained_programs

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_DATA = Corpus.from_segments(["A b x d"], [["a b c d"]])


def _request(first: str, second: str = "", *metrics: str, **fields: Any) -> Request:
    return Request(Columns(_DATA), first, second, metrics, **fields)


@pytest.mark.parametrize(
    ("request_", "metrics"),
    [
        (_request("native"), ("bleu", "bleu")),
        (_request("native", "", "ter"), ("ter", "ter")),
        (_request("native", "", "ter", "wer"), ("ter", "wer")),
        (_request("jiwer.wer"), ("wer", "wer")),
        (_request("native:jiwer.wer", "native"), ("wer", "wer")),
        (_request("native", "jiwer.wer"), ("wer", "wer")),
        (_request("sacrebleu.corpus_ter", "jiwer.wer"), ("ter", "wer")),
        (_request("sacrebleu.corpus_ter", "jiwer.wer", "chrf"), ("chrf", "chrf")),
        (_request("nosuch", "jiwer.wer"), ("wer", "wer")),
        (_request("nosuch"), ("bleu", "bleu")),
        (_request("py:nosuch_module:f"), ("bleu", "bleu")),
        (_request("jiwer.wer(case=lower)"), ("wer", "wer")),
    ],
)
def test_the_metrics_of_two_sides(request_: Request, metrics: tuple[str, str]) -> None:
    assert metrics_of(request_) == metrics


def test_a_side_has_one_metric() -> None:
    with pytest.raises(SettingsError, match="3 metrics were given"):
        metrics_of(_request("native", "", "ter", "wer", "cer"))
    with pytest.raises(SettingsError, match="a reported number belongs to a single metric"):
        next(execute(_request("native", "", "mer", "wer", reported="0.5")))


def test_the_metric_of_a_function_that_declares_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "with_metric.py").write_text(
        "def f(hypotheses, references): return 0.5\n"
        "f.samescore = {'metric': 'ter'}\n"
        "def g(hypotheses, references): return 0.5\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert metrics_of(_request("py:with_metric:f")) == ("ter", "ter")
    assert metrics_of(_request("py:with_metric:g")) == ("bleu", "bleu")


def _kinds(request: Request, said: list[str] | None = None) -> list[type]:
    return [type(each) for each in execute(request, (said if said is not None else []).append)]


def test_what_is_explained() -> None:
    said: list[str] = []
    assert _kinds(_request("native", "", "wer"), said) == [Account, Readings]
    assert said == ["native", "rules", "segments", "other settings", "other layouts of the input"]
    assert _kinds(_request("native", "native(case=lower)", "wer")) == [Explanation]
    assert _kinds(_request("native", "native(case=lower)", "wer", reported="0.25")) == [Explanation, Readings, Readings]
    assert _kinds(_request("native", "", "wer", "mer")) == [Crossing]
    assert _kinds(_request("native", "", "chrf", "chrf++")) == [Explanation]


def test_knobs_are_set_on_both_sides() -> None:
    made = next(execute(_request("native", "native(denominator=longer)", "wer", knobs={"case": "lower"})))
    assert isinstance(made, Explanation)
    assert (made.first.outcome.value, made.second.outcome.value) == (0.25, 0.25)
    assert made.gap == 0.0


def _side(residual: float | None) -> ExplainedSide:
    return ExplainedSide("any", "wer", Answer("score", 0.5), Answer("score", 0.5), residual)


def _explanation(first: float | None, second: float | None) -> Explanation:
    return Explanation("wer", _side(first), _side(second), 0.5, 0.0, False, [], None, [], [], [], "")


def test_programs_whose_answers_are_unexplained() -> None:
    both = _request("py:m:f", "cmd:prog", "wer")
    assert unexplained_programs(both, _explanation(0.1, 0.1)) == [("py:m:f", "wer"), ("cmd:prog", "wer")]
    assert unexplained_programs(both, _explanation(0.0, None)) == [("cmd:prog", "wer")]
    assert unexplained_programs(both, _explanation(0.0, 0.0)) == []
    assert unexplained_programs(_request("nltk", "py:m:f", "wer"), _explanation(0.1, 0.1)) == [("py:m:f", "wer")]
    assert unexplained_programs(_request("py:m:f", "", "wer"), _explanation(0.1, 0.1)) == [("py:m:f", "wer")]
    alone = Account("wer", _side(0.1), 1, [], "", [], [], [], "")
    assert unexplained_programs(_request("py:m:f", "", "wer"), alone) == [("py:m:f", "wer")]
    crossed = Crossing("ter", "wer", _side(0.1), _side(0.1), [], 0.5, 0.0, False, [], "")
    assert unexplained_programs(_request("py:m:f", "", "ter", "wer"), crossed) == [("py:m:f", "ter"), ("py:m:f", "wer")]
