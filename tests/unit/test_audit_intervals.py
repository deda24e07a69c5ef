"""Published p-values and intervals: what is claimed, and what gives it.

The numbers are a textbook's: six pairs whose differences are all positive have the exact p-value 2/64 by Wilcoxon's test
and by the sign test, and five right answers of ten Wilson's interval from 0.2366 to 0.7634.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from samescore.records import AuditFinding, ClaimVerdict
from samescore.verbs.audit.claim_files import read_claims
from samescore.verbs.audit.claims import Claim, MalformedClaim
from samescore.verbs.audit.importers.formats import read_source
from samescore.verbs.audit.search import Auditor
from tests.command import call, records

_NOTES = {True: "it holds by", False: "it fails by"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ours.tsv").write_text("2\n4\n6\n8\n10\n12\n", encoding="utf-8")
    (tmp_path / "base.tsv").write_text("1\n2\n3\n4\n5\n6\n", encoding="utf-8")
    (tmp_path / "answers.tsv").write_text("1\n0\n1\n0\n1\n0\n1\n0\n1\n0\n", encoding="utf-8")
    return tmp_path


def _finding(folder: Path, metric: str, published: str, file: str = "ours.tsv", **rest: Any) -> AuditFinding:
    claim = {"metric": metric, "published": published, "hypotheses": file, "statistic": "mean", **rest}
    (folder / "claims.jsonl").write_text(json.dumps(claim) + "\n", encoding="utf-8")
    (read,) = read_claims(folder / "claims.jsonl")
    assert isinstance(read, Claim), read
    return Auditor(folder).audit(read)


def _said(finding: AuditFinding, satisfied: bool) -> str:
    """The note about the tools whose p-values satisfy the bound, or do not."""
    return next((note for note in finding.notes if note.startswith(_NOTES[satisfied])), "")


@pytest.mark.parametrize(
    ("published", "verdict", "satisfied"),
    [
        ("p < 0.05", ClaimVerdict.AS_STATED, True),
        ("p ≤ 0.03125", ClaimVerdict.AS_STATED, True),
        ("p > 0.03", ClaimVerdict.AS_STATED, True),
        ("p = 0.031", ClaimVerdict.AS_STATED, None),
        ("0.0312", ClaimVerdict.AS_STATED, None),
    ],
)
def test_a_p_value_as_stated(folder: Path, published: str, verdict: ClaimVerdict, satisfied: bool | None) -> None:
    finding = _finding(folder, "p-value", published, baseline="base.tsv", like="scipy.wilcoxon")
    assert finding.verdict is verdict
    assert finding.value == 0.03125
    assert bool(_said(finding, True)) is bool(satisfied)


@pytest.mark.parametrize("published", ["p < 0.05", "0.031"])
def test_a_p_value_without_a_baseline_cannot_be_checked(folder: Path, published: str) -> None:
    finding = _finding(folder, "p-value", published)
    assert finding.verdict is ClaimVerdict.UNDERSPECIFIED
    assert any("pass the output of the baseline" in note for note in finding.notes)
    assert not finding.command


def test_a_bound_is_strict(folder: Path) -> None:
    """0.03125 is not below itself, and no rounding makes it so."""
    finding = _finding(folder, "p-value", "p < 0.03125", baseline="base.tsv", like="scipy.wilcoxon")
    assert finding.verdict is not ClaimVerdict.AS_STATED
    assert "scipy.wilcoxon: p = 0.0312" in _said(finding, False)


def test_a_p_value_names_the_tools_that_give_it_and_those_that_do_not(folder: Path) -> None:
    """Student's t is (3.5 / 1.8708) * sqrt(6) = 4.58 with five degrees of freedom: p is 0.0059."""
    finding = _finding(folder, "p-value", "p < 0.01", baseline="base.tsv")
    assert finding.checked
    assert "scipy.ttest_rel" in _said(finding, True)
    assert "p = 0.00593" in _said(finding, True)
    assert "scipy.wilcoxon" in _said(finding, False)
    assert "scipy.wilcoxon" not in _said(finding, True)


def test_a_bound_that_no_tool_satisfies(folder: Path) -> None:
    finding = _finding(folder, "p-value", "p > 0.2", baseline="base.tsv")
    assert finding.verdict is ClaimVerdict.NOT
    assert not _said(finding, True)
    assert "scipy.ttest_rel" in _said(finding, False)


def test_the_chance_of_a_bound_is_the_share_of_the_p_values_that_satisfy_it(folder: Path) -> None:
    """With a single candidate it is the bound itself; more candidates, displaced with it, add the distance of the least."""
    finding = _finding(folder, "p-value", "p < 0.05", baseline="base.tsv", like="scipy.wilcoxon")
    assert finding.chance is not None
    assert (finding.chance.low, finding.chance.high) == (0, 1)
    assert finding.chance.probability == pytest.approx(0.05, abs=1e-12)
    assert not finding.weak
    above = _finding(folder, "p-value", "p > 0.03", baseline="base.tsv", like="scipy.wilcoxon")
    assert above.chance is not None
    assert above.chance.probability == pytest.approx(0.97, abs=1e-12)
    assert above.weak


def test_the_ends_of_an_interval(folder: Path) -> None:
    claim = {
        "id": "share", "metric": "95% CI", "published": "[0.2366, 0.7634]", "hypotheses": "answers.tsv",
        "statistic": "mean", "like": "scipy.proportion_ci",
    }  # fmt: skip
    (folder / "claims.jsonl").write_text(json.dumps(claim) + "\n", encoding="utf-8")
    claims = read_claims(folder / "claims.jsonl")
    assert [(c.id, c.metric, c.published) for c in claims] == [
        ("share low", "CI low", "0.2366"),
        ("share high", "CI high", "0.7634"),
    ]
    for each in claims:
        assert isinstance(each, Claim)
        assert Auditor(folder).audit(each).verdict is ClaimVerdict.AS_STATED
    wrong = _finding(folder, "95% CI low", "0.19", "answers.tsv", like="scipy.proportion_ci")
    assert wrong.verdict is not ClaimVerdict.AS_STATED


@pytest.mark.parametrize("end", ["", "|end:low", "|end:high"])
@pytest.mark.parametrize("stated", ["signature", "settings"])
def test_the_claim_says_which_end_it_is_about(folder: Path, end: str, stated: str) -> None:
    """Whatever end stated settings name, or leave at the half-width."""
    settings = {"method": "wilson"} | ({"end": end.rpartition(":")[2]} if end else {})
    said: dict[str, Any] = (
        {"signature": f"interval|method:wilson{end}"} if stated == "signature" else {"settings": settings}
    )
    claim = {"metric": "95% CI", "published": "[0.2366, 0.7634]", "hypotheses": "answers.tsv", "statistic": "mean"}
    (folder / "claims.jsonl").write_text(json.dumps({**claim, **said}) + "\n", encoding="utf-8")
    findings = [Auditor(folder).audit(c) for c in read_claims(folder / "claims.jsonl") if isinstance(c, Claim)]
    assert [finding.verdict for finding in findings] == [ClaimVerdict.AS_STATED] * 2
    assert [f"{finding.value:.4f}" for finding in findings] == ["0.2366", "0.7634"]


@pytest.mark.parametrize("resamples", [100, 1000])
def test_the_interval_that_compare_prints(folder: Path, resamples: int) -> None:
    """With as many resamples as are stated, where they are not the usual number."""
    (folder / "mixed.tsv").write_text("".join(f"{n * n * 0.7321 % 7:.4f}\n" for n in range(40)), encoding="utf-8")
    (folder / "other.tsv").write_text("".join(f"{n % 5}\n" for n in range(40)), encoding="utf-8")
    line = ("compare", "--scores", "mixed.tsv", "other.tsv", "--resamples", str(resamples), "--format", "jsonl")
    (compared,) = records(call(*line, cwd=folder).stdout)
    interval = compared["metrics"][0]["systems"][0]["interval"]
    for end in ("low", "high"):
        said = {"settings": {"resamples": 100}} if resamples == 100 else {}
        finding = _finding(folder, f"95% CI {end}", f"{interval[end]:.6f}", "mixed.tsv", **said)
        assert finding.verdict is ClaimVerdict.KNOWN_TOOL
        assert any(fit.how.startswith("samescore compare") for fit in finding.fits)


def test_a_half_width(folder: Path) -> None:
    finding = _finding(folder, "95% CI half-width", "0.263", "answers.tsv", settings={"method": "wilson"})
    assert finding.verdict is ClaimVerdict.AS_STATED


def test_a_plus_minus_that_nothing_gives_is_not_refused(folder: Path) -> None:
    finding = _finding(folder, "plus-minus", "0.9", "answers.tsv")
    assert finding.verdict is ClaimVerdict.UNDERSPECIFIED
    assert any("the deviation over several runs" in note for note in finding.notes)
    assert _finding(folder, "CI half-width", "0.9", "answers.tsv").verdict is ClaimVerdict.NOT


def test_an_unknown_statistic_is_an_unknown_name(folder: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"metric": "95% CI low", "published": "0.2", "hypotheses": "ours.tsv", "statistic": name}
        for name in ("bluw", "bluw|tokenizer:13a", "COMET")
    ]
    (folder / "claims.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    first, second, elsewhere = read_claims(folder / "claims.jsonl")
    for malformed in (first, second):
        assert isinstance(malformed, MalformedClaim)
        assert "'bluw' (did you mean bleu" in malformed.problem
        assert not malformed.elsewhere
    assert isinstance(elsewhere, MalformedClaim)
    assert elsewhere.elsewhere
    one = ["-m", "CI low", "--published", "0.2", "ours.tsv", "--statistic", "bluw"]
    for line, code in ((["claims.jsonl"], 1), (one, 2)):
        done = call("audit", *line, cwd=folder)
        assert "did you mean bleu" in done.stdout + done.stderr
        assert done.returncode == code


def test_a_mark_that_stands_for_no_bound_is_an_error_of_the_marks(folder: Path) -> None:
    claim: dict[str, Any] = {
        "metric": "BLEU",
        "published": "64.0*",
        "hypotheses": "h",
        "references": ["r"],
        "baseline": "b",
    }
    claim |= {"marks": {"*": "very significant"}}
    (folder / "claims.jsonl").write_text(json.dumps(claim), encoding="utf-8")
    (malformed,) = read_claims(folder / "claims.jsonl")
    assert isinstance(malformed, MalformedClaim)
    assert "marks: * is 'very significant', which is not a bound on a p-value" in malformed.problem


def test_intervals_and_marks_of_a_score_become_separate_claims(folder: Path) -> None:
    rest = {"hypotheses": "h.txt", "references": ["r.txt"], "baseline": "b.txt"}
    rows = [
        {"id": "a", "metric": "BLEU", "published": "34.2 [33.1, 35.0]*", "marks": {"*": "p < 0.05"}, **rest},
        {"id": "b", "metric": "chrF++", "published": "34.2 ± 0.9", **rest},
        {
            "id": "c",
            "metric": "BLEU",
            "published": "34.2 (90% CI 33.1–35.0)",
            "settings": {"tokenizer": "intl"},
            **rest,
        },
        {"id": "d", "metric": "BLEU", "published": "34.2*", **rest},  # no legend
        {"id": "e", "metric": "BLEU", "published": "34.2 ± 0.9"},  # no files
        {"id": "f", "metric": "BLEU", "published": "p < 0.05"},
        {"id": "g", "metric": "p-value", "published": "p < x", "statistic": "BLEU", **rest},
    ]
    (folder / "claims.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    claims = read_claims(folder / "claims.jsonl")
    sound = [(c.id, c.metric, c.published, c.statistic) for c in claims if isinstance(c, Claim)]
    assert sound == [
        ("a", "BLEU", "34.2", ""),
        ("a low", "CI low", "33.1", "bleu"),
        ("a high", "CI high", "35.0", "bleu"),
        ("a p", "p-value", "<0.05", "bleu"),
        ("b", "chrF++", "34.2", ""),
        ("b ±", "plus-minus", "0.9", "chrf|word_order:2"),
        ("c", "BLEU", "34.2", ""),
        ("c low", "90% CI low", "33.1", "bleu|tokenizer:intl"),
        ("c high", "90% CI high", "35.0", "bleu|tokenizer:intl"),
        ("d", "BLEU", "34.2", ""),
        ("e", "BLEU", "34.2", ""),
    ]
    assert [claim.id for claim in claims if isinstance(claim, MalformedClaim)] == ["f", "g"]
    assert {c.baseline for c in claims if isinstance(c, Claim) and c.metric == "p-value"} == {"b.txt"}


_LATEX = r"""
\begin{table}\caption{Results. * is better than the baseline with $p < 0.05$.}
\begin{tabular}{lcc} System & BLEU & p-value \\ base & 33.0 [32.0, 34.0] & -- \\ ours & 34.2 [33.1, 35.0]$^{*}$ & $<.01$ \\
\end{tabular}\end{table}
"""
_MARKDOWN = """
* is better than the baseline with p < 0.05

| System | BLEU | p-value |
|---|---|---|
| base | 33.0 [32.0, 34.0] | – |
| ours | 34.2 [33.1, 35.0]* | < .01 |
"""
_DESCRIPTION = """
[[table]]
hypotheses = "{row}.txt"
references = ["ref.txt"]
baseline = "base.txt"
MARKS
[[table.column]]
title = "BLEU"
metric = "BLEU"
[[table.column]]
title = "p-value"
metric = "p-value"
statistic = "BLEU"
"""


@pytest.mark.parametrize(
    ("name", "text", "marks"),
    [("t.tex", _LATEX, ""), ("t.md", _MARKDOWN, 'marks = { "*" = "p < 0.05" }'), ("t.md", _MARKDOWN, "")],
)
def test_cells_of_tables(tmp_path: Path, name: str, text: str, marks: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "t.toml").write_text(_DESCRIPTION.replace("MARKS", marks), encoding="utf-8")
    claims = read_source(tmp_path / name).claims
    made = [(c.id, c.metric, c.published, c.statistic, c.hypotheses) for c in claims if isinstance(c, Claim)]
    assert len(made) == len(claims)
    assert made == [
        ("base, BLEU", "BLEU", "33.0", "", "base.txt"),
        ("base, BLEU low", "CI low", "32.0", "bleu", "base.txt"),
        ("base, BLEU high", "CI high", "34.0", "bleu", "base.txt"),
        ("ours, BLEU", "BLEU", "34.2", "", "ours.txt"),
        ("ours, BLEU low", "CI low", "33.1", "bleu", "ours.txt"),
        ("ours, BLEU high", "CI high", "35.0", "bleu", "ours.txt"),
        ("ours, BLEU p", "p-value", "<0.05", "bleu", "ours.txt"),
        ("ours, p-value", "p-value", "<0.01", "BLEU", "ours.txt"),
    ]


def _notes(folder: Path, published: str, **rest: Any) -> list[str]:
    """What the findings on a BLEU of 100 say about the text that it is printed in."""
    for name in ("h.txt", "r.txt"):
        (folder / name).write_text("a b c d e\n" * 3, encoding="utf-8")
    (folder / "b.txt").write_text("a b c d x\n" * 3, encoding="utf-8")
    claim = {"metric": "BLEU", "published": published, "hypotheses": "h.txt", "references": ["r.txt"], **rest}
    (folder / "claims.jsonl").write_text(json.dumps(claim), encoding="utf-8")
    first, *_ = read_claims(folder / "claims.jsonl")
    assert isinstance(first, Claim)
    assert first.published == "100.0"
    return Auditor(folder).audit(first).notes


_STAR = {"*": "p < 0.05"}


@pytest.mark.parametrize(
    ("published", "rest", "note"),
    [
        ("100.0*", {}, "the mark * is not checked: its p-value is not stated"),
        (
            "100.0**",
            {"marks": _STAR, "baseline": "b.txt"},
            "the mark ** is not checked: its p-value is not stated",
        ),
        ("100.0* ± 0.0", {}, "the mark * is not checked: its p-value is not stated"),
        ("100.0*", {"marks": _STAR}, "the mark * is not checked: no baseline to test against"),
        ("100.0*", {"marks": _STAR, "baseline": "h.txt"}, "the mark * is not checked: this system is the baseline"),
        ("100.0*", {"marks": _STAR, "baseline": "b.txt"}, None),
        ("100.0 [100.0, 99.0]", {}, "[100.0, 99.0] is not checked: the ends are swapped"),
        ("100.0 ± ", {}, "no number follows the ±"),
    ],
)
def test_marks_and_brackets_that_are_not_checked_are_named(
    folder: Path, published: str, rest: dict[str, Any], note: str | None
) -> None:
    assert _notes(folder, published, **rest) == ([] if note is None else [note])


def test_a_mark_before_the_spread_is_a_claim(folder: Path) -> None:
    claim: dict[str, Any] = {
        "id": "x",
        "metric": "BLEU",
        "published": "64.0* ± 7.9†",
        "hypotheses": "h",
        "references": ["r"],
    }
    claim |= {"baseline": "b", "marks": {"*": "p < 0.05", "†": "p < 0.01"}}
    (folder / "claims.jsonl").write_text(json.dumps(claim), encoding="utf-8")
    claims = read_claims(folder / "claims.jsonl")
    assert [(c.id, c.published) for c in claims] == [
        ("x", "64.0"), ("x ±", "7.9"), ("x p *", "<0.05"), ("x p †", "<0.01"),
    ]  # fmt: skip


def test_one_number_with_a_mark_that_is_not_explained(folder: Path) -> None:
    (folder / "h.txt").write_text("a b c d e\n", encoding="utf-8")
    done = call("audit", "-m", "BLEU", "--published", "100.00*", "h.txt", "-r", "h.txt", cwd=folder)
    assert "the mark * is not checked: its p-value is not stated" in done.stdout


@pytest.mark.parametrize("dagger", [r"$^\dagger$: $p < 0.05$", r"$\dagger$: $p<.05$", r"\dag{} $p \leq .05$"])
def test_daggers_in_captions_of_latex(tmp_path: Path, dagger: str) -> None:
    text = _LATEX.replace("* is better than the baseline with $p < 0.05$.", dagger).replace("^{*}", r"^\dagger")
    (tmp_path / "t.tex").write_text(text, encoding="utf-8")
    (tmp_path / "t.toml").write_text(_DESCRIPTION.replace("MARKS", ""), encoding="utf-8")
    marked = [c.published for c in read_source(tmp_path / "t.tex").claims if c.id == "ours, BLEU p"]
    assert marked == ["<=0.05" if "leq" in dagger else "<0.05"]


@pytest.mark.parametrize(
    ("above", "below", "bound"),
    [
        ("\\* p < 0.05\n\n", "", "<0.05"),
        ("* p < 0.05\n* \\*\\* p < 0.01\n\n", "", "<0.05"),
        ("", "\n<sup>*</sup> p < 0.05\n", "<0.05"),
        ("", "* p < 0.05\n", "<0.05"),
        ("* p < 0.05\n\n", "\n*: p < 0.01\n", "<0.01"),
        ("* p < 0.05\n\nOther words.\n\n", "", None),
        ("**p < 0.05**\n\n", "", None),
        ("```\n* p < 0.05\n```\n\n", "", None),
    ],
)
def test_notes_beside_tables_of_markdown(tmp_path: Path, above: str, below: str, bound: str | None) -> None:
    table = _MARKDOWN[_MARKDOWN.index("|") :]
    (tmp_path / "t.md").write_text(f"{above}{table}{below}", encoding="utf-8")
    (tmp_path / "t.toml").write_text(_DESCRIPTION.replace("MARKS", ""), encoding="utf-8")
    marked = [c.published for c in read_source(tmp_path / "t.md").claims if c.id == "ours, BLEU p"]
    assert marked == ([bound] if bound else [])
