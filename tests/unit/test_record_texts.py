"""What records say in words, and how they are assembled, ordered and read back."""

from __future__ import annotations

import math
from typing import Any

import pytest

from samescore.base.errors import InputError
from samescore.base.outcome import Crashed, Raised, Score, Unavailable, Undefined, Unsupported
from samescore.records import (
    Absent,
    Answer,
    AnswerDigits,
    Baseline,
    Change,
    CommonRow,
    Coverage,
    DiffReport,
    DiffRow,
    ExplainedSide,
    Find,
    FuzzSide,
    FuzzSummary,
    KnownRegion,
    MetricComparison,
    NamedMistake,
    PairTest,
    PairVerdict,
    PreparedLine,
    RecordedScore,
    Result,
    ShareOfGap,
    SystemScore,
    VectorVerdict,
    WalkStep,
    as_outcome,
    comparisons,
    coverage_of,
    decode_records,
    fuzz_reports,
    largest,
    number,
    outcome,
    prepared_texts,
    sentence,
    shown_shares,
    shown_steps,
    sizes,
)
from samescore.records.baseline import baselines, inputs_digest, stage_digest
from samescore.records.identification import OpenKnob
from samescore.records.writing import line

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_SCORE = Answer("score", 0.5, (0.5).hex())


def _change(knob: str = "case") -> Change:
    return Change(knob, "tokens", "keep", "lower")


def _share(exact: str, knob: str = "case", **fields: Any) -> ShareOfGap:
    top, _, bottom = exact.partition("/")
    return ShareOfGap([_change(knob)], int(top) / int(bottom or 1), exact, fields.pop("rounding", False), **fields)


@pytest.mark.parametrize(
    ("shares", "shown"),
    [
        (["1", "-3", "2"], ["-3", "2", "1"]),
        (["1", "1/20000"], ["1", "1/20000"]),
        (["1", "1/20001"], ["1"]),
        (["1/20", "1/20000"], ["1/20", "1/20000"]),
        (["1/20", "1/20001"], ["1/20"]),
        (["1", "1/40001", "1/40001"], ["1"]),
        (["1", "1/40000", "-1/40000"], ["1", "1/40000"]),
        (["1/30000"], ["1/30000"]),
        ([], []),
    ],
)
def test_shares_too_small_to_print_are_left_out(shares: list[str], shown: list[str]) -> None:
    assert [share.exact for share in shown_shares(list(map(_share, shares)))] == shown


def test_shares_that_cancel_come_last_and_rounding_is_left_out() -> None:
    shares = [_share("5", cancels=True), _share("2"), _share("9", rounding=True), _share("-5", cancels=True)]
    assert [share.exact for share in shown_shares(shares)] == ["2", "5", "-5"]


@pytest.mark.parametrize("exact", ["1/0", "1e5", "1.5", "", "1/00", "/2", "1/-2", "+1"])
def test_an_exact_share_is_a_fraction(exact: str) -> None:
    with pytest.raises(ValueError, match="not a fraction"):
        ShareOfGap([], 0.0, exact, False)


def _steps(*values: float | None) -> list[WalkStep]:
    return [WalkStep([], Answer("score", value) if value is not None else Answer("undefined")) for value in values]


@pytest.mark.parametrize(
    ("start", "values", "effects"),
    [
        (1.0, (2.0, 2.0, 1.5), [1.0, -0.5]),
        (1.0, (None, 3.0), [None, 2.0]),
        (0.0, (1.0, 1.0 + 2**-14, 1.0 + 2**-13), [1.0, 2**-14, 2**-14]),
        (0.0, (1.0, 1.0 + 2**-15), [1.0]),
        (0.0, (2**-10, 2**-10 + 2**-19), [2**-10, 2**-19]),
        (0.0, (2**-10, 2**-10 + 2**-20), [2**-10]),
        (0.0, (2.0**-40,), [2.0**-40]),
        (1.0, (1 + 2.0**-42,), []),
    ],
)
def test_steps_too_small_to_print_are_left_out(
    start: float, values: tuple[float | None, ...], effects: list[float | None]
) -> None:
    assert [effect for effect, _ in shown_steps(_steps(*values), start)] == effects


@pytest.mark.parametrize(
    ("gap", "shares", "text"),
    [
        (None, [], "A and B cannot be compared, because they do not both have a score."),
        (0.0, [], "A and B have the same score."),
        (-2.0, [_share("-2")], "B scores 2.0000 lower than A because case is lower, not keep."),
        (5e-5, [_share("1/20000")], "B scores 0.0001 higher than A because case is lower, not keep."),
        (4e-5, [_share("1/25000")], "B scores 4.0e-05 higher than A because case is lower, not keep."),
        (
            *(1.0, [_share("3"), _share("-2", "order")]),
            "B scores 1.0000 higher than A: 3.0000 higher because case is lower, not keep; 2.0000 lower because order is "
            "lower, not keep.",
        ),
        (
            *(-0.00004, [_share("3", cancels=True), _share("-3", "order", cancels=True)]),
            "B and A have the same score, but only because these cancel: 3.0000 higher because case is lower, not keep (it "
            "cancels out); 3.0000 lower because order is lower, not keep (it cancels out).",
        ),
        (
            *(1.0, [ShareOfGap([_change(), _change("order")], 1.0, "1", False, "so it is")]),
            "B scores 1.0000 higher than A because case is lower, not keep and order is lower, not keep, which cannot be "
            "changed separately (so it is).",
        ),
    ],
)
def test_a_gap_in_a_sentence(gap: float | None, shares: list[ShareOfGap], text: str) -> None:
    assert sentence("A", "B", gap, shares) == text
    assert sentence("A", "B", gap, shares, ["First", "Second"]) == f"{text} First. Second."


def _row(metric: str = "bleu", name: str = "nltk", **fields: Any) -> DiffRow:
    usual = {"entry_point": "", "signature": "", "outcome": _SCORE, "number": 0.5, "reproduced_natively": True}
    usual |= {"ignored": [], "gap": 0.0, "shares": [], "divergences": [], "remedies": [], "sentence": ""}
    return DiffRow(metric=metric, implementation=name, **{**usual, **fields})


def test_diffs_are_separated_by_metric_and_by_what_follows_their_rows() -> None:
    rows, other = [_row(), _row()], _row("ter")
    common, absent = CommonRow(rows[0], rows[1], True, 0.0, []), Absent("x", "not installed", "bleu")
    run_absent = Absent("x", "not installed")
    saved = [common, *rows, common, absent, run_absent, other, *rows, absent, rows[0]]
    assert comparisons(saved) == [
        DiffReport("bleu", rows, [common], [absent]),
        DiffReport("ter", [other]),
        DiffReport("bleu", rows, [], [absent]),
        DiffReport("bleu", rows[:1]),
    ]
    assert comparisons([absent]) == [DiffReport("bleu", absent=[absent])]
    assert list(comparisons(saved)[0].records) == [*rows, common, absent]


def test_names_and_known_divergences_of_rows() -> None:
    rows = [
        _row(
            entry_point="corpus_bleu", arguments="a=1", divergences=["x", "y"], meanings=["X", "Y"], remedies=["1", "2"]
        ),
        _row(divergences=["x"], meanings=["X"], remedies=["1"], reproduced_natively=False),
    ]
    report = DiffReport("bleu", rows)
    assert [row.name for row in rows] == ["nltk.corpus_bleu(a=1)", "nltk"]
    assert [(known.id, known.what, known.remedy) for known in report.known] == [("x", "X", "1"), ("y", "Y", "2")]
    assert report.unexplained == rows[1:]


def test_systems_are_ranked_by_the_direction_of_the_metric() -> None:
    systems = [SystemScore("a", 1.0), SystemScore("none", None), SystemScore("b", 2.0), SystemScore("c", 1.0)]
    pairs = [PairTest("a", "b", 1.0, 0.1, 0.1, verdict) for verdict in PairVerdict]
    for higher, names in ((True, "bac"), (None, "bac"), (False, "acb")):
        compared = MetricComparison("m", "s", higher, 3, systems, pairs)
        assert [system.system for system in compared.ranked] == [*names, "none"]
        assert [pair.verdict.value for pair in compared.significant] == ["better", "worse", "different"]


@pytest.mark.parametrize(
    ("arguments", "version", "call", "reference"),
    [
        ({}, "", "nltk.corpus_bleu", "nltk.corpus_bleu"),
        ({}, "3.5", "nltk.corpus_bleu", "nltk==3.5.corpus_bleu"),
        ({"w": "1,2", "k": "3"}, "3.5", "nltk.corpus_bleu(w=(1,2), k=3)", "nltk==3.5.corpus_bleu(w=(1,2), k=3)"),
    ],
)
def test_regions_by_name(arguments: dict[str, str], version: str, call: str, reference: str) -> None:
    region = KnownRegion("nltk.corpus_bleu", "3.5 and later", version, arguments)
    assert (region.call, region.reference, str(region)) == (call, reference, f"{call} (3.5 and later)")


@pytest.mark.parametrize(
    ("digits", "text"),
    [
        (AnswerDigits(2, "decimals", "", ["half-even"]), "rounded to 2 decimals (half-even)"),
        (AnswerDigits(1, "decimals", "0-100", ["half-even", "half-up"]), "rounded to 1 decimal on the scale 0-100"),
        (AnswerDigits(1, "significant digits", "", ["truncated"]), "truncated to 1 significant digit"),
        (AnswerDigits(3, "significant digits", "", ["half-up", "truncated"]), "rounded to 3 significant digits"),
    ],
)
def test_rounding_in_words(digits: AnswerDigits, text: str) -> None:
    assert str(digits) == text


def test_open_knobs_and_mistakes_in_words() -> None:
    assert str(OpenKnob("k", ["a", "b"], False)) == "could also be a, b"
    assert str(OpenKnob("k", ["a"], True)) == "no answer depends on it: could also be a"
    mistakes = [NamedMistake(name, f"means {name}") for name in ("", "b", "c", "d")]
    side = [ExplainedSide("n", "s", _SCORE, _SCORE, None, mistakes=mistakes[k:]) for k in range(5)]
    assert side[0].as_with == "as with means , or b, or c"
    assert side[1].as_with == "as with the mistake b: means b, or c, or d"
    assert [part.as_with for part in side[3:]] == ["as with the mistake d: means d", ""]


def _result(
    vector: str, kind: str = "score", verdict: VectorVerdict = VectorVerdict.AGREE, signature: str = ""
) -> Result:
    answer = Answer(kind, 0.5)  # type: ignore[arg-type]  # kinds of answers
    return Result(vector, "bleu", "mine", "", verdict, answer, [], [], "", [], "", signature)


def test_coverage_counts_golden_own_and_fresh_inputs() -> None:
    outside = VectorVerdict.UNSUPPORTED
    results = [
        *(_result("g1"), _result("g2", "crashed"), _result("g3", "unavailable"), _result("g4", verdict=outside)),
        *(_result("o1"), _result("o2", verdict=outside), _result("o3", "undefined")),
        *(
            _result("f1", signature="a"),
            _result("f2", "raised", signature="b"),
            _result("f3", "crashed", signature="a"),
        ),
    ]
    fresh = {f"f{k}": {"gold": ["x"] * k} for k in (1, 2, 3, 4)}
    covered = coverage_of("mine", "bleu", results, 7, fresh, ["o1", "o2", "o3"])
    assert covered == Coverage("mine", "bleu", 3, 1, 1, 3, 2, 2, 7, 2, 2, "up to 3 items, 1 class")
    golden = "1 of 3 golden vectors inside its declared region answered (1 lie outside); 2 of 2 own inputs answered"
    assert covered.text == f"{golden}; 2 of 3 fresh inputs answered (seed 7, 2 settings, up to 3 items, 1 class)"
    assert covered.line == f"mine, bleu: {covered.text}"
    inside = Coverage("mine", "bleu", 3, 1, 0, 0, 0, 0, 7)
    assert inside.text == "1 of 3 golden vectors inside its declared region answered; no fresh inputs were run"
    single = Coverage("mine", "bleu", 1, 1, 0, 1, 1, 1, 0)
    assert single.text.endswith("; 1 of 1 fresh inputs answered (seed 0, 1 setting)")


def test_sizes_of_inputs() -> None:
    segments = [
        {"hypothesis": "a b", "references": ["c", "a b c"]},
        {"hypothesis": ["x"] * 5, "references": []},
    ]
    assert sizes({"segments": segments}) == {"segments": 2, "words": 5, "references": 2}
    assert sizes({"segments": []}) == {"segments": 0, "words": 0, "references": 0}
    assert sizes({"gold": ["a", "b", "a"], "scores": [0.5] * 4}) == {"items": 4, "classes": 2}
    assert sizes({"gold": [[0], [1]]}) == {"items": 2}
    assert (
        largest([{"segments": segments}, {"gold": [1] * 1200}])
        == "up to 2 segments, 5 words, 2 references, 1,200 items, 1 class"
    )
    assert largest([{"segments": []}]) == largest([]) == ""


def test_answers_become_outcomes_again() -> None:
    for given in (
        Score(0.1, {"a": [1, 2.5]}, ("w",), 1),
        *(Undefined("nan"), Raised("E", "m"), Crashed("X", "m"), Unsupported("no"), Unavailable("gone")),
    ):
        assert as_outcome(outcome(given)) == given
    for error in ("Crashed", "NotStarted", "ProtocolError", "Timeout"):
        assert as_outcome(Answer("raised", error=error, message="m")) == Crashed(error, "m")
    kept = outcome(Score(1.0, {"a": (math.nan, math.inf, 1), "b": {1: (2, None)}, "c": [(1.5,)]})).stages
    assert kept == {"a": [None, None, 1], "b": {"1": [2, None]}, "c": [[1.5]]}
    for text in ("0x1p1024", "inf", "nan", "one"):
        with pytest.raises(ValueError, match=r".+"):
            number(text)
    assert number("0x1.8p+1") == 3.0


def _recorded(vector: str, **fields: Any) -> RecordedScore:
    return RecordedScore("mine", "bleu", vector, **{"value": 0.5, "input": "ab", **fields})


def test_a_baseline_is_sorted_and_notices_changed_lines() -> None:
    answers = [_recorded("b"), _recorded("a", kind="default"), _recorded("a"), _recorded("a", entry_point="e")]
    made = Baseline.made("1", [], answers, "why")
    assert [answer.key for answer in made.answers] == sorted(answer.key for answer in answers)
    assert (made.header.answers, made.header.reason, made.whole) == (4, "why", True)
    assert not Baseline(made.header, made.answers[1:]).whole
    assert not Baseline(made.header, [*made.answers[:3], _recorded("b", input="other")]).whole
    assert inputs_digest(answers) != inputs_digest(answers[::-1])
    assert baselines([answers[0], *made.records(), *made.records()]) == [made, made]


def test_recorded_answers_and_digests_of_stages() -> None:
    assert _recorded("a", decimals=2).answer == Answer("score", 0.5, (0.5).hex(), decimals=2)
    assert _recorded("a", value=None).answer == Answer("score")
    assert _recorded("a", outcome="raised", detail="E").answer == Answer("raised", error="E")
    assert _recorded("a", outcome="undefined", detail="nan").answer == Answer("undefined", reason="nan")
    assert stage_digest([1.0, (2, {"a": 3.0})]) == stage_digest((1, [2, {"a": 3}]))
    assert len({stage_digest(product) for product in (1, 1.5, "1", [1], {"1": 1}, {"1": 2})}) == 6
    assert stage_digest({1: 2}) == stage_digest({"1": 2})


def test_finds_belong_to_the_summary_that_follows() -> None:
    side = FuzzSide("a", "s", _SCORE)
    finds = [Find("bleu", "knobs", [str(k)], "", side, side, [], [], 1, "", {}) for k in range(3)]
    summaries = [FuzzSummary("a", "b", [], seed, 1, 1, 1, 1, 1, []) for seed in (1, 2)]
    first, second = fuzz_reports([*finds[:2], summaries[0], finds[2], summaries[1], finds[0]])
    assert (first.summary, first.finds, second.summary, second.finds) == (
        *(summaries[0], finds[:2], summaries[1], finds[2:]),
    )


def test_prepared_lines_are_one_result() -> None:
    lines = [PreparedLine("bleu", signature, "", k, "hypothesis", "", [], []) for k, signature in enumerate("aba")]
    (prepared,) = prepared_texts([lines[0], _SCORE, *lines[1:]])
    assert prepared.lines == lines
    assert prepared_texts([_SCORE]) == []


def test_records_are_read_up_to_an_unfinished_line() -> None:
    absent = Absent("é\u2028\x1b", "not installed")
    text = f"{line(absent)}\n".encode()
    assert b"\\u2028" in text
    assert b"\\u001b" in text
    assert "é" in text.decode()
    assert list(decode_records([(1, text), (2, text[:-1])], "f")) == [absent]
    with pytest.raises(InputError, match=r"^f, line 7: "):
        list(decode_records([(7, b"{}\n")], "f"))
    assert "\\ud800" in line(Absent("\ud800", ""))
