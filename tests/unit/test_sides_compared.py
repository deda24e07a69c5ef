"""Settings per side in the verbs: explain, diff, score --like, audit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from samescore import Corpus, SettingsError, UnknownNameError, diff, score
from tests.command import call
from tests.explaining import explain

CORPUS = Corpus.from_segments(
    ["The cat sat on the mat.", "It costs 1,000.50 Euros.", "no"],
    [["the Cat sat on a mat."], ["It costs 1,000.50 euros ."], ["no"]],
)


def test_explain_takes_settings_per_side() -> None:
    explanation = explain(
        "native:sacrebleu(lowercase=true)", "native:nltk.sentence_bleu(smoothing=nltk-3)", "bleu", CORPUS
    )
    assert explanation.first.name == "native:sacrebleu.corpus_bleu(lowercase=true)"
    assert explanation.second.name == "native:nltk.sentence_bleu(smoothing=nltk-3)"
    assert "|case:lower|" in explanation.first.signature
    assert "|case:keep|" in explanation.second.signature
    assert "|smoothing:exp|" in explanation.second.signature
    assert any(change.knob == "case" and share.share for share in explanation.shares for change in share.changes)
    assert explanation.divergences, "the catalogue is looked up without the settings"


def test_explain_takes_one_entry_point_with_two_settings() -> None:
    explanation = explain("native:sacrebleu", "native:sacrebleu(lowercase=true)", "bleu", CORPUS)
    assert [change.knob for share in explanation.shares for change in share.changes] == ["case"]
    assert explanation.gap


def test_explain_asks_the_first_entry_point_that_supports_the_settings() -> None:
    explanation = explain("native:torchmetrics(lowercase=true)", "native", "bleu", CORPUS)
    assert explanation.first.name == "native:torchmetrics.sacre_bleu_score(lowercase=true)"


def test_explain_says_what_a_side_ignores() -> None:
    explanation = explain("native:sacrebleu", "native:nltk", "bleu", CORPUS, smoothing="nltk-4")
    assert (explanation.first.ignored, explanation.second.ignored) == (["smoothing"], [])


def test_diff_takes_one_entry_point_with_several_settings() -> None:
    names = [
        "native:sacrebleu.corpus_bleu",
        "native:sacrebleu.corpus_bleu(lowercase=true)",
        "native:nltk.corpus_bleu(smoothing_function=method3)",
        "native(case=lower)",
        "native",
    ]
    table = diff("bleu", CORPUS, names)
    assert [row.name for row in table.rows] == [names[3], names[4], *names[:3]]
    assert [row.changed for row in table.rows] == [{"case": "lower"}, {}, {}, {"case": "lower"}, {"smoothing": "exp"}]
    numbers = {row.name: row.number for row in table.rows}
    assert numbers["native(case=lower)"] == numbers[names[1]] != numbers[names[0]] == numbers["native"]
    assert not table.unexplained
    assert [share.changes[0].knob for share in table.rows[1].shares] == ["case"]
    pairs = [(pair.first.implementation, pair.second.implementation) for pair in table.common]
    assert pairs == [("native:sacrebleu", "native:nltk")], "two settings of one entry point need no closest settings"


def test_a_side_is_shown_with_the_settings_that_it_uses() -> None:
    names = ["native:torchmetrics.bleu_score(n_gram=2)", "native:pycocoevalcap.bleu(n=4)"]
    (pair,) = diff("bleu", CORPUS, names).common
    assert {row.name: row.chosen.get("max_order") for row in (pair.first, pair.second)} == {
        names[0]: "2",
        "native:pycocoevalcap.bleu": "2",
    }


def test_diff_names_the_entry_points_without_the_settings() -> None:
    rows = {row.name: row for row in diff("bleu", CORPUS, ["native:torchmetrics(lowercase=true)", "native"]).rows}
    assert rows["native:torchmetrics.sacre_bleu_score(lowercase=true)"].outcome.kind == "score"
    unsupported = rows["native:torchmetrics.bleu_score(lowercase=true)"].outcome
    assert (unsupported.kind, "lowercase" in unsupported.text) == ("unsupported", True)
    with pytest.raises(SettingsError, match=r"bleu_score\(lowercase=true\): 'lowercase' is neither"):
        diff("bleu", CORPUS, ["native:torchmetrics.bleu_score(lowercase=true)"])


def test_diff_says_what_a_side_ignores_and_its_own_settings_win() -> None:
    names = ["native:sacrebleu.corpus_bleu(case=keep)", "native:nltk.corpus_bleu"]
    table = diff("bleu", CORPUS, names, case="lower", smoothing="nltk-4")
    assert [row.ignored for row in table.rows] == [["smoothing"], []]
    assert [row.changed.get("case") for row in table.rows] == [None, "lower"]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["native(case=lower)", "native(case=lower)"], "given twice"),
        (["native:nltk(k=1)", "native:nltk.corpus_bleu(k=1.0)"], "given twice with the same settings"),
        (["native:nltk(nltk_k=1)", "native:nltk(k=1)"], "given twice with the same settings"),
    ],
)
def test_settings_are_named_once(names: list[str], message: str) -> None:
    with pytest.raises(UnknownNameError, match=message):
        diff("bleu", CORPUS, names)


def test_score_takes_settings_with_like() -> None:
    under = score("bleu", CORPUS, like="sacrebleu(lowercase=true, smooth_method=floor)")
    assert under.value == score("bleu", CORPUS, like="sacrebleu", case="lower", smoothing="floor").value
    assert under.value == score("bleu", CORPUS, like="sacrebleu(lowercase=true)", smoothing="floor").value
    assert under.value == score("bleu", CORPUS, like="sacrebleu(lowercase=true)", smoothing="floor", case="lower").value


@pytest.mark.parametrize(
    ("metric", "like", "knobs", "message"),
    [
        ("bleu", "sacrebleu(lowercase=true)", {"case": "keep"}, "sets case=lower, but case=keep was also set"),
        ("bleu", "sacrebleu(lowercase=true)", {"scale": "1"}, "cannot be used with scale=1"),
        ("bleu", "sacrebleu(lowercase=true)", {"scale": "1", "case": "lower"}, "cannot be used with scale=1"),
        ("chrf++", "sacrebleu(word_order=0)", {}, "sets word_order=0, but word_order=2"),
        ("wer", "sacrebleu(case=lower)", {}, "no entry point for wer"),
    ],
)
def test_score_refuses_settings_that_contradict_each_other(
    metric: str, like: str, knobs: dict[str, object], message: str
) -> None:
    with pytest.raises(SettingsError, match=message):
        score(metric, CORPUS, like=like, **knobs)


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    hypotheses, references = tmp_path / "hyp.txt", tmp_path / "ref.txt"
    hypotheses.write_text("".join(f"{segment.hypothesis}\n" for segment in CORPUS))
    references.write_text("".join(f"{segment.references[0]}\n" for segment in CORPUS))
    return [str(hypotheses), "-r", str(references)]


_SIDES = ("native:sacrebleu(lowercase=true)", "native:nltk.sentence_bleu(smoothing=nltk-3)")


def test_every_report_shows_the_settings_of_a_side(files: list[str], tmp_path: Path) -> None:
    for arguments in (["explain", *_SIDES], ["diff", "-i", _SIDES[0], "-i", _SIDES[1]]):
        shown = {
            form: call(*arguments, *files, "--format", form, cwd=tmp_path).stdout
            for form in ("text", "markdown", "jsonl")
        }
        assert "native:sacrebleu.corpus_bleu(lowercase=true)" in shown["text"]
        assert "native:sacrebleu.corpus\\_bleu(lowercase=true)" in shown["markdown"]
        assert {"explanation", "row"} & {json.loads(text)["type"] for text in shown["jsonl"].splitlines()}
        assert "lowercase=true" in shown["jsonl"]
        if arguments[0] == "diff":
            assert "native:sacrebleu.corpus_bleu(lowercase=true): case:lower" in shown["text"]
            assert "native:sacrebleu.corpus\\_bleu(lowercase=true): case:lower" in shown["markdown"]
        saved = tmp_path / "saved.jsonl"
        saved.write_text(shown["jsonl"])
        for form in ("text", "markdown"):
            assert call("render", str(saved), "--format", form, cwd=tmp_path).stdout == shown[form]


def test_explain_shows_what_a_side_ignores(files: list[str], tmp_path: Path) -> None:
    sides = ("native:sacrebleu", "native:nltk", *files, "--set", "smoothing=nltk-4")
    for form in ("text", "markdown"):
        shown = call("explain", *sides, "--format", form, cwd=tmp_path).stdout
        assert shown.count("does not support the given smoothing") == 1


def test_a_long_side_is_no_file(files: list[str], tmp_path: Path) -> None:
    refused = call("explain", f"native:nltk(smoothing={'x' * 5000})", "native", *files, cwd=tmp_path)
    assert refused.returncode == 2
    assert "is not allowed" in refused.stderr
    assert len(refused.stderr) < 1000
    refused = call("explain", "native:nltk.corpus_chrf(beta=1)", "native", *files, "-m", "bleu", cwd=tmp_path)
    assert "it computes chrf: pass it with -m" in refused.stderr


def test_a_command_without_settings_says_where_they_are_taken(files: list[str], tmp_path: Path) -> None:
    refused = call("run", "native:nltk(k=1)", cwd=tmp_path)
    assert refused.returncode == 2
    assert "settings in parentheses are for explain, diff and score --like" in refused.stderr
    refused = call("score", "--like", "sacrebleu(lowercase=true", *files, cwd=tmp_path)
    assert refused.returncode == 2
    assert "in quotes for the shell" in refused.stderr


def test_a_claim_may_be_like_a_side(files: list[str], tmp_path: Path) -> None:
    value = score("bleu", CORPUS, like="sacrebleu(lowercase=true)").value
    claim = ("audit", "-m", "BLEU", "--published", f"{value:.4f}", "--like", "sacrebleu(lowercase=true)", *files)
    audited = call(*claim, cwd=tmp_path)
    assert audited.returncode == 0, audited.stdout + audited.stderr
    assert "as stated" in audited.stdout
