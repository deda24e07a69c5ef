"""The functions of the package: results to look at, and the same records as the commands'."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import samescore
from samescore import InputError, SettingsError, UnknownNameError
from samescore.records import RunReport, decode_records
from tests.command import call, records

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

_HYPOTHESES = ["the cat sat on a mat.", "It rains <b>in</b> Paris & London.", "no"]
_REFERENCES = ["the cat sat on the mat.", "It is raining in Paris and in London.", "no"]
_FIRST, _SECOND = "native:sacrebleu.corpus_bleu", "native:nltk.corpus_bleu"


def accuracy(gold: list[Any], predicted: list[Any]) -> float:
    """A function to be identified."""
    return float(sum(a == b for a, b in zip(gold, predicted, strict=True)) / len(gold))


_RESULTS: dict[str, Callable[[], Any]] = {
    "score": lambda: samescore.score("bleu", _HYPOTHESES, _REFERENCES),
    "diff": lambda: samescore.diff("bleu", _HYPOTHESES, _REFERENCES, implementations=[_FIRST, _SECOND]),
    "compare": lambda: samescore.compare(
        ["bleu", "ter"], {"hyp.txt": _HYPOTHESES, "ref.txt": _REFERENCES}, _REFERENCES, resamples=50
    ),
    "explain": lambda: samescore.explain("bleu", _HYPOTHESES, _REFERENCES, first=_FIRST, second=_SECOND),
    "account": lambda: samescore.explain("bleu", _HYPOTHESES, _REFERENCES, first=_FIRST),
    "crossing": lambda: samescore.explain(
        "rougeL", _HYPOTHESES, _REFERENCES, first="native", second_metric="rougeLsum"
    ),
    "audit": lambda: samescore.audit("BLEU", _HYPOTHESES, _REFERENCES, published="35.2"),
    "identify": lambda: samescore.identify(accuracy, "accuracy"),
    "drift": lambda: samescore.drift(["native:nltk==3.4.5", "native:nltk==3.5"], metrics=["bleu"], pattern="smooth"),
    "fuzz": lambda: samescore.fuzz(
        "native:sklearn", "native(zero_division=1)", metric="f1", examples=150, seed=3, known=True
    ),
    "run": lambda: samescore.run(["native", "native:nltk"], metrics=["bleu"], pattern="smooth"),
}
_MADE: dict[str, Any] = {}


@pytest.fixture(params=_RESULTS)
def result(request: pytest.FixtureRequest) -> Any:
    """A result of each function, made once."""
    if request.param == "fuzz":
        pytest.importorskip("hypothesis")
    if request.param not in _MADE:
        _MADE[request.param] = _RESULTS[request.param]()
    return _MADE[request.param]


def test_a_result_has_a_repr_of_one_line(result: Any) -> None:
    shown = repr(result)
    assert "\n" not in shown
    assert 10 < len(shown) < 250
    assert shown.startswith(f"<{type(result).__name__} ")


def test_a_result_prints_as_the_report_of_the_terminal(result: Any) -> None:
    assert len(str(result)) > 20
    assert not set(re.findall(r"[\x00-\x09\x0b-\x1f\x7f]", str(result)))
    assert str(result) == str(result).rstrip("\n")


def test_a_result_has_its_records(result: Any) -> None:
    saved = list(result.to_records())
    lines = result.to_jsonl()
    assert list(decode_records(enumerate(lines.encode().splitlines(keepends=True), 1), "result")) == saved
    expected = [json.loads(line) for line in lines.splitlines()]
    assert result.to_dict() == (expected[0] if len(expected) == 1 else {"records": expected})
    json.dumps(result.to_dict(), allow_nan=False)


def test_a_result_is_a_page_in_a_notebook_that_touches_nothing_else(result: Any) -> None:
    html = result._repr_html_()
    assert type(html) is str
    assert "<script" not in html
    assert "<b>in</b>" not in html
    assert not re.search(r"\son\w+\s*=", re.sub(r">[^<]*<", "><", html))
    assert "<noscript" not in html
    assert html.count("<div") == html.count("</div>")
    assert not re.search(r"<(?:html|head|body|main|meta|link|iframe|form)\b", html)
    style = "".join(re.findall(r"<style>(.*?)</style>", html, re.DOTALL))
    if style:
        assert re.fullmatch(r"\.samescore-result \{.*\}", style.strip(), re.DOTALL)
        assert style.count("{") == style.count("}")
        assert not re.search(r"(?:^|[\s,}]):root|(?:^|[\s,}])body\b|(?:^|[\s,}])html\b", style)


def test_the_style_of_a_notebook_is_that_of_the_page() -> None:
    html = samescore.diff("bleu", _HYPOTHESES, _REFERENCES, implementations=[_FIRST, _SECOND])._repr_html_()
    assert html.startswith('<div class="samescore-result"><style>')
    assert "--paper" in html


class _Frame:
    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = rows


def test_a_result_is_a_data_frame_where_pandas_is(result: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", type(sys)("pandas"))
    monkeypatch.setattr(sys.modules["pandas"], "DataFrame", _Frame, raising=False)
    assert result.to_pandas().rows == result.to_rows()
    rows = result.to_rows()
    assert all(row.keys() == rows[0].keys() for row in rows)
    assert rows
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas") as error:
        result.to_pandas()
    assert isinstance(error.value, samescore.SamescoreError)


def test_a_score_is_a_number() -> None:
    result = samescore.score("bleu", ["a b c d e"], ["a b c d f"])
    value = result.value
    assert (float(result), round(result, 2), f"{result:.1f}") == (value, 66.87, "66.9")
    assert f"{result}" == str(result)
    assert str(result).splitlines() == [repr(value), "bleu (all knobs at their defaults)"]
    assert result.to_dict()["hex"] == value.hex()


def test_an_undefined_score_is_nan_and_null() -> None:
    result = samescore.score("roc-auc", gold=[1, 1], scores=[0.5, 0.25], one_class="nan")
    assert float(result) != float(result)
    assert result.to_dict()["value"] is None


def test_one_side_counts_as_its_number() -> None:
    account = samescore.explain("bleu", _HYPOTHESES, _REFERENCES, first=_FIRST)
    assert float(account) == float(samescore.score("bleu", _HYPOTHESES, _REFERENCES, like="sacrebleu.corpus_bleu"))


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with the texts as files."""
    for name, lines in (("hyp.txt", _HYPOTHESES), ("ref.txt", _REFERENCES)):
        tmp_path.joinpath(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


_COMMANDS: dict[str, tuple[str, ...]] = {
    "diff": ("diff", "hyp.txt", "-r", "ref.txt", "-i", _FIRST, "-i", _SECOND),
    "explain": ("explain", _FIRST, _SECOND, "hyp.txt", "-r", "ref.txt"),
    "account": ("explain", _FIRST, "hyp.txt", "-r", "ref.txt", "-m", "bleu"),
    "crossing": ("explain", "native", "hyp.txt", "-r", "ref.txt", "-m", "rougeL", "-m", "rougeLsum"),
    "drift": ("drift", "native:nltk==3.4.5", "native:nltk==3.5", "-m", "bleu", "-k", "smooth"),
    "fuzz": (
        "fuzz",
        "native:sklearn",
        "native(zero_division=1)",
        "-m",
        "f1",
        "--examples",
        "150",
        "--seed",
        "3",
        "--known",
    ),
}


@pytest.mark.parametrize(
    "verb", [pytest.param(verb, marks=[pytest.mark.slow] if verb == "fuzz" else []) for verb in _COMMANDS]
)
def test_a_function_has_the_records_of_the_command(verb: str, files: Path) -> None:
    if verb == "fuzz":
        pytest.importorskip("hypothesis")
    printed = call(*_COMMANDS[verb], "--format", "jsonl", cwd=files)
    made = _RESULTS[verb]()
    if verb == "fuzz":  # Hypothesis draws constants from all modules of a checkout that are loaded: by now, they are
        printed = call(*_COMMANDS[verb], "--format", "jsonl", cwd=files)
    assert printed.stdout == made.to_jsonl(), printed.stderr


def test_a_score_has_the_record_of_the_command(files: Path) -> None:
    (printed,) = records(call("score", "hyp.txt", "-r", "ref.txt", "--format", "jsonl", cwd=files).stdout)
    assert printed == {**samescore.score("bleu", _HYPOTHESES, _REFERENCES).to_dict(), "file": "hyp.txt"}


def test_a_run_has_the_records_of_the_command(tmp_path: Path) -> None:
    arguments = ("native", "native:nltk", "-m", "bleu", "-k", "smooth")
    call("run", *arguments, "--report", "run.jsonl", cwd=tmp_path)
    made = samescore.run(["native", "native:nltk"], metrics=["bleu"], pattern="smooth")
    assert tmp_path.joinpath("run.jsonl").read_text(encoding="utf-8") == made.to_jsonl()
    assert isinstance(made, RunReport)
    assert made.exit_code == 0


def test_an_audit_of_files_has_the_records_of_the_command(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(files)
    arguments = ("audit", "-m", "BLEU", "--published", "35.2", "hyp.txt", "-r", "ref.txt")
    printed = call(*arguments, "--format", "jsonl", cwd=files)
    made = samescore.audit("BLEU", Path("hyp.txt"), [Path("ref.txt")], published="35.2")
    assert printed.stdout == made.to_jsonl()
    claims = 'metric = "BLEU"\npublished = "35.2"\nhypotheses = "hyp.txt"\nreferences = ["ref.txt"]\n'
    files.joinpath("claims.toml").write_text(f"[[claim]]\n{claims}[[claim]]\n{claims}", encoding="utf-8")
    printed = call("audit", "claims.toml", "-j", "1", "--format", "jsonl", cwd=files)
    assert printed.stdout == samescore.audit("claims.toml").to_jsonl()
    seen: list[Any] = []
    assert len(samescore.audit(files / "claims.toml", on_finding=seen.append).findings) == len(seen) == 2


@pytest.mark.parametrize("odd", ["a\u2028b", "a\nb", "\ufeffa", "a\rb", ""])
def test_an_audit_of_texts_is_that_of_files_whatever_the_texts_hold(odd: str) -> None:
    hypotheses, references = [*_HYPOTHESES, odd], [*_REFERENCES, odd]
    number = f"{samescore.score('bleu', hypotheses, references):.2f}"
    found = samescore.audit("BLEU", hypotheses, references, published=number)
    assert found.findings[0].verdict.value == "by a default"
    assert found.findings[0].command == ""
    assert (
        samescore.audit("BLEU", hypotheses, references, published="99.99").findings[0].verdict.value == "not reproduced"
    )


def test_an_identified_name_has_the_record_of_the_command(tmp_path: Path) -> None:
    tmp_path.joinpath("mine.py").write_text(
        "def accuracy(gold, predicted):\n    return sum(a == b for a, b in zip(gold, predicted)) / len(gold)\n",
        encoding="utf-8",
    )
    arguments = ("identify", "py:mine:accuracy", "-m", "accuracy", "--in-process", "--format", "jsonl")
    (printed,) = records(call(*arguments, cwd=tmp_path, PYTHONPATH=str(tmp_path)).stdout)
    made = samescore.identify(accuracy, "accuracy").to_dict()
    assert {**printed, "implementation": ""} == {**made, "implementation": ""}


def test_arguments_that_do_not_apply_are_an_error() -> None:
    wrong: list[tuple[type[Exception], str, Callable[..., Any], tuple[Any, ...], dict[str, Any]]] = [
        (InputError, "apply to a single number only", samescore.audit, ("claims.toml", ["a"]), {}),
        (InputError, "published is a float", samescore.audit, ("BLEU", ["a"], ["a"]), {"published": 27.3}),
        (InputError, "which is not a number|not a number", samescore.audit, ("BLEU", ["a"], ["a"]), {"published": "x"}),
        (SettingsError, "a reported number belongs to a single metric", samescore.explain, ("rougeL", ["a"], ["a"]),
         {"first": "native", "second_metric": "rougeLsum", "reported": "1"}),
        (SettingsError, "knobs need a metric", samescore.fuzz, ("native:nltk",), {"case": "lower"}),
        (UnknownNameError, "closest needs two", samescore.fuzz, ("native:nltk",), {"closest": True}),
        (UnknownNameError, "is not an implementation", samescore.identify, (5,), {}),
        (UnknownNameError, "does not say which metric", samescore.identify, (accuracy,), {}),
        (UnknownNameError, "is a single name", samescore.drift, ("native:nltk",), {}),
        (InputError, "file not found|cannot read", samescore.drift, ([Path("no-such-file")],), {}),
    ]  # fmt: skip
    for kind, message, function, arguments, options in wrong:
        with pytest.raises(kind, match=message):
            function(*arguments, **options)


def test_implementations_follow_a_corpus() -> None:
    corpus = samescore.Corpus.from_streams(_HYPOTHESES, _REFERENCES)
    named = samescore.diff("bleu", corpus, [_FIRST, _SECOND])
    assert named == samescore.diff("bleu", _HYPOTHESES, _REFERENCES, implementations=(_FIRST, _SECOND))
    assert named == samescore.diff("bleu", corpus, implementations=[_FIRST, _SECOND])
    with pytest.raises(UnknownNameError, match="single name"):
        samescore.diff("bleu", corpus, _FIRST)


def test_results_are_records_and_do_not_change() -> None:
    result = samescore.score("bleu", _HYPOTHESES, _REFERENCES)
    assert isinstance(result, samescore.NativeScore)
    with pytest.raises(AttributeError):
        result.value = 1.0  # type: ignore[misc]
    assert msgspec.structs.replace(result, value=0.5).value == 0.5


def test_a_knob_may_have_the_name_of_a_column() -> None:
    corpus = samescore.Corpus.from_segments(["a b c"], [["a b", "a b c"]])
    first, best = (samescore.score("rouge-l", corpus, references=value) for value in ("first", "best"))
    assert (float(first), float(best)) == (0.8, 1.0)
    with pytest.raises(InputError, match="Corpus holds the whole input, but references was also given"):
        samescore.score("rouge-l", corpus, references=["a b c"])
