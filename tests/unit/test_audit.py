"""The verb audit: published numbers, with or without files, and the settings that reproduce them."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus, Labels, Score, score
from samescore.base.outcome import STORED_ULPS
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import AuditFinding, ClaimVerdict, Tier
from samescore.verbs.audit.batch import audit_all
from samescore.verbs.audit.claim_files import read_claims
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.grid import candidates
from samescore.verbs.audit.joint import joint
from samescore.verbs.audit.printed_text.rounding import RoundedNumber
from samescore.verbs.audit.question import question_of
from samescore.verbs.audit.search import Auditor

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

HYPOTHESES = [
    "The cat sat on the mat near the old door.",
    "It costs 1,000.50 euros in the shop.",
    "they went home because it rained all day",
]
FIRST = [
    "The cat sat on a mat near the old door.",
    "It costs 1,000.50 euro in that shop .",
    "they went home early because it rained all day long",
]
SECOND = [
    "A cat was sitting by the door.",
    "In the shop it costs 1,000.50 euros.",
    "since it rained they all went home",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, lines in (("hyp.txt", HYPOTHESES), ("a.txt", FIRST), ("b.txt", SECOND)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "gold.tags").write_text("OK OK BAD\nBAD OK\n", encoding="utf-8")
    (tmp_path / "given.tags").write_text("OK BAD BAD\nBAD OK\n", encoding="utf-8")
    return tmp_path


def _corpus(*references: list[str]) -> Corpus:
    return Corpus.from_segments(
        HYPOTHESES, [list(segment_references) for segment_references in zip(*references, strict=True)]
    )


def _texts(finding: AuditFinding) -> list[str]:
    return [fit.text for fit in finding.fits]


def _claim(published: float | str, name: str = "BLEU", **rest: Any) -> Claim:
    return Claim(name, str(published), "x", **{"hypotheses": "hyp.txt", "references": ["a.txt"], **rest})


def test_a_number_by_the_defaults(folder: Path) -> None:
    finding = Auditor(folder).audit(_claim(repr(score("bleu", _corpus(FIRST)).value)))
    assert finding.verdict is ClaimVerdict.DEFAULTS
    assert finding.value == score("bleu", _corpus(FIRST)).value
    assert finding.signature == metric("bleu").settings().signature


def test_a_number_as_stated(folder: Path) -> None:
    value = score("bleu", _corpus(FIRST), tokenizer="none", case="lower").value
    signature = "nrefs:1|case:lc|eff:no|tok:none|smooth:exp|version:2.0.0"
    assert Auditor(folder).audit(_claim(f"{value:.4f}", signature=signature)).verdict is ClaimVerdict.AS_STATED
    knobs = {"tokenizer": "none", "case": "lower"}
    assert Auditor(folder).audit(_claim(f"{value:.1f}", settings=knobs)).verdict is ClaimVerdict.AS_STATED


def test_other_references_are_not_as_stated(folder: Path) -> None:
    value = score("bleu", _corpus(FIRST), tokenizer="none").value
    assert value != score("bleu", _corpus(FIRST, SECOND), tokenizer="none").value
    knobs = {"tokenizer": "none"}
    finding = Auditor(folder).audit(_claim(repr(value), settings=knobs, references=["a.txt", "b.txt"]))
    assert _texts(finding) == ["tokenizer=none; references a.txt"]
    assert finding.verdict is ClaimVerdict.READ_OTHERWISE
    assert finding.doubtful
    assert finding.command == "samescore score hyp.txt -r a.txt --signature 'bleu|tokenizer:none'"


def test_a_unit_is_no_departure(folder: Path) -> None:
    value = score("bleu", _corpus(FIRST), tokenizer="none").value
    fraction = Auditor(folder).audit(_claim(repr(value / 100), settings={"tokenizer": "none"}))
    assert _texts(fraction) == ["tokenizer=none; divided by 100"]
    assert fraction.verdict is ClaimVerdict.AS_STATED
    assert not fraction.doubtful
    rouge = score("rouge1", _corpus(FIRST), like="rouge_score").value
    percentage = Auditor(folder).audit(_claim(f"{100 * rouge:.2f}", "rouge1", like="rouge_score"))
    assert percentage.verdict is ClaimVerdict.AS_STATED


def test_a_number_otherwise_than_stated(folder: Path) -> None:
    value = score("bleu", _corpus(FIRST), tokenizer="char").value
    finding = Auditor(folder).audit(_claim(repr(value), settings={"tokenizer": "none"}))
    assert finding.verdict is ClaimVerdict.UNUSUAL
    assert any("tokenizer=char" in text for text in _texts(finding))
    stated = score("bleu", _corpus(FIRST), tokenizer="none").value
    assert finding.notes[0] == f"the stated settings (tokenizer=none) give {stated!r}"
    usual = Auditor(folder).audit(_claim(repr(score("bleu", _corpus(FIRST)).value), settings={"tokenizer": "char"}))
    assert (usual.verdict, usual.doubtful) == (ClaimVerdict.DEFAULTS, True)
    assert usual.notes[0].startswith("the stated settings (tokenizer=char) give ")


def test_a_fraction_printed_for_a_percentage_and_another_reference(folder: Path) -> None:
    value = score("chrf", _corpus(SECOND)).value / 100
    finding = Auditor(folder).audit(_claim(repr(value), "chrF", references=["a.txt", "b.txt"]))
    assert finding.verdict is ClaimVerdict.DEFAULTS
    assert "references b.txt" in _texts(finding)[0]
    assert "divided by 100" in _texts(finding)[0]


def test_an_implementations_own_number(folder: Path) -> None:
    value = score("bleu", _corpus(FIRST), like="nltk.sentence_bleu", smoothing="nltk-0").value
    finding = Auditor(folder).audit(_claim(repr(value)))
    assert finding.verdict is ClaimVerdict.KNOWN_TOOL
    assert "nltk.sentence_bleu" in _texts(finding)[0]


def test_few_digits_are_weak_evidence(folder: Path) -> None:
    value = score("bleu", _corpus(FIRST)).value
    for decimals, weak in ((0, True), (1, False), (2, False)):
        finding = Auditor(folder).audit(_claim(f"{value:.{decimals}f}"))
        assert finding.verdict is ClaimVerdict.DEFAULTS
        assert (finding.weak, finding.doubtful) == (weak, weak)
        assert finding.chance is not None
        assert finding.chance.probability == pytest.approx(10**-decimals / 4)
        assert (finding.chance.half_width, finding.chance.values) == (2, 1)
    every = Auditor(folder, thorough=True).audit(_claim(f"{value:.0f}"))
    assert every.verdict is ClaimVerdict.DEFAULTS
    assert len(every.fits) > 1


def test_a_number_that_nothing_gives(folder: Path) -> None:
    (folder / "shifted.txt").write_text("\n".join([*FIRST[1:], ""]) + "\n", encoding="utf-8")
    finding = Auditor(folder).audit(_claim("73.123456", references=["shifted.txt"]))
    assert finding.verdict is ClaimVerdict.NOT
    by_default = score("bleu", Corpus.read(folder / "hyp.txt", [folder / "shifted.txt"])).value
    assert finding.notes[0] == f"sacreBLEU's defaults give {by_default:.6f}"
    assert any(note.startswith("the nearest by ") for note in finding.notes)
    assert finding.value is not None


def test_the_mean_of_sentences_is_not_the_default_and_a_fraction_not_what_it_says(folder: Path) -> None:
    corpus = _corpus(FIRST)
    sentences = score("chrf", corpus, average="sentences").value
    assert Auditor(folder).audit(_claim(repr(sentences), "chrF")).verdict is not ClaimVerdict.DEFAULTS
    words = score("chrf", corpus, word_order=2).value
    assert Auditor(folder).audit(_claim(repr(words), "chrF")).verdict is not ClaimVerdict.DEFAULTS
    assert Auditor(folder).audit(_claim(repr(words), "chrF++")).verdict is ClaimVerdict.DEFAULTS
    fraction = Auditor(folder).audit(_claim(repr(score("chrf", corpus).value / 100), "chrF"))
    assert fraction.verdict is ClaimVerdict.DEFAULTS
    assert "divided by 100" in _texts(fraction)[0]


def test_labels(folder: Path) -> None:
    labels = Labels(["OK", "OK", "BAD", "BAD", "OK"], ["OK", "BAD", "BAD", "BAD", "OK"])
    files = {"hypotheses": "given.tags", "references": ["gold.tags"]}
    mcc = f"{score('mcc', labels).value:.4f}"
    assert Auditor(folder).audit(_claim(mcc, "MCC", **files)).verdict is ClaimVerdict.DEFAULTS
    f1 = score("f1", labels, average="class", positive="BAD").value
    assert Auditor(folder).audit(_claim(f"{f1:.3f}", "F1-BAD", **files)).verdict is ClaimVerdict.DEFAULTS


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (Claim("f1", "0.80", precision="0.75", recall="0.86"), ClaimVerdict.CONSISTENT),
        (Claim("f1", "0.85", precision="0.75", recall="0.86"), ClaimVerdict.IMPOSSIBLE),
        (Claim("accuracy", "33.3", items=3), ClaimVerdict.CONSISTENT),
        (Claim("accuracy", "0.667", items=3), ClaimVerdict.CONSISTENT),
        (Claim("accuracy", "45.0", items=3), ClaimVerdict.IMPOSSIBLE),
        (Claim("accuracy", "101"), ClaimVerdict.IMPOSSIBLE),
        (Claim("bleu", "-1"), ClaimVerdict.IMPOSSIBLE),
        (Claim("mcc", "100.1"), ClaimVerdict.IMPOSSIBLE),
        (Claim("f1", "0.45%"), ClaimVerdict.UNDERSPECIFIED),
        (Claim("f1", "70.0", class_f1=["90.0", "50.0"], settings={"average": "macro"}), ClaimVerdict.CONSISTENT),
        (Claim("f1", "75.0", class_f1=["90.0", "50.0"], settings={"average": "macro"}), ClaimVerdict.IMPOSSIBLE),
        (Claim("f1", "75.0", class_f1=["90.0", "50.0"]), ClaimVerdict.CONSISTENT),  # weighted, perhaps
        (Claim("f1", "91.0", class_f1=["90.0", "50.0"]), ClaimVerdict.IMPOSSIBLE),
        (Claim("f1-ok", "0.90", class_f1=["0.90", "0.40"]), ClaimVerdict.CONSISTENT),
        (Claim("f1-mult", "0.0000", class_f1=["0.0", "0.0"]), ClaimVerdict.CONSISTENT),
        (Claim("f1-mult", "0.5", class_f1=["1e39"] * 4), ClaimVerdict.IMPOSSIBLE),
        (Claim("f1", "0.667", items=4), ClaimVerdict.CONSISTENT),
        (Claim("bleu", "100.00000000000004"), ClaimVerdict.UNDERSPECIFIED),
        (Claim("f1", "0.5342", precision="0.5500", recall="0.5961"), ClaimVerdict.UNDERSPECIFIED),
        (
            Claim("f1", "0.5342", precision="0.5500", recall="0.5961", settings={"average": "macro"}),
            ClaimVerdict.CONSISTENT,
        ),
        (
            Claim("f1", "0.5342", precision="0.5500", recall="0.5961", settings={"average": "micro"}),
            ClaimVerdict.IMPOSSIBLE,
        ),
        (Claim("mcc", "0.5410", precision="0.4815", recall="0.5556"), ClaimVerdict.UNDERSPECIFIED),
        (Claim("f1-mult", "0.387", class_f1=["0.906", "0.427"]), ClaimVerdict.CONSISTENT),
        (Claim("f1-mult", "0.400", class_f1=["0.906", "0.427"]), ClaimVerdict.IMPOSSIBLE),
        (Claim("mcc", "0.70", precision="0.75", recall="0.60", classes=2), ClaimVerdict.IMPOSSIBLE),
        (Claim("mcc", "0.66", precision="0.75", recall="0.60", classes=2), ClaimVerdict.CONSISTENT),
        (Claim("mcc", "-0.31", precision="0.75", recall="0.60", classes=2), ClaimVerdict.CONSISTENT),
        (Claim("mcc", "-0.40", precision="0.75", recall="0.60", classes=2), ClaimVerdict.IMPOSSIBLE),
        (Claim("f1", "0.5", precision="1.2", recall="0.60"), ClaimVerdict.UNDERSPECIFIED),
        (
            Claim("f1", "79%", precision="0.75", recall="0.86"),
            ClaimVerdict.UNDERSPECIFIED,
        ),  # neither rounded nor cut off
        (Claim("f1", "78.1%", precision="0.75", recall="0.86"), ClaimVerdict.UNDERSPECIFIED),
        (Claim("f1", "95%", precision="0.75", recall="0.86"), ClaimVerdict.IMPOSSIBLE),
        (Claim("f1", "80.1%", precision="0.75", recall="0.86"), ClaimVerdict.CONSISTENT),
        (Claim("f1-mult", "42.0%", class_f1=["0.60", "0.70"]), ClaimVerdict.CONSISTENT),
        (Claim("f1", "0.8", precision="1.2", recall="0.60"), ClaimVerdict.CONSISTENT),
        (Claim("f1", "0.667", precision="75.0", recall="60.0"), ClaimVerdict.CONSISTENT),
        (Claim("bleu", "27.3"), ClaimVerdict.UNDERSPECIFIED),
        (Claim("bleu", "27.3", settings={"tokenizer": "wild"}), ClaimVerdict.UNDERSPECIFIED),
        (Claim("mcc", "0.5", hypotheses="given.tags"), ClaimVerdict.UNREADABLE),
        (Claim("bleu", "27.3", hypotheses="no.txt", references=["a.txt"]), ClaimVerdict.UNREADABLE),
        (Claim("chrf", "104.2", hypotheses="no.txt", references=["a.txt"]), ClaimVerdict.IMPOSSIBLE),
        (Claim("bleu", "27.3", hypotheses="../../etc/passwd", references=["a.txt"]), ClaimVerdict.UNREADABLE),
    ],
)
def test_claims_without_files_and_wrong_ones(folder: Path, claim: Claim, verdict: ClaimVerdict) -> None:
    finding = Auditor(folder).audit(claim)
    assert finding.verdict is verdict, finding
    assert finding.notes or verdict is ClaimVerdict.CONSISTENT


def test_digits_are_rounded_or_cut_off() -> None:
    def gives(value: float, printed: str, *, cut_off: bool = False) -> bool:
        return RoundedNumber.of(printed).gives(value, cut_off=cut_off)

    assert gives(27.349, "27.3")
    assert gives(27.36, "27.4")
    assert not gives(27.36, "27.3")
    assert gives(27.36, "27.3", cut_off=True)
    assert gives(-27.36, "-27.3", cut_off=True)
    assert not gives(27.36, "27.5", cut_off=True)
    assert gives(27.25, "27.2"), "half to even"
    assert gives(27.25, "27.3"), "half up"
    assert gives(0.1 + 0.2, "0.3000000000000000"), "a double in full, but for the last digits"
    assert not gives(0.30001, "0.3000000000000000")
    stored = 27.349
    assert gives(stored + STORED_ULPS * math.ulp(stored), "27.3490000000000002")
    assert not gives(stored + (STORED_ULPS + 1) * math.ulp(stored), "27.3490000000000002")
    assert gives(0.12345678901234568, "0.123456789012346"), "fifteen digits, rounded"


def test_an_option_of_a_tool_is_tried_where_the_combinations_leave_it_out(folder: Path) -> None:
    """The number is that of CHRF(whitespace=True) in sacrebleu 2.6.0."""
    finding = Auditor(folder).audit(_claim("80.13403071971553", "chrF"))
    assert finding.verdict is ClaimVerdict.UNUSUAL
    assert any("sacrebleu.corpus_chrf" in text and "with whitespace=keep" in text for text in _texts(finding))


@pytest.mark.parametrize("name", ["BLEU", "chrF", "TER", "rouge1"])
def test_a_thorough_audit_holds_the_settings_that_made_a_number(folder: Path, name: str) -> None:
    """A number computed under any settings that are searched is attributed to them."""
    rng, tried = random.Random(4), 0
    auditor = Auditor(folder, thorough=True)
    corpus = _corpus(FIRST, SECOND)
    for candidate in rng.sample(candidates(question_of(Claim(name, "0")), None, corpus), 8):
        outcome = native_outcome(corpus, candidate.settings)
        if isinstance(outcome, Score) and outcome.value:
            tried += 1
            finding = auditor.audit(_claim(repr(outcome.value), name, references=["a.txt", "b.txt"]))
            assert candidate.settings.signature in finding.signatures
    assert tried >= 5


def test_a_subset_of_the_references_and_another_order(folder: Path) -> None:
    (folder / "same.txt").write_text("\n".join(HYPOTHESES) + "\n", encoding="utf-8")
    value = score("bleu", _corpus(FIRST, SECOND)).value
    assert value != score("bleu", _corpus(FIRST)).value
    finding = Auditor(folder).audit(_claim(repr(value), references=["a.txt", "same.txt", "b.txt"]))
    assert finding.verdict is ClaimVerdict.DEFAULTS
    assert "references a.txt, b.txt" in _texts(finding)[0]
    assert finding.signatures == []
    for name, lines in (("h", ["a b c d e f"]), ("long", ["c d e f w x y z"]), ("short", ["a b c d"])):
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    files = {"hypotheses": "h", "references": ["short", "long"]}
    corpora = [
        Corpus.from_segments(["a b c d e f"], [order])
        for order in (["a b c d", "c d e f w x y z"], ["c d e f w x y z", "a b c d"])
    ]
    first, second = (score("bleu", corpus, like="torchmetrics.sacre_bleu_score").value for corpus in corpora)
    assert first != second
    ordered = Auditor(folder).audit(_claim(repr(second), "BLEU", **files))
    assert ordered.verdict is ClaimVerdict.KNOWN_TOOL
    assert "references in the order long, short" in _texts(ordered)[0]
    assert "-r long -r short" in ordered.command


def test_exchanged_sides_are_noticed(folder: Path) -> None:
    value = score("bleu", Corpus.from_segments(FIRST, [[line] for line in HYPOTHESES])).value
    finding = Auditor(folder).audit(_claim(repr(value)))
    assert finding.verdict is ClaimVerdict.NOT
    assert any("references swapped: " in note for note in finding.notes)
    gold, predicted = ["OK"] * 5 + ["BAD"] * 2, ["OK"] * 3 + ["BAD"] * 3 + ["OK"]
    for name, tags in (("gold.tags", gold), ("given.tags", predicted)):
        (folder / name).write_text(" ".join(tags) + "\n", encoding="utf-8")
    recall = score("recall", Labels(predicted, gold), average="class", positive="BAD").value
    knobs = {"average": "class", "positive": "BAD"}
    files = {"hypotheses": "given.tags", "references": ["gold.tags"], "settings": knobs}
    swapped = Auditor(folder).audit(_claim(f"{recall:.6f}", "recall", **files))
    assert any("references swapped: " in note for note in swapped.notes)


def test_claims_of_one_source_are_looked_at_together(folder: Path) -> None:
    lower = [score("bleu", _corpus(references), case="lower").value for references in (FIRST, SECOND)]
    claims = [
        {
            "metric": "BLEU",
            "published": f"{value:.1f}",
            "hypotheses": "hyp.txt",
            "references": [name],
            "source": "paper",
        }
        for value, name in zip(lower, ("a.txt", "b.txt"), strict=True)
    ]
    other = {
        "metric": "BLEU",
        "published": "1.5",
        "hypotheses": "hyp.txt",
        "references": ["a.txt"],
        "source": {"repo": "x"},
    }
    (folder / "claims.jsonl").write_text("\n".join(map(json.dumps, [*claims, other])) + "\n", encoding="utf-8")
    read = read_claims(folder / "claims.jsonl")
    findings = list(audit_all(read, folder, thorough=True))
    (together,) = joint(read, folder, findings)
    assert (together.source, together.metric, together.claims) == ("paper", "BLEU", 2)
    best = together.settings[0]
    assert (best.tier, best.claims) == (Tier.KNOWN_TOOL, ["claim-1", "claim-2"])
    assert metric("bleu").settings.parse(best.signature).as_dict()["case"] == "ascii-tokens"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ({"hypotheses": "a\x00b"}, ClaimVerdict.UNREADABLE),
        ({"hypotheses": "x" * 5000}, ClaimVerdict.UNREADABLE),
        ({"hypotheses": "loop"}, ClaimVerdict.UNREADABLE),
        ({"signature": "nrefs:1|nc:x|version:2", "metric": "chrF"}, ClaimVerdict.UNDERSPECIFIED),
        ({"signature": "nrefs:1|smooth:floor[x]|version:2"}, ClaimVerdict.UNDERSPECIFIED),
        ({"signature": "chrf|beta:2.0"}, ClaimVerdict.UNDERSPECIFIED),
    ],
)
def test_a_hostile_claim_is_a_finding(folder: Path, claim: dict[str, Any], verdict: ClaimVerdict) -> None:
    (folder / "loop").symlink_to(folder / "loop")
    finding = Auditor(folder).audit(_claim("27.3", **{"name": claim.pop("metric", "BLEU"), **claim}))
    assert finding.verdict is verdict
    assert finding.notes


def test_the_verdict_does_not_depend_on_earlier_claims(folder: Path) -> None:
    (folder / "plain.txt").write_text("a b c d e f\n", encoding="utf-8")
    (folder / "plain-ref.txt").write_text("a b c d e g\n", encoding="utf-8")
    chinese = Corpus.from_segments(["猫坐在垫子上面"], [["猫在垫子上面坐"]])
    for name, line in (("zh", "猫坐在垫子上面"), ("zh-ref", "猫在垫子上面坐")):
        (folder / name).write_text(line + "\n", encoding="utf-8")
    first = _claim(repr(score("bleu", chinese, tokenizer="zh").value), hypotheses="zh", references=["zh-ref"])
    plain = Corpus.from_segments(["a b c d e f"], [["a b c d e g"]])
    second = _claim(repr(score("bleu", plain).value), hypotheses="plain.txt", references=["plain-ref.txt"])
    auditor = Auditor(folder)
    assert auditor.audit(first).verdict is ClaimVerdict.DEFAULTS
    assert "for Chinese" in auditor.audit(first).fits[0].how
    assert auditor.audit(second).verdict is ClaimVerdict.DEFAULTS


def test_the_nearest_is_the_nearest_on_any_scale(folder: Path) -> None:
    value = score("chrf", _corpus(FIRST)).value
    finding = Auditor(folder).audit(_claim(f"{value + 0.3:.9f}", "chrF"))
    assert finding.value is not None
    assert abs(finding.value - value) <= 0.6
