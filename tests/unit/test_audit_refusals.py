"""What an audit says of a number that no settings give."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from samescore import Corpus, Labels, score
from samescore.records import ClaimVerdict
from samescore.verbs.audit.alterations import alterations
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.search import Auditor

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_WORDS = [f"{start}{end}" for start in ("Ka", "lo", "Mi", "ru") for end in "abcdefghijklmnopqrstuvwxyz"]


@pytest.fixture
def lines() -> tuple[list[str], list[str]]:
    """Hypotheses and references."""
    rng = random.Random(9)
    references = [rng.sample(_WORDS, rng.randint(8, 14)) for _ in range(24)]
    hypotheses = [[word if rng.random() < 0.8 else f"x{word}" for word in words] for words in references]
    return [" ".join(words) for words in hypotheses], [" ".join(words) for words in references]


def _corpus(hypotheses: Sequence[str], references: Sequence[str]) -> Corpus:
    return Corpus.from_segments(list(hypotheses), [[line] for line in references])


def _notes(
    folder: Path, hypotheses: Sequence[str], references: Sequence[str], published: str, metric: str
) -> list[str]:
    (folder / "h").write_text("".join(f"{line}\n" for line in hypotheses), encoding="utf-8")
    (folder / "r").write_text("".join(f"{line}\n" for line in references), encoding="utf-8")
    finding = Auditor(folder).audit(Claim(metric, published, "x", "h", ["r"]))
    assert finding.verdict is ClaimVerdict.NOT
    assert finding.failed
    return finding.notes


@pytest.mark.parametrize(
    ("how", "metric"),
    [
        ("with hypotheses and references swapped", "chrf"),
        ("with only the hypotheses in lower case", "bleu"),
        ("with only the references in lower case", "chrf"),
        ("without the last line", "chrf"),
        ("without the first line", "bleu"),
        ("with the hypotheses shifted up by one line", "bleu"),
        ("with the hypotheses reordered to match the references", "bleu"),
        ("without <unk>", "chrf"),
        ("without repeated words", "bleu"),
    ],
)
def test_altered_files(how: str, metric: str, lines: tuple[list[str], list[str]], tmp_path: Path) -> None:
    """The published number is that of other files: the finding says which."""
    hypotheses, references = lines
    if how == "with hypotheses and references swapped":
        hypotheses, references = references, [line.upper() if k % 5 == 0 else line for k, line in enumerate(hypotheses)]
        value = score(metric, _corpus(references, hypotheses)).value
    elif "lower" in how:
        changed = [line.lower() for line in hypotheses], references
        if "references" in how:
            changed = hypotheses, [line.lower() for line in references]
        value = score(metric, _corpus(*changed)).value
    elif "line" in how:
        kept = {
            "without the last line": (hypotheses[:-1], references[:-1]),
            "without the first line": (hypotheses[1:], references[1:]),
            "with the hypotheses shifted up by one line": (hypotheses[1:], references[:-1]),
        }[how]
        value = score(metric, _corpus(*kept)).value
    else:
        value = score(metric, _corpus(hypotheses, references)).value
        if "order" in how:
            hypotheses = [hypotheses[k] for k in (3, 7, 2, 0, 4, 5, 6, 1, *range(8, 24))]
        elif "unk" in how:
            hypotheses = [line.replace(" ", " <unk> ", 1) for line in hypotheses]
        else:
            hypotheses = [f"{line} {line.split()[-1]}" for line in hypotheses]
    notes = _notes(tmp_path, hypotheses, references, f"{value:.6f}", metric)
    assert any(
        note.startswith(f"{how}: ") and f"{value:.6f}" in note and "(probability by chance " in note for note in notes
    ), notes


def test_another_metric(lines: tuple[list[str], list[str]], tmp_path: Path) -> None:
    value = score("bleu", _corpus(*lines)).value
    notes = _notes(tmp_path, *lines, f"{value:.4f}", "chrF")
    assert any(note.startswith("it may be bleu: the defaults of bleu give ") for note in notes)
    assert notes[0] == f"the defaults of chrf give {score('chrf', _corpus(*lines)).value:.4f}"


def test_another_class(tmp_path: Path) -> None:
    rng = random.Random(1)
    gold = [rng.choice(["OK", "OK", "BAD"]) for _ in range(300)]
    predicted = [label if rng.random() < 0.7 else "OK" for label in gold]
    for name, tags in (("g", gold), ("p", predicted)):
        (tmp_path / name).write_text(" ".join(tags) + "\n", encoding="utf-8")
    value = score("f1", Labels(gold, predicted), average="class", positive="OK").value
    finding = Auditor(tmp_path).audit(Claim("F1-BAD", f"{value:.5f}", "x", "p", ["g"]))
    assert finding.verdict is ClaimVerdict.NOT
    assert any(note.startswith("it may be f1 of class OK: ") for note in finding.notes)


def test_the_usual_number_is_shown_on_the_printed_scale(lines: tuple[list[str], list[str]], tmp_path: Path) -> None:
    value = score("bleu", _corpus(*lines)).value
    assert _notes(tmp_path, *lines, "0.0123456", "BLEU")[0] == f"sacreBLEU's defaults give {value:.7f}"
    fraction = f"{value / 100 + 0.03:.6f}"
    assert _notes(tmp_path, *lines, fraction, "BLEU")[0] == f"sacreBLEU's defaults give {value / 100:.6f}"


def test_only_what_changes_the_input_is_tried(lines: tuple[list[str], list[str]]) -> None:
    names = [how for how, _ in alterations(_corpus(*lines))]
    assert "without <unk>" not in names
    assert "with the hypotheses reordered to match the references" not in names
    assert "without the last line" in names
    assert list(alterations(_corpus(["a"], ["b"])))[1:] == []


def test_lines_that_are_repeated_as_often_as_those_of_the_references_are_no_finding(
    lines: tuple[list[str], list[str]], tmp_path: Path
) -> None:
    hypotheses, references = lines

    def repeats(hypothesis_lines: Sequence[str], reference_lines: Sequence[str]) -> list[str]:
        notes = _notes(tmp_path, hypothesis_lines, reference_lines, "0.0123456", "BLEU")
        return [note for note in notes if "repeat the line before" in note]

    again = [references[0], *references]
    assert repeats([hypotheses[0], *hypotheses], again) == []
    twice = [hypotheses[0], hypotheses[0], hypotheses[0], *hypotheses[2:]]
    assert repeats(twice, again) == ["2 of 25 hypotheses repeat the line before, and 1 of their references"]
    assert repeats([hypotheses[0], *hypotheses[:-1]], references) == ["1 of 24 hypotheses repeat the line before"]


@pytest.mark.parametrize(("metric", "published"), [("WER", "-5"), ("BLEU", "-1.5"), ("BLEU", "104.2")])
def test_impossible_numbers_stay_impossible_with_files(
    metric: str, published: str, lines: tuple[list[str], list[str]], tmp_path: Path
) -> None:
    for name, texts in zip(("h", "r"), lines, strict=True):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in texts), encoding="utf-8")
    auditor = Auditor(tmp_path)
    alone = auditor.audit(Claim(metric, published, "x"))
    finding = auditor.audit(Claim(metric, published, "x", "h", ["r"]))
    unknown = auditor.audit(Claim(metric, published, "x", "h", ["r"], like="nobody"))
    assert [each.verdict for each in (alone, finding, unknown)] == [ClaimVerdict.IMPOSSIBLE] * 3
    assert finding.notes[0] == alone.notes[0]
    assert len(set(finding.notes)) == len(finding.notes)
    assert finding.value is not None
