"""sacreBLEU's result objects, signatures, tables and paired tests, built by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from samescore.compat import compat
from samescore.compat.sacrebleu.scores import BLEUScore, CHRFScore, Score, TERScore
from samescore.compat.sacrebleu.signatures import Signature
from samescore.compat.sacrebleu.significance import PairedTest, Result, seed
from samescore.compat.sacrebleu.tables import table


def _resampled(*values: float) -> Score:
    score = Score("X", 50.0)
    score.estimate_ci([Score("X", value) for value in values])
    return score


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "X = 12.35"),
        ({"width": 1}, "X = 12.3"),
        ({"width": 0}, "X = 12"),
        ({"score_only": True}, "12.35"),
        ({"score_only": True, "is_json": True, "signature": "a:1"}, "12.35"),
        ({"signature": "a:1|b:x"}, "X|a:1|b:x = 12.35"),
    ],
)
def test_a_score_as_text(options: dict[str, Any], text: str) -> None:
    assert Score("X", 12.3456).format(**options) == text


def test_a_score_as_json() -> None:
    text = Score("Xé", 12.3456).format(is_json=True, signature="a:1|b:yes")
    assert json.loads(text) == {"name": "Xé", "score": 12.35, "signature": "a:1|b:yes", "a": "1", "b": "yes"}
    assert list(json.loads(text)) == ["name", "score", "signature", "a", "b"]
    assert text.startswith('{\n "name": "Xé"')
    bleu = json.loads(BLEUScore(10, [1], [2], [50.0], 1, 2, 4).format(is_json=True, signature="a:1"))
    assert bleu["verbose_score"] == "50.0 (BP = 1.000 ratio = 0.500 hyp_len = 2 ref_len = 4)"


def test_the_interval_of_resampled_scores() -> None:
    """Of 80 scores, the two lowest and the two highest are dropped: half of 77 - 2; of 39, none."""
    score = _resampled(*map(float, reversed(range(80))))
    assert score.format() == "X = 50.00 (μ = 39.50 ± 37.50)"
    assert score.format(width=1, score_only=True) == "50.0 (μ = 39.5 ± 37.5)"
    assert _resampled(*map(float, range(39))).format(score_only=True) == "50.00 (μ = 19.00 ± 19.00)"
    fields = json.loads(score.format(is_json=True, signature="a:1"))
    assert {name: value for name, value in fields.items() if name.startswith("confidence")} == {
        "confidence_mean": 39.5,
        "confidence_var": 37.5,
        "confidence": "μ = 39.50 ± 37.50",
    }
    assert _resampled(0.0, 0.0).format() == "X = 50.00"  # as in sacreBLEU, a mean of 0 is not shown


def test_scores_with_their_parts() -> None:
    bleu = BLEUScore(score=12.5, counts=[3, 1], totals=[4, 3], precisions=[75.0, 33.333], bp=0.9, sys_len=4, ref_len=5)
    assert str(bleu) == "BLEU = 12.50 75.0/33.3 (BP = 0.900 ratio = 0.800 hyp_len = 4 ref_len = 5)"
    assert (bleu.counts, bleu.totals, bleu.bp, bleu.sys_len, bleu.ref_len) == ([3, 1], [4, 3], 0.9, 4, 5)
    assert BLEUScore(0, [], [], [], 0, 0, 0).ratio == 0
    assert [CHRFScore(1, 6, order, beta).name for order, beta in ((0, 2), (1, 2), (2, 3))] == [
        "chrF2",
        "chrF2+",
        "chrF3++",
    ]
    chrf = CHRFScore(1, 6, 2, 3)
    assert (chrf.char_order, chrf.word_order, chrf.beta) == (6, 2, 3)
    ter = TERScore(25.0, 2.0, 8.0)
    assert (ter.name, ter.score, ter.num_edits, ter.ref_length) == ("TER", 25.0, 2, 8.0)
    assert isinstance(ter.num_edits, int)


def test_signatures() -> None:
    signature = Signature(
        {"case": "mixed", "eff": True, "tok": None, "nrefs": 2, "nw": False},
        {"case": "c", "eff": "e", "nw": "w", "tok": "t"},
        "2.4.0",
    )
    assert str(signature) == repr(signature) == "nrefs:2|case:mixed|eff:yes|nw:no|version:2.4.0"
    assert signature.format(short=True) == "#:2|c:mixed|e:yes|w:no|v:2.4.0"
    signature.update("seed", 12345)
    signature.update("bs", 1000)
    signature.update("case", None)
    signature.update("nrefs", 1)
    assert signature.format() == "nrefs:1|bs:1000|seed:12345|eff:yes|nw:no|version:2.4.0"
    assert signature.format(short=True) == "#:1|bs:1000|rs:12345|e:yes|w:no|v:2.4.0"


def test_a_table_in_boxes() -> None:
    lines = table({"System": ["a", "long name"], "B": ["1", "12345"]}, latex=False)
    assert list(lines) == [
        "╒═══════════╤═══════╕",
        "│    System │   B   │",
        "╞═══════════╪═══════╡",
        "│         a │   1   │",
        "├───────────┼───────┤",
        "│ long name │ 12345 │",
        "╘═══════════╧═══════╛",
    ]
    (cell,) = [line for line in table({"X": ["a"], "Y": ["12"]}, latex=False) if "12" in line]
    assert cell == "│   a │ 12  │"  # a heading has two more columns, and an odd space is at the right


def test_a_table_in_latex() -> None:
    lines = table({"A_b": ["50%", "x"], "c<d": ["~", "\\"], "e": ["{&}", "^"]}, latex=True)
    assert list(lines) == [
        r"\begin{tabular}{rcc}",
        r"\toprule",
        r"   A\_b &  c\ensuremath{<}d  &  e  \\",
        r"\midrule",
        r"   50\% &   \textasciitilde{}   & \{\&\} \\",
        r"     x &   \textbackslash{}   &  \^{}  \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


@pytest.mark.parametrize(
    ("options", "samples", "intervals"),
    [
        ({}, 10_000, -1),
        ({"test_type": "bs"}, 1000, -1),
        ({"test_type": "bs", "n_samples": -1}, 1000, -1),
        ({"n_samples": 7, "n_ar_confidence": 0}, 7, 1000),
        ({"n_ar_confidence": 3}, 10_000, 3),
    ],
)
def test_numbers_of_samples(options: dict[str, Any], samples: int, intervals: int) -> None:
    made = PairedTest([], {}, None, **options)
    assert (made.n_samples, made.n_ar_confidence) == (samples, intervals)


def test_an_unknown_test_is_refused() -> None:
    with pytest.raises(AssertionError, match="choose ar or bs"):
        PairedTest([], {}, None, test_type="t")


@pytest.mark.parametrize(("text", "value"), [(None, 12345), ("7", 7), ("None", None), ("none", None), ("0", 0)])
def test_the_seed(text: str | None, value: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    if text is not None:
        monkeypatch.setenv("SACREBLEU_SEED", text)
    assert seed() == value


def test_a_malformed_seed_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", "x")
    with pytest.raises(ValueError, match="'x'"):
        seed()


_SYSTEMS = [("first", ["a b c d e", "f g h i"]), ("second", ["a b c d x", "f g h i"])]
_REFERENCES = [["a b c d e", "f g h i"]]


@pytest.mark.parametrize(
    ("options", "fields"),
    [
        ({"test_type": "bs", "n_samples": 20}, "bs:20|seed:12345"),
        ({"test_type": "ar", "n_samples": 20}, "ar:20|seed:12345"),
    ],
)
def test_a_paired_test(options: dict[str, Any], fields: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    metrics = {"bleu": compat("sacrebleu").BLEU()}
    signatures, columns = PairedTest(_SYSTEMS, metrics, _REFERENCES, **options)()
    assert list(columns) == ["System", "BLEU"]
    assert columns["System"] == ["first", "second"]
    first, second = columns["BLEU"]
    assert (first.score, first.p_value) == (pytest.approx(100), None)  # up to the last digits of an exponential
    assert second.score < first.score
    assert 0 < second.p_value <= 1
    assert (first.mean is None) is (second.ci is None) is (options["test_type"] == "ar")
    assert f"nrefs:1|{fields}|case:mixed" in str(signatures["BLEU"])


def test_a_result_as_text() -> None:
    assert repr(Result(1.0, 0.5)) == "score=1.0,p_value=0.5,mean=None,ci=None"
    assert repr(Result(1.0, mean=2.0, ci=3.0)) == "score=1.0,p_value=None,mean=2.0,ci=3.0"
