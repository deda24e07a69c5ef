"""The units of a printed number: a factor of 100 is a reading only where the scale of the metric allows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore import Corpus, Labels, score
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.units import Unit, printed_units
from samescore.records import ClaimVerdict
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.search import Auditor
from samescore.verbs.why.attribution.readings import readings_of
from tests.explaining import account

HYPOTHESES = ["the cat sat on the mat", "it costs 1,000 euros today", "why not go there now"]
REFERENCES = ["the cat sat on a mat", "it costs 1,000 euro now", "why not go home then"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lines = {"hyp": HYPOTHESES, "ref": REFERENCES, "given": list("AABBAAC"), "gold": list("ABBBAAC")}
    for name, texts in lines.items():
        (tmp_path / name).write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return tmp_path


def _texts(name: str, published: str) -> Claim:
    return Claim(name, published, "x", hypotheses="hyp", references=["ref"])


def _labels(name: str, published: str) -> Claim:
    return Claim(name, published, "x", hypotheses="given", references=["gold"])


def _passes(folder: Path, claim: Claim) -> bool:
    finding = Auditor(folder).audit(claim)
    return finding.checked and not finding.failed and not finding.doubtful


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("WER", score("wer", Corpus.from_segments(HYPOTHESES, [[text] for text in REFERENCES])).value),
        ("ROUGE-L", score("rouge-l", Corpus.from_segments(HYPOTHESES, [[text] for text in REFERENCES])).value),
        ("MCC", score("mcc", Labels(list("ABBBAAC"), list("AABBAAC"))).value),
        ("F1", score("f1", Labels(list("ABBBAAC"), list("AABBAAC")), average="macro").value),
    ],
)
def test_a_fraction_is_not_divided_by_a_hundred(folder: Path, name: str, value: float) -> None:
    claim = _texts if name in ("WER", "ROUGE-L") else _labels
    assert 0.1 < value < 1
    assert _passes(folder, claim(name, f"{value:.3f}"))
    assert _passes(folder, claim(name, f"{100 * value:.1f}"))
    for wrong in (f"{value / 100:.2f}", f"{value / 100:.5f}", "0.00", f"{10_000 * value:.0f}"):
        assert not _passes(folder, claim(name, wrong)), wrong


def test_a_percentage_is_not_multiplied_by_a_hundred(folder: Path) -> None:
    value = score("bleu", Corpus.from_segments(HYPOTHESES, [[text] for text in REFERENCES])).value
    assert _passes(folder, _texts("BLEU", f"{value:.2f}"))
    assert _passes(folder, _texts("BLEU", f"{value / 100:.4f}"))
    for wrong in (f"{100 * value:.0f}", f"{100 * value:.2f}", f"{value / 10_000:.6f}", "0.00"):
        assert not _passes(folder, _texts("BLEU", wrong)), wrong


def test_one_significant_digit_in_another_unit_is_weak(folder: Path) -> None:
    """A share of 0.004 printed as 0.4 per cent passes for a number of its own, but one digit of it is no evidence."""
    lines = ["A"] * 996 + ["B"] * 4
    (folder / "given").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "gold").write_text("\n".join("B" if line == "A" else line for line in lines) + "\n", encoding="utf-8")
    finding = Auditor(folder).audit(_labels("accuracy", "0.4"))
    assert finding.verdict is ClaimVerdict.DEFAULTS
    assert [fit.unit for fit in finding.fits] == ["times 100"]
    assert finding.weak
    assert finding.doubtful
    assert not Auditor(folder).audit(_labels("accuracy", "0.400")).doubtful


def test_a_class_that_the_labels_lack_gives_no_number(folder: Path) -> None:
    """Packages whose positive class is 1 by default would print 0.00 for labels that are not 0 and 1."""
    assert Auditor(folder).audit(_labels("F1", "0.00")).failed


def test_a_perplexity_and_a_p_value_have_no_unit() -> None:
    for name in ("perplexity", "p-value", "log-loss", "nist"):
        assert list(printed_units(metric(name).settings(), 0.5)) == [Unit.AS_IS]
    lengths = metric("edit-distance").settings
    assert list(printed_units(lengths(), 3.0)) == [Unit.AS_IS]
    assert list(printed_units(lengths().replace(normalize="maximum"), 0.5)) == [Unit.AS_IS, Unit.PERCENT]


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_a_unit_stays_within_the_bounds_of_the_metric(name: str) -> None:
    settings, facts = metric(name).settings(), metric(name).facts
    if facts.highest is None:
        return
    top = facts.highest * float(str(getattr(settings, "scale", "1")))
    for unit in printed_units(settings, top):
        assert unit.of(top) <= 100 * facts.highest
    assert Unit.PERCENT not in list(printed_units(settings, 2 * top))


def test_the_end_of_an_interval_has_the_units_of_its_statistic() -> None:
    ends = metric("interval").settings()
    assert list(printed_units(ends, 45.0, "bleu")) == [Unit.AS_IS, Unit.FRACTION]
    assert list(printed_units(ends, 0.45, "bleu", {"scale": "1"})) == [Unit.AS_IS, Unit.PERCENT]
    assert list(printed_units(ends, 0.45, "mean")) == [Unit.AS_IS, Unit.PERCENT]


def test_explain_does_not_take_any_small_number_for_a_fraction() -> None:
    data = Corpus.from_segments(HYPOTHESES, [[text] for text in REFERENCES])
    explained = account("native", "rouge-l", data)
    value = score("rouge-l", data).value
    for reported, found in (
        (f"{value:.3f}", True),
        (f"{100 * value:.1f}", True),
        ("0.00", False),
        (f"{value / 100:.4f}", False),
    ):
        fits = [fit for side in readings_of(explained, data, reported) for fit in side.fits]
        assert any(fit.kind == "as it is" for fit in fits) is found, reported
