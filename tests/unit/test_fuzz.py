"""The verb fuzz: what it finds unaided, that it is explained and small, and that a search can be repeated and resumed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from samescore.base.outcome import Unavailable
from samescore.catalogue import vectors as catalogue
from samescore.implementations import InstalledPackage, implementation
from samescore.implementations.sides import side
from samescore.records import Find, VectorVerdict, fuzz_reports, read
from samescore.verbs.fuzz.command import Fuzz
from samescore.verbs.fuzz.request import Request
from samescore.verbs.fuzz.search import DisagreementSearch, FoundDisagreement
from samescore.verbs.golden import lint
from samescore.verbs.judging.judge import judge
from tests.command import call, call_program, records

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _fuzz(first: str, second: str = "", *, metric: str, examples: int = 300, seed: int = 1, **options: Any) -> Fuzz:
    """A search between named implementations, which shows what the catalogue explains, too."""
    request = Request(first, second, metric, examples=examples, seed=seed, **{"known": True, **options})
    return Fuzz(request, [(side(name), implementation(name)) for name in request.names])


def _segments(find: Find) -> list[tuple[str, list[str]]]:
    return [(segment["hypothesis"], segment["references"]) for segment in find.vector["input"]["segments"]]


def _repeats_a_word(find: Find) -> bool:
    texts = [text for hypothesis, references in _segments(find) for text in (hypothesis, *references)]
    return any(len(set(text.split())) < len(text.split()) <= 3 for text in texts)


def _is_shorter_than_four_words(find: Find) -> bool:
    return any(0 < len(hypothesis.split()) < 4 for hypothesis, _ in _segments(find))


def _has_an_empty_hypothesis(find: Find) -> bool:
    return ("", ["a"]) in _segments(find) and find.first.outcome.value == 0 and find.second.outcome.value == 100


def _lacks_an_order(find: Find) -> bool:
    return any(len(text.replace(" ", "")) < 6 for hypothesis, texts in _segments(find) for text in (hypothesis, *texts))


@pytest.mark.parametrize(
    ("first", "second", "metric", "knob", "shows"),
    [
        ("native:nltk.sentence_bleu", "native", "bleu", "denominator_floor", _is_shorter_than_four_words),
        ("native:nltk.corpus_bleu", "native:sacrebleu", "bleu", "denominator_floor", _is_shorter_than_four_words),
        ("native:rouge.rouge-1", "native:rouge_score", "rouge1", "counting", _repeats_a_word),
        ("native:torchmetrics", "native:sacrebleu", "ter", "empty_hypothesis", _has_an_empty_hypothesis),
        ("native:chrfpp", "native:sacrebleu", "chrf++", "empty_order", _lacks_an_order),
    ],
)
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.slow
def test_known_defects_are_found_unaided(
    first: str, second: str, metric: str, knob: str, shows: Callable[[Find], bool], seed: int
) -> None:
    """Among a thousand inputs, and long before them: a minute is more."""
    search = _fuzz(first, second, metric=metric, examples=1000, seed=seed)
    find = next(find for find in search.finds() if knob in find.explanation and shows(find))
    assert find.divergences
    if knob == "empty_hypothesis":
        assert find.explanation == ["empty_hypothesis"]
        assert [(change.knob, change.before, change.after) for change in find.causes] == [(knob, "free", "insertions")]
        assert find.divergences == ["torchmetrics-ter-empty-hypothesis"]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_finds() -> None:
    first, again = (list(_fuzz(*_SQUAD, metric="answer-f1", examples=30).finds()) for _ in range(2))
    assert first
    assert first == again


@pytest.mark.slow
def test_another_seed_draws_other_inputs() -> None:
    """What is found is mostly the same: how often it is met tells the searches apart."""
    searches = [_fuzz(*_SQUAD, metric="answer-f1", examples=25, seed=seed) for seed in (1, 2, 3)]
    for search in searches:
        list(search.finds())
    assert len({search.summary().different for search in searches}) > 1


_SQUAD = ("native:squad-v1", "native:squad-v2")


@pytest.mark.slow
def test_catalogued_divergences_are_only_counted() -> None:
    search = _fuzz(*_SQUAD, metric="answer-f1", examples=60, known=False)
    assert "both_empty" not in [
        knob for find in search.finds() for knob in find.explanation if len(find.explanation) == 1
    ]
    known = {knob: count for count in search.summary().known for knob in count.explanation}
    assert known["both_empty"].divergences == ["answer-f1-both-empty-is-zero"]
    assert known["both_empty"].inputs > 0


@pytest.mark.slow
def test_closest_settings_leave_only_knobs_without_a_common_value() -> None:
    def explained(**options: bool) -> set[str]:
        search = _fuzz("native:nltk.corpus_bleu", "native:sacrebleu", metric="bleu", examples=200, **options)
        return {knob for find in search.finds() for knob in find.explanation}

    assert "tokenizer" in explained()
    closest = explained(closest=True)
    assert "denominator_floor" in closest
    assert "tokenizer" not in closest


@pytest.mark.slow
def test_a_tolerance_hides_small_differences() -> None:
    def explained(tolerance: float) -> set[str]:
        search = _fuzz("native:rouge.rouge-1", "native", metric="rouge1", examples=30, tolerance=tolerance)
        return {knob for find in search.finds() for knob in find.explanation}

    assert "f_form" in explained(0.0)
    assert "f_form" not in explained(1e-6)


def _answer_f1(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return call("fuzz", *_SQUAD, "-m", "answer-f1", "--seed", "1", "--known", *arguments, cwd=cwd)


@pytest.mark.slow
def test_the_vectors_are_golden_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their layout is the standard one, no field and no stage is one that nothing reads, and the native metric agrees."""
    done = _answer_f1("--examples", "60", "--vectors", "vectors.json", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert call("golden", "fmt", "--check", "vectors.json", cwd=tmp_path).returncode == 0
    vectors = catalogue.load_file(tmp_path / "vectors.json")
    assert {vector.settings["both_empty"] for vector in vectors if "both-empty" in vector.id} == {"0"}
    monkeypatch.setattr(lint, "vectors", lambda: {vector.id: vector for vector in vectors})
    about_them = [problem for problem in lint.problems() if problem.startswith("answer-f1-fuzz-")]
    assert about_them == []
    assert {judge(implementation("native"), vector).verdict for vector in vectors} == {VectorVerdict.AGREE}


def test_no_shipped_vector_is_recorded() -> None:
    assert "recorded" not in {vector.source.kind for vector in catalogue.vectors().values()}


@pytest.mark.slow
def test_a_search_goes_on_where_it_ended(tmp_path: Path) -> None:
    whole = _answer_f1("--examples", "200", "--report", "whole.jsonl", cwd=tmp_path)
    assert whole.returncode == 1
    assert _answer_f1("--examples", "100", "--report", "half.jsonl", cwd=tmp_path).returncode == 1
    assert (
        _answer_f1("--examples", "100", "--resume", "half.jsonl", "--report", "half.jsonl", cwd=tmp_path).returncode
        == 1
    )
    (all_at_once,), (resumed,) = (fuzz_reports(read(tmp_path / name)) for name in ("whole.jsonl", "half.jsonl"))
    assert resumed.summary == all_at_once.summary
    assert resumed.finds == all_at_once.finds


@pytest.mark.slow
def test_a_resumed_search_continues_the_counts(tmp_path: Path) -> None:
    command = ("fuzz", *_SQUAD, "-m", "answer-f1", "--seed", "1", "--report", "r.jsonl", "--examples")
    assert call(*command, "40", cwd=tmp_path).returncode == 0
    (first,) = fuzz_reports(read(tmp_path / "r.jsonl"))
    assert call(*command, "40", "--resume", "r.jsonl", cwd=tmp_path).returncode == 0
    (second,) = fuzz_reports(read(tmp_path / "r.jsonl"))
    assert [count.explanation for count in second.summary.known] == [count.explanation for count in first.summary.known]
    assert sum(k.inputs for k in second.summary.known) > sum(k.inputs for k in first.summary.known) > 0


@pytest.mark.slow
def test_an_interrupted_search_replaces_no_earlier_report(tmp_path: Path) -> None:
    """Neither the report nor the vectors of a search that ended; what was found stays beside them."""
    files = ("--report", "r.jsonl", "--vectors", "v.json")
    assert _answer_f1("--examples", "40", *files, cwd=tmp_path).returncode == 1
    earlier = {name: (tmp_path / name).read_bytes() for name in ("r.jsonl", "v.json")}

    def interrupted(_: DisagreementSearch) -> Iterator[FoundDisagreement]:
        raise KeyboardInterrupt
        yield

    with mock.patch.object(DisagreementSearch, "finds", interrupted):
        done = _answer_f1("--examples", "40", *files, cwd=tmp_path)
        assert done.returncode == 130
        assert "the report r.jsonl is not finished; the results so far are in" in done.stderr
        assert {name: (tmp_path / name).read_bytes() for name in earlier} == earlier
        assert _answer_f1("--examples", "40", *files[2:], cwd=tmp_path).returncode == 130
        assert (tmp_path / "v.json").read_bytes() == earlier["v.json"]
        (tmp_path / "v.json").unlink()
        assert _answer_f1("--examples", "40", "--resume", "r.jsonl", *files, cwd=tmp_path).returncode == 130
    resumed = fuzz_reports(read(tmp_path / "r.jsonl"))[-1]
    assert resumed.summary.interrupted
    assert len(resumed.finds) == earlier["r.jsonl"].count(b'"type":"find"') > 0


def test_an_interruption_shows_what_there_is(tmp_path: Path) -> None:
    """It comes after the first find; the report is whole, and can be resumed."""
    whole = DisagreementSearch.finds

    def interrupted(search: DisagreementSearch) -> Iterator[FoundDisagreement]:
        yield next(whole(search))
        raise KeyboardInterrupt

    with mock.patch.object(DisagreementSearch, "finds", interrupted):
        done = _answer_f1("--examples", "40", "--report", "r.jsonl", "--format", "jsonl", cwd=tmp_path)
    assert done.returncode == 130
    find, summary = records(done.stdout)
    assert (find["type"], summary["type"], summary["interrupted"]) == ("find", "fuzz", True)
    resumed = _answer_f1("--examples", "40", "--resume", "r.jsonl", "--format", "jsonl", cwd=tmp_path)
    again, *others = records(resumed.stdout)
    assert again == find
    assert find["explanation"] not in [other.get("explanation") for other in others]


@pytest.mark.slow
def test_a_saved_search_is_shown_as_it_was_printed(tmp_path: Path) -> None:
    for form in ("text", "markdown"):
        done = _answer_f1("--examples", "30", "--report", "r.jsonl", "--format", form, cwd=tmp_path)
        assert "both_empty is 1, not 0" in done.stdout.replace("\\", "")
        assert call("render", "r.jsonl", "--format", form, cwd=tmp_path).stdout == done.stdout


@pytest.mark.slow
def test_fuzz_leaves_no_files(tmp_path: Path) -> None:
    done = call_program("fuzz", *_SQUAD, "-m", "answer-f1", "--seed", "1", "--examples", "20", cwd=tmp_path)
    assert done.returncode in (0, 1), done.stderr  # what is drawn depends on Hypothesis and on the modules it has seen
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ("native:nltk", 2, "is itself a native model"),
        ("native", 2, "is itself a native model"),
        ("nothing", 2, "unknown implementation"),
        ("native:nltk native:sacrebleu", 2, "have bleu, chrf, p-value in common"),
        ("native:jiwer native:rapidfuzz", 2, "no metric in common"),
        ("native:nltk native:jiwer -m bleu", 2, "has no entry point for bleu"),
        ("nltk --closest", 2, "closest needs two implementations"),
        ("nltk --vectors v.json", 2, "--vectors needs the metric"),
        ("nltk --set case=lower", 2, "knobs need a metric"),
        ("native:nltk native -m bleu --set no=1", 2, "no"),
        ("native:nltk native -m bleu --resume none.jsonl", 2, "none.jsonl"),
        ("native:nltk native -m bleu --resume empty.jsonl", 2, "has no finished search"),
        ("native:nltk native -m bleu --resume other.jsonl", 2, "the report was made with native:squad-v1"),
    ],
)
def test_a_wrong_request_says_what_is_wrong(arguments: str, code: int, said: str, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_bytes(b"")
    if "other.jsonl" in arguments:
        _answer_f1("--examples", "1", "--report", "other.jsonl", cwd=tmp_path)
    done = call("fuzz", *arguments.split(), "--examples", "10", cwd=tmp_path)
    assert (done.returncode, said in done.stderr) == (code, True), done.stderr


def test_an_implementation_that_does_not_start_is_said(tmp_path: Path) -> None:
    with mock.patch.object(InstalledPackage, "unavailable", return_value=Unavailable("not here")):
        done = call("fuzz", "nltk", "--examples", "10", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (5, "samescore: nltk cannot start: not here\n")


def test_without_hypothesis_it_says_what_to_install(tmp_path: Path) -> None:
    program = "import sys; sys.modules['hypothesis'] = None; from samescore.cli import main; main()"
    command = [sys.executable, "-c", program, "fuzz", "native:nltk", "native", "-m", "bleu"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install 'samescore[fuzz]'" in done.stderr


@pytest.mark.slow
def test_each_side_may_have_settings_of_its_own(tmp_path: Path) -> None:
    done = call(
        "fuzz",
        "native:sacrebleu(lowercase=true)",
        "native:sacrebleu",
        "-m",
        "bleu",
        "--examples",
        "150",
        "--seed",
        "1",
        "--format",
        "jsonl",
        "--known",
        cwd=tmp_path,
    )
    finds = [record for record in records(done.stdout) if record["type"] == "find"]
    assert {tuple(find["explanation"]) for find in finds} == {("case",)}
    assert finds[0]["first"]["name"] == "native:sacrebleu.corpus_bleu(lowercase=true)"
    (before, after) = (finds[0]["causes"][0][end] for end in ("from", "to"))
    assert (before, after) == ("lower", "keep")


def test_settings_that_a_side_does_not_have_are_refused(tmp_path: Path) -> None:
    done = call(
        "fuzz", "native:sacrebleu(lowercas=true)", "native:nltk", "-m", "bleu", "--examples", "10", cwd=tmp_path
    )
    assert done.returncode == 2
    assert "lowercas" in done.stderr
    assert "lowercase" in done.stderr
