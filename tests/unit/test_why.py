"""The search for the known reason of a symptom."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from samescore.base.errors import DataError, InputError, SamescoreError
from samescore.catalogue import symptoms as module
from samescore.catalogue.divergences import divergences
from samescore.catalogue.notes import notes
from samescore.catalogue.properties import properties
from samescore.catalogue.reported import reported_cases
from samescore.catalogue.symptoms import Symptom, symptoms
from samescore.catalogue.synonyms import synonyms
from samescore.records import KnownReasons
from samescore.verbs.why.symptom_search import Request, SymptomIndex, execute
from samescore.verbs.why.symptoms import find_names
from tests.symptoms import cross_validated, rates, symptoms_apart

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends


@pytest.fixture(scope="module")
def search() -> Iterator[SymptomIndex]:
    with closing(SymptomIndex()) as search:
        yield search


def why(symptom: str, most: int = 5) -> KnownReasons:
    """The known reasons that match a symptom."""
    return next(execute(Request(symptom, most)))


def _names(search: SymptomIndex, symptom: str, most: int = 3) -> list[str]:
    return [reason.id for reason in search.reasons(symptom, most).reasons]


@pytest.mark.parametrize(
    ("symptom", "case"),
    [
        ("rouge 0.0 for non-latin", "adk-6292"),
        ("ROUGE scores are zero for Chinese text", "pltrdy-rouge-51"),
        ("BLEU score of perfect corpus is less than 1 in nltk", "nltk-1785"),
        ("Different BLEU score for multi-bleu and multi-bleu-detok?", "moses-186"),
        ("sacrebleu sentence_bleu returns 0.0 but corpus_bleu does not", "sacrebleu-64"),
        ("BLEU score with same sentence of two words is 0", "sacrebleu-278"),
        ("reference order changes the BLEU of torchmetrics", "torchmetrics-3504"),
        ("rougeL lower than paper, rouge1 and rouge2 are fine", "transformers-4860"),
        ("ROUGE-L: pyrouge vs rouge_score", "google-research-168"),
        ("TER of empty strings is 100", "sacrebleu-228"),
        ("lm-eval chrf is not chrF++", "lm-eval-chrf-doc"),
        ("score 100.00000000000004 but sentences differ", "sacrebleu-275"),
        ("nltk 5.55e-78 bleu instead of 0.4548", "nltk-2245"),
        ("garbage hypothesis 43.09", "nltk-1634"),
        ("stemmer: rouge_score vs Perl script", "google-research-239"),
        ("fairseq-score vs --sacrebleu", "fairseq-637"),
        ("t2t approx_bleu is not the real BLEU", "t2t-587"),
        ("BLEU-4 of 8.2 on COCO but others report 30", "dl4mt-nonauto-4"),
        ("shuffling my sentences changes BLEU", "sacrebleu-272"),
        ("exclusive=True in rouge removes duplicates", "pltrdy-rouge-38"),
    ],
)
def test_a_symptom_in_a_users_words_finds_the_case(search: SymptomIndex, symptom: str, case: str) -> None:
    assert case in _names(search, symptom)


@pytest.mark.parametrize(
    ("symptom", "entry"),
    [
        ("UserWarning: The hypothesis contains 0 counts of 4-gram overlaps.", "nltk-bleu-smallest-double"),
        ("AssertionError: This smoothing method requires non-zero precision for bigrams", "nltk-bleu-method6-raises"),
        ("Target is multiclass but average='binary'", "sklearn-f1-binary-more-than-two-classes"),
        ("mcc overflow int64", "naive-mcc-int64-overflow"),
        ("references transposed", "transposed"),
        ("phantom ngrams", "nltk-bleu-phantom-ngrams"),
        ("auto_reweigh", "nltk-bleu-auto-reweigh"),
        ("TER above 100", "ter-above-100"),
        ("word error rate greater than 1", "wer-above-one"),
        ("CIDEr is 0 for a single image", "cider-zero-one-image"),
        ("MCC 0 although accuracy is 0.9", "mcc-zero-at-high-accuracy"),
        ("METEOR of identical sentences is 0.5", "meteor-identical-below-one"),
        ("macro f1 smaller than precision and recall", "macro-f1-below-macro-precision-and-recall"),
        ("jiwer cer empty reference", "jiwer-cer-empty-reference"),
    ],
)
def test_divergences_properties_mistakes_and_flags_are_found_too(
    search: SymptomIndex, symptom: str, entry: str
) -> None:
    assert entry in _names(search, symptom)


@pytest.mark.slow
@pytest.mark.once
def test_every_case_and_divergence_is_found_by_its_own_words(search: SymptomIndex) -> None:
    for case in reported_cases().values():
        assert case.id in _names(search, case.symptom), case.id
        assert _names(search, case.id, 1) == [case.id]
    for name in (*divergences(), *properties()):
        assert _names(search, name, 1) == [name]


@pytest.mark.parametrize("number", ["0.7348889200874658", "0.7349", "0.7348", "73.49", "0.73"])
def test_a_number_is_found_with_fewer_digits_and_in_percent(search: SymptomIndex, number: str) -> None:
    assert "evaluate-693" in _names(search, f"bleu {number}")


@pytest.mark.parametrize(
    "symptom",
    [
        'nltk AND "identical" OR (corpus',
        "nltk NEAR/2 identical* corpus^2 -below",
        "nltk: {identical} corpus; SELECT * FROM entries --",
        "nltk 'identical' \"corpus\" \\ \x00",
        "names:nltk identical corpus " + "'" * 5000,
    ],
)
def test_the_syntax_of_queries_is_harmless(search: SymptomIndex, symptom: str) -> None:
    assert "nltk-1785" in _names(search, symptom, 5)


@pytest.mark.parametrize("symptom", ["", "  ", "?!", '"'])
def test_a_question_without_words_is_an_error(symptom: str) -> None:
    with pytest.raises(InputError, match="no words"):
        why(symptom)


def test_a_question_of_any_length_is_answered() -> None:
    assert len(why("bleu " * 100_000, 2).reasons) == 2
    assert why(" ".join(f"w{number}x" for number in range(100_000))).reasons == []


def test_a_symptom_without_a_match_gets_a_hint() -> None:
    search = why("xyzzy plugh")
    assert search.reasons == []
    assert "samescore diff" in search.hint


def test_each_reason_says_what_to_do_and_where_to_read_on() -> None:
    (reason,) = why("nltk-1785", 1).reasons
    assert reason.kind == "reported"
    assert reason.sentence == reported_cases()["nltk-1785"].symptom
    assert "max_ngram_order=3" in reason.remedy
    assert reason.link == "https://github.com/nltk/nltk/issues/1785"
    assert reason.command == "samescore show nltk-1785"


def test_a_divergence_is_one_sentence() -> None:
    (reason,) = why("nltk-bleu-smallest-double", 1).reasons
    assert reason.sentence.endswith("returns 5.55e-78.")


def test_the_search_reads_no_golden_vectors_and_loads_no_arrays(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "sys.addaudithook(lambda event, args: event == 'open' and print(args[0], file=sys.stderr))\n"
        "from samescore.cli import main\n"
        "try: main()\n"
        "finally: print(*sys.modules, sep='\\n', file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, "why", "bleu"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    seen = done.stderr.splitlines()
    golden = {Path(path).name.removesuffix(".json") for path in seen if "golden" in Path(path).parts}
    assert golden == {"flags.toml", "mistakes.toml"}
    assert "samescore.verbs.why.symptom_search" in seen
    assert "numpy" not in seen


@pytest.mark.once
@pytest.mark.slow
def test_answers_are_the_same_under_any_hash_seed(tmp_path: Path) -> None:
    question = "matthews correlation coefficient should be 0 instead of NaN in torchmetrics"
    code = (
        "from samescore.verbs.why.symptom_search import Request, execute; "
        f"print(*(reason.id for found in execute(Request({question!r}, 20)) for reason in found.reasons))"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(answers) == 1


def test_a_python_without_full_text_search_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bare:
        """A connection to an SQLite without FTS5."""

        def execute(self, *_: object) -> None:
            raise sqlite3.OperationalError("no such module: fts5")

        def close(self) -> None:
            """Nothing is open."""

    def connect(_: str) -> Any:
        return Bare()

    monkeypatch.setattr(sqlite3, "connect", connect)
    with pytest.raises(SamescoreError, match="no such module: fts5") as caught:
        why("bleu")
    assert "samescore list reported" in caught.value.hint
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    with pytest.raises(SamescoreError, match="no SQLite"):
        why("bleu")


def test_synonyms_go_both_ways() -> None:
    assert "nepali" in synonyms("non-latin")
    assert "non-latin" in synonyms("nepali")
    assert synonyms("bleu") == ()


#: What the search has to reach on symptoms that it was not tuned with; `python -m tests.symptoms` prints what it reaches.
_FIRST, _FIRST_THREE = 0.83, 0.94


@pytest.mark.once
def test_most_symptoms_in_users_words_have_a_right_first_answer(search: SymptomIndex) -> None:
    found = rates(symptoms_apart(), search)
    assert found.symptoms >= 80
    assert found.first >= _FIRST
    assert found.first_three >= _FIRST_THREE


@pytest.mark.slow
@pytest.mark.once
def test_cross_validation_counts_a_symptom_without_its_own_words() -> None:
    words = ["qwfp", "zxcv", "hnei"]
    alone = [Symptom(word, ["ter-above-100"], "a page") for word in words]
    assert [cross_validated(alone)[which].first_three for which in (0, 1)] == [0, 0]
    twice = [Symptom(f"{word} {start}", ["ter-above-100"]) for start in ("arst", "neio") for word in words]
    assert cross_validated(twice)[0].first == 1


def test_an_entry_is_found_by_the_symptoms_that_it_explains() -> None:
    with closing(SymptomIndex([Symptom("qwfp zxcv", ["ter-above-100", "wer-above-one"])])) as search:
        assert set(_names(search, "zxcv")) == {"ter-above-100", "wer-above-one"}
    with closing(SymptomIndex([])) as search:
        assert _names(search, "zxcv") == []


def test_a_function_or_a_package_stands_for_its_metrics() -> None:
    with closing(SymptomIndex([])) as search:
        assert "mcc-zero-at-high-accuracy" in _names(search, "matthews_corrcoef(gold, predicted) and correlation")
        assert all(
            name.startswith("nervaluate")
            for name in _names(search, "nervaluate depends on the order of what is passed")
        )


def test_malformed_symptoms_are_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "symptoms.toml").write_text('[[symptom]]\nwords = "one"\n', encoding="utf-8")
    monkeypatch.setattr(module, "data_folder", lambda _: tmp_path)
    symptoms.cache_clear()
    try:
        with pytest.raises(DataError, match="symptoms"):
            symptoms()
    finally:
        symptoms.cache_clear()


def test_no_symptom_is_both_used_for_tuning_and_kept_apart() -> None:
    words = [" ".join(symptom.words.lower().split()) for symptom in (*symptoms(), *symptoms_apart())]
    assert len(set(words)) == len(words)


@pytest.mark.once
@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_every_answer_to_a_symptom_is_an_entry(search: SymptomIndex, step: int) -> None:
    for symptom in (*symptoms(), *symptoms_apart())[::step]:
        for name in symptom.answers:
            assert name in _names(search, name, 3), name


def test_a_metric_that_is_not_computed_here_is_said_to_be_so(search: SymptomIndex) -> None:
    for words, name in (
        ("bertscore differs between machines", "bertscore"),
        ("CharacTER is 0.4 for identical texts", "character"),
        ("CodeBLEU of my program", "codebleu"),
    ):
        (reason,) = search.reasons(words, 1).reasons
        assert (reason.id, reason.kind) == (name, "elsewhere")
        assert "is not computed by samescore: it " in reason.sentence
    assert "character" not in _names(search, "character level bleu of Chinese")


def test_an_entry_about_both_of_two_packages_comes_first(search: SymptomIndex) -> None:
    assert _names(search, "meteor of huggingface and of the jar", 1) == ["evaluate-115"]
    assert _names(search, "pyter differs from sacrebleu", 1)[0].startswith(("pyter", "sacrebleu-102"))


@pytest.mark.parametrize(
    ("text", "metrics", "packages"),
    [
        ("CHRFScore of torchmetrics", {"chrf"}, {"torchmetrics"}),
        ("TranslationEditRate", {"ter"}, set()),
        ("DROP F1 is 0", {"drop-f1"}, set()),
        ("my rouge package", set(), {"rouge"}),
        ("scikit-learn macro F1", {"f1"}, {"sklearn"}),
        ("the distance is similar", set(), set()),
    ],
)
def test_metrics_and_packages_are_recognized_by_their_names(text: str, metrics: set[str], packages: set[str]) -> None:
    found = find_names(text, {"torchmetrics", "rouge", "sklearn"})
    assert (set(found.metrics), set(found.packages)) == (metrics, packages)


def test_pages_of_notes_exist() -> None:
    docs = Path(__file__).resolve().parents[2] / "docs"
    for note in notes().values():
        if note.page:
            assert (docs / note.page.partition("#")[0].replace(".html", ".md")).is_file(), note.id


def test_a_question_in_general_words_leads_to_the_page(search: SymptomIndex) -> None:
    for metric_name in ("bleu", "rouge", "chrf", "score"):
        first = search.reasons(f"my {metric_name} differs from the paper").reasons[0]
        assert (first.id, first.kind) == ("my-number-differs", "page")
        assert first.link.endswith("/my-number-differs.html")
    for specific in ("bleu differs from sacrebleu", "my bleu differs from the paper by a factor of 100", "bleu"):
        assert search.reasons(specific).reasons[0].id != "my-number-differs"
