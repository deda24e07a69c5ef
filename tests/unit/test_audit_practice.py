"""What an audit says of true numbers of settings that people use: printed names, practices, and whole tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus, Labels, score
from samescore.base.errors import SettingsError
from samescore.catalogue.printed_names import printed_as
from samescore.catalogue.profile_files import profile_files
from samescore.records import Audit, AuditFinding, ClaimVerdict
from samescore.settings import Settings
from samescore.verbs.audit.batch import audit_all
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.grid import candidates
from samescore.verbs.audit.inputs import ClaimFiles
from samescore.verbs.audit.joint import joint
from samescore.verbs.audit.question import question_of
from samescore.verbs.audit.search import Auditor

REFERENCES = [
    "the cat sat on a mat. the sun was warm that day.",
    "it costs 1,000.50 euro . nobody pays that much.",
    "why not go home? the shop was open then, they said.",
    "a dog and a cat don't often sleep on the same old mat.",
]
#: Five systems, whose texts and references are in lower case but for the last one's.
SYSTEMS = [
    ["the cat sat on the mat. it was warm in the sun that day.", *REFERENCES[1:]],
    [REFERENCES[0], "it costs 1,000.50 euros. nobody wants to pay for it.", *REFERENCES[2:]],
    [*REFERENCES[:2], "why not go there now? the shop is open, they said.", REFERENCES[3]],
    [*REFERENCES[:3], "a dog and the cat will not often sleep on one mat."],
    [
        "The Cat sat on the mat. It was warm in the sun.",
        REFERENCES[1],
        "Why not go there? The shop is open.",
        REFERENCES[3],
    ],
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, lines in (("ref", REFERENCES), *((f"sys-{number}", lines) for number, lines in enumerate(SYSTEMS))):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


def _value(folder: Path, number: int, metric: str, like: str, **knobs: Any) -> float:
    return score(metric, Corpus.read(folder / f"sys-{number}", [folder / "ref"]), like=like, **knobs).value


def _table(printed: str, values: Sequence[float], decimals: int = 2) -> list[Claim]:
    return [
        Claim(printed, f"{value:.{decimals}f}", f"{number}", f"sys-{number}", ["ref"], source="a table")
        for number, value in enumerate(values)
    ]


def _concluded(folder: Path, claims: Sequence[Claim]) -> tuple[list[AuditFinding], Audit]:
    findings = list(audit_all(claims, folder))
    audited = Audit(findings, list(joint(claims, folder, findings)))
    return audited.concluded(), audited


@pytest.mark.parametrize("tool", ["rouge", "py_rouge"])
@pytest.mark.parametrize("printed", ["ROUGE-L", "R-L", "rougeL"])
def test_a_heading_finds_every_metric_that_a_tool_prints_under_it(folder: Path, tool: str, printed: str) -> None:
    values = [100 * _value(folder, number, "rouge-lsum", tool) for number in range(4)]
    findings, _ = _concluded(folder, _table(printed, values))
    for finding in findings:
        assert not finding.failed, finding
        assert not finding.doubtful, finding
    stated = Auditor(folder).audit(Claim(printed, f"{values[0]:.2f}", "x", "sys-0", ["ref"], like=tool))
    assert stated.verdict is ClaimVerdict.AS_STATED


def test_an_implementation_without_the_metric_is_followed_by_its_printed_name(folder: Path) -> None:
    assert _value(folder, 0, "rouge-l", "rouge") == _value(folder, 0, "rouge-lsum", "rouge")
    with pytest.raises(SettingsError, match="no entry point"):
        _value(folder, 0, "rouge-l", "sacrebleu")


def test_printed_names_are_of_one_kind_of_input() -> None:
    assert printed_as("rouge-l") == ("rouge-l", "rouge-lsum")
    assert printed_as("rouge-lsum") == ("rouge-lsum",)
    assert "answer-f1" not in printed_as("f1")  # SQuAD's F1 is of answers, not of labels
    assert "meteor15" in printed_as("meteor")


@pytest.mark.once
@pytest.mark.parametrize(
    ("printed", "metric", "like", "knobs"),
    [
        ("BLEU", "bleu", "nltk.corpus_bleu", {"tokenizer": "treebank", "smoothing": "nltk-5"}),
        ("BLEU", "bleu", "nltk.corpus_bleu", {"tokenizer": "treebank", "smoothing": "nltk-7"}),
        ("BLEU", "bleu", "sacrebleu.corpus_bleu", {"tokenizer": "char", "case": "lower"}),
        ("chrF", "chrf", "sacrebleu.corpus_chrf", {"case": "lower"}),
        ("TER", "ter", "sacrebleu.corpus_ter", {"tokenizer": "tercom", "punctuation": "remove"}),
        ("WER", "wer", "jiwer.wer", {"case": "lower", "transforms": ("remove-punctuation",)}),
    ],
)
def test_a_practice_alone_needs_a_look_and_a_table_of_it_passes(
    folder: Path, printed: str, metric: str, like: str, knobs: dict[str, Any]
) -> None:
    values = [_value(folder, number, metric, like, **knobs) for number in range(5)]
    values = [100 * value for value in values] if max(values) <= 1 else values
    claims = _table(printed, values)
    alone = list(audit_all(claims, folder))
    assert all(not finding.failed for finding in alone)
    findings, audited = _concluded(folder, claims)
    assert all(not finding.failed and not finding.doubtful for finding in findings), findings
    clear = [settings for group in audited.groups for settings in group.settings if settings.clear]
    assert len(clear) == 1
    assert len(clear[0].claims) == 5


def test_a_practice_is_named_after_its_tool(folder: Path) -> None:
    values = [_value(folder, number, "chrf", "sacrebleu.corpus_chrf", case="lower", beta=1) for number in range(5)]
    findings, audited = _concluded(folder, _table("chrF", values))
    assert {finding.verdict for finding in findings} == {ClaimVerdict.PRACTICE}
    how = audited.groups[0].settings[0].how
    assert how.startswith("sacrebleu.corpus_chrf")
    assert "case=lower" in how
    assert "beta=1" in how


def test_nothing_stands_out_where_other_settings_explain_all_numbers(folder: Path) -> None:
    """Four texts have no upper case: the defaults give their numbers, but lower-casing gives all five."""
    values = [_value(folder, number, "bleu", "sacrebleu", case="lower") for number in range(5)]
    assert values[:4] == [_value(folder, number, "bleu", "sacrebleu") for number in range(4)]
    assert values[4] != _value(folder, 4, "bleu", "sacrebleu")
    findings, audited = _concluded(folder, _table("BLEU", values))
    assert [group.standing_out for group in audited.groups] == [[]]
    assert not any(finding.failed or finding.doubtful for finding in findings), findings


def test_a_wrong_number_still_stands_out(folder: Path) -> None:
    values = [_value(folder, number, "chrf", "sacrebleu.corpus_chrf", case="lower", beta=1) for number in range(5)]
    findings, audited = _concluded(folder, _table("chrF", [*values[:4], values[4] + 1.37]))
    assert [finding.doubtful or finding.failed for finding in findings] == [False] * 4 + [True]
    assert audited.groups[0].standing_out == ["4"]


def test_every_practice_is_tried(folder: Path) -> None:
    """The candidates of a claim have the settings of each practice, unless an earlier tier has them."""
    files = ClaimFiles(folder)
    for file in profile_files().values():
        for profile in file.profile:
            practised = [settings for _, settings in profile.practices()]
            if profile.metric in ("bleu", "chrf", "ter", "wer") and practised and profile.unit == "text":
                claim = Claim(profile.metric, "1.0", "x", "sys-0", ["ref"])
                question = question_of(claim)
                known: set[Settings] = {each.settings for each in candidates(question, None, files.read(question).data)}
                assert known.issuperset(practised)


def test_no_practice_contradicts_the_name_of_a_metric() -> None:
    """scikit-learn's F1 is also used with other averages, and sacreBLEU's chrF without words."""
    labels = Labels(["a", "b", "c", "a"], ["a", "b", "b", "a"])
    texts = Corpus.from_segments(["a b c d e"], [["a b c d f"]])
    for name, data, knob, value in (("macro-F1", labels, "average", "macro"), ("chrF++", texts, "word_order", 2)):
        tried = candidates(question_of(Claim(name, "1.0", "x", "sys-0", ["ref"])), None, data)
        assert {getattr(each.settings, knob) for each in tried} == {value}
