"""``samescore explain``: its output, and the tokenizer as the only cause of ROUGE 0 for Nepali."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from samescore import Corpus
from samescore.records import contributing_knobs
from tests.command import call, records
from tests.explaining import explain
from tests.reports import markdown_of, text_of

markdown_explanation = markdown_of("explanation")
terminal_explanation = text_of("explanation")

CORPUS = Corpus.from_segments(
    ["The cat sat on the mat.", "It costs 1,000.50 euros.", "no"],
    [["The cat sat on a mat."], ["It costs 1,000.50 euro ."], ["no"]],
)


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "hyp.txt").write_text("The cat sat on the mat.\nno [b] <i>\n", encoding="utf-8")
    (tmp_path / "ref.txt").write_text("The cat sat on a mat.\nno\n", encoding="utf-8")
    named = ("explain", "native:sacrebleu", "native:nltk", "hyp.txt", "-r", "ref.txt")
    done = call(*named, "--format", "jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (record,) = records(done.stdout)
    exact = sum((Fraction(share["exact"]) for share in record["shares"]), Fraction(0))
    assert float(exact) == pytest.approx(record["gap"], abs=1e-12)
    table = call(*named, cwd=tmp_path).stdout
    assert "Shares of the gap" in table
    assert "reproduced exactly" in table
    shown = call(*named, "--format", "markdown", cwd=tmp_path).stdout
    assert shown.startswith("**native:nltk.corpus\\_bleu scores")
    assert "| together |" in shown
    assert json.loads(done.stdout)["explained"] is True


_NEPALI = Corpus.from_segments(["नेपाल सुन्दर देश हो।"], [["नेपाल सुन्दर देश हो।"]])
_NEPALI_LINES = Corpus.from_segments(["नेपाल सुन्दर देश हो।", "राम घर गयो।"], [["नेपाल राम्रो देश हो।"], ["राम घर गयो।"]])


@pytest.mark.parametrize("corpus", [_NEPALI, _NEPALI_LINES])
@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("rouge1", "rouge_score.rougeN", "rouge.rouge-n"),
        ("rouge1", "rouge_score.rougeN", "rouge_chinese.rouge-n"),
        ("rouge-l", "rouge_score.rougeL", "rouge_chinese.rouge-l"),
        ("rouge-lsum", "rouge_score.rougeLsum", "rouge.rouge-l"),
    ],
)
def test_the_tokenizer_and_no_knob_that_overrides_it_is_why_rouge_of_nepali_is_0(
    corpus: Corpus, name: str, first: str, second: str
) -> None:
    """An empty token stands for a text without words where texts are cut at full stops: both texts have it."""
    sides = (f"native:{first}", f"native:{second}")
    for ends in (sides, sides[::-1]):
        explanation = explain(*ends, name, corpus)
        assert contributing_knobs(explanation.shares) == {"tokenizer"}
        assert "sentences has no share: it has an effect only" in explanation.sentence
        assert explanation.sentence.index("because tokenizer") < explanation.sentence.index("sentences")
        assert sum((share.value for share in explanation.shares), Fraction(0)) == Fraction(
            explanation.second.number or 0.0
        ) - Fraction(explanation.first.number or 0.0)
    assert "sentences" not in {change.knob for change in explain(*sides, name, corpus).smallest or []}


def test_the_tokenizer_is_the_only_cause_for_nepali() -> None:
    explanation = explain("native:rouge_score.rougeN", "native:seq2seq.rouge_n", "rouge1", _NEPALI)
    assert contributing_knobs(explanation.shares) == {"tokenizer"}
    assert "no share" not in explanation.sentence
