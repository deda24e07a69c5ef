"""Findings of audits, and moved answers of drifts and gates, in words."""

from __future__ import annotations

import math
from typing import Any

import pytest

from samescore.records import (
    Answer,
    Audit,
    AuditFinding,
    AuditFit,
    Chance,
    Change,
    ClaimVerdict,
    Counterpart,
    Gate,
    GateSummary,
    GateVerdict,
    JointFinding,
    JointSettings,
    Move,
    MoveCause,
    MovedInput,
    Regression,
    ReleasePair,
    Revision,
    TableFinding,
    Tier,
    Transition,
    VectorGate,
)
from samescore.records.drift import Behaviour, Drift
from samescore.report import audit_words, badge, gate_words, moves
from samescore.report.plain import amount, code, escape_markdown, visible, wrap_line

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_SCORE = Answer("score", 0.5, (0.5).hex())
_FAILED = Answer("raised", error="E")


def _fit(how: str = "smoothing", signature: str = "x", **fields: Any) -> AuditFit:
    return AuditFit(Tier.DEFAULT, how, 27.3, signature, **fields)


def _finding(verdict: ClaimVerdict, claim: str = "c", **fields: Any) -> AuditFinding:
    return AuditFinding(claim, fields.pop("source", ""), "BLEU", "27.3", verdict, **fields)


_CHANCE, _LIKELY = Chance(0.025, 20.04, 30.0, 5.0, 7), Chance(0.3, 20.04, 30.0, 5.0, 7)
_BY_CHANCE = "2.5 % of the numbers from 20.04 to 30 would match by chance."


@pytest.mark.parametrize(
    ("finding", "text"),
    [
        (_finding(ClaimVerdict.IMPOSSIBLE, source="paper", fits=[_fit()], chance=_CHANCE), "paper: BLEU 27.3 is impossible."),
        (
            _finding(ClaimVerdict.DEFAULTS, fits=[_fit()], chance=_CHANCE, hypotheses="hyp", references=["r1", "r2"]),
            f"BLEU 27.3 (hyp against r1, r2) is reproduced with a common default: smoothing. {_BY_CHANCE}",
        ),
        (
            _finding(ClaimVerdict.DEFAULTS, fits=[_fit()], chance=_LIKELY, hypotheses="hyp"),
            "BLEU 27.3 (hyp) is reproduced with a common default, which is weak evidence: smoothing. 30 % of the numbers "
            "from 20.04 to 30 would match by chance.",
        ),
        (
            _finding(ClaimVerdict.DEFAULTS, fits=[_fit(), _fit("case", "y"), _fit("case", "z")], signature="y"),
            "BLEU 27.3 is reproduced with a common default: case, and 1 other setting.",
        ),
        (
            _finding(ClaimVerdict.DEFAULTS, fits=[_fit(), _fit("case", "y"), _fit("order", "z")], signature="none"),
            "BLEU 27.3 is reproduced with a common default: smoothing, and 2 other settings.",
        ),
        (
            _finding(ClaimVerdict.NOT, chance=_CHANCE),
            f"BLEU 27.3 is not reproduced by any settings tried. {_BY_CHANCE}",
        ),
        (_finding(ClaimVerdict.CONSISTENT, chance=_CHANCE), "BLEU 27.3 is consistent with the other numbers."),
        (
            _finding(ClaimVerdict.STANDS_OUT, fits=[_fit()], chance=_CHANCE, joint_probability=0.001),
            "BLEU 27.3 does not match the settings behind the other numbers of its source; on its own, it is reproduced by a "
            "default of the field: smoothing. The probability that this and the other claims of its source are reproduced "
            "by chance is 0.1 % at most.",
        ),
        (
            _finding(ClaimVerdict.STANDS_OUT, fits=[AuditFit(Tier.STATED, "so", 1.0, "x")], joint_probability=0.5),
            "BLEU 27.3 does not match the settings behind the other numbers of its source; on its own, it is reproduced as "
            "stated, which is weak evidence: so.",
        ),
        (
            _finding(ClaimVerdict.STANDS_OUT, chance=_CHANCE),
            "BLEU 27.3 does not match the settings behind the other numbers of its source.",
        ),
    ],
)  # fmt: skip
def test_a_finding_as_a_sentence(finding: AuditFinding, text: str) -> None:
    assert audit_words.sentence(finding) == text


@pytest.mark.parametrize(
    ("probability", "text"),
    [
        (1e-5, "0.001 %"),
        (9.9e-6, "less than 0.001 %"),
        (0.994, "99 %"),
        (0.995, "100 %"),
        (0.0, "less than 0.001 %"),
    ],
)
def test_probabilities(probability: float, text: str) -> None:
    assert audit_words.percent(probability) == text
    finding = _finding(ClaimVerdict.AS_STATED, fits=[_fit()], chance=_CHANCE, joint_probability=probability)
    end = text if text.startswith("less") else f"{text} at most"
    assert audit_words.sentence(finding).endswith(f"by chance is {end}.")


@pytest.mark.parametrize(
    ("finding", "row"),
    [
        (_finding(ClaimVerdict.DEFAULTS, fits=[_fit()]), ("=", "c", "BLEU 27.3", "by a default", "smoothing")),
        (
            _finding(ClaimVerdict.DEFAULTS, fits=[_fit(), _fit("case", "y")], signature="y", chance=_LIKELY, departs=True),
            ("?", "c", "BLEU 27.3", "by a default, weak", "case"),
        ),
        (
            _finding(ClaimVerdict.DEFAULTS, fits=[_fit()], departs=True),
            ("?", "c", "BLEU 27.3", "by a default, not with the stated settings", "smoothing"),
        ),
        (
            _finding(ClaimVerdict.NOT, "table, row, column", system="row", value=27.123456789, notes=["note"], departs=True),
            ("!", "table, row", "BLEU 27.3", "not reproduced", "nearest: 27.1235"),
        ),
        (
            _finding(ClaimVerdict.IMPOSSIBLE, value=27.1, notes=["first: reason", "second"]),
            ("!", "c", "BLEU 27.3", "impossible", "first"),
        ),
        (
            _finding(ClaimVerdict.STANDS_OUT, value=27.1, notes=["note"]),
            ("?", "c", "BLEU 27.3", "stands out", "source's settings: 27.1"),
        ),
        (_finding(ClaimVerdict.UNREADABLE), ("", "c", "BLEU 27.3", "unreadable files", "")),
        (_finding(ClaimVerdict.CONSISTENT, notes=["reason"]), ("=", "c", "BLEU 27.3", "consistent", "reason")),
    ],
)  # fmt: skip
def test_a_finding_as_a_row(finding: AuditFinding, row: tuple[str, ...]) -> None:
    assert audit_words.overview(finding, ["reason"]) == row


def _joint(claims: int, inputs: int = 2, probability: float = 0.01) -> JointSettings:
    names = [str(k) for k in range(claims)]
    return JointSettings(Tier.DEFAULT, "smoothing", "x", "read so" if claims > 1 else "", names, probability, 9, inputs)


def test_the_summary_counts_the_most_serious_first() -> None:
    findings = [
        _finding(ClaimVerdict.DEFAULTS, fits=[_fit()], chance=_LIKELY),
        _finding(ClaimVerdict.DEFAULTS, fits=[_fit()]),
        _finding(ClaimVerdict.UNREADABLE),
        _finding(ClaimVerdict.IMPOSSIBLE),
        _finding(ClaimVerdict.AS_STATED),
        _finding(ClaimVerdict.IMPOSSIBLE),
    ]
    group = JointFinding("paper", "BLEU", 3, [_joint(2), _joint(1, 1), _joint(1)], ["c", "d"], group="row")
    alone = JointFinding("", "BLEU", 1, [_joint(1, 1)], ["c"])
    assert list(audit_words.summary(Audit(findings, [group, alone]))) == [
        "6 claims: 2 impossible, 1 by a default (weak), 1 with files that cannot be read, 1 as stated, 1 by a default",
        "paper, row, BLEU: 2 of 3 claims follow from smoothing; read so (a default of the field); the probability that any "
        "settings tried give this many by chance is 1 % at most",
        "paper, row, BLEU: 1 of 3 claims follows from smoothing (a default of the field); the probability that any settings "
        "tried give this many by chance is 1 % at most",
        "paper, row, BLEU: these stand out: c; d",
        "BLEU: 1 of 1 claim follows from smoothing (a default of the field); the probability that any settings tried give "
        "this many by chance is 1 % at most, so the result is inconclusive",
        "BLEU: this stands out: c",
    ]


@pytest.mark.parametrize(
    ("table", "lines"),
    [
        (TableFinding("t", 0), ["t: consistency checks: 0 hold"]),
        (TableFinding("t", 1), ["t: consistency checks: 1 holds"]),
        (
            TableFinding("t", 0, ["b"], ["d"], ["m"] * 8, [str(k) for k in range(9)], ["u"]),
            [
                *("t: consistency checks: 1 broken, 1 doubtful", "t: impossible: b", "t: doubtful: d", *["t: m"] * 8),
                "t: possible only if truncated: 0, 1, 2, 3, 4, 5, 6, 7",
            ],
        ),
        (
            TableFinding("t", 2, [], ["d"], ["m"] * 9),
            [
                *("t: consistency checks: 2 hold, 1 doubtful", "t: doubtful: d", *["t: m"] * 8),
                "t: 1 more way to correct it (--format jsonl)",
            ],
        ),
    ],
)
def test_the_checks_of_a_table(table: TableFinding, lines: list[str]) -> None:
    assert list(audit_words.summary(Audit(tables=[table]))) == lines


def test_labels_of_commands_and_the_order_of_findings() -> None:
    verdicts = [ClaimVerdict.DEFAULTS, ClaimVerdict.NOT, ClaimVerdict.DEFAULTS, ClaimVerdict.IMPOSSIBLE]
    findings = [_finding(verdict, name, fits=[_fit()]) for verdict, name in zip(verdicts, "abcd", strict=True)]
    revision = Revision("c", ClaimVerdict.STANDS_OUT, 1.0, "x", "command", "note")
    audited = Audit(findings, [JointFinding("", "BLEU", 2, [], revisions=[revision])])
    together = "with the settings of the other claims of its source: "
    assert list(audit_words.labels(audited)) == ["", "nearest: ", together, "nearest: "]
    ordered = audit_words.serious_first(audited)
    assert [(finding.claim, label) for finding, label in ordered] == [
        *(("d", "nearest: "), ("b", "nearest: "), ("c", together), ("a", "")),
    ]


def _transition(**counts: Any) -> Transition:
    usual = {"compared": 9, "moved": 0, "unexplained": 0, "parameters": 0, "last_digits": 0, "one_sided": 0}
    environments = [{"python": "3.8"}, {}]
    return Transition(
        **{"package": "p", "before": "1", "after": "2", "environments": environments, "skipped": [], **usual, **counts}
    )


def _move(vector: str = "v", cause: str | None = "case", was: Answer = _SCORE, **fields: Any) -> Move:
    usual = {"package": "p", "before": "1", "after": "2", "kind": "asked", "metric": "bleu", "entry_point": "e"}
    causes = None if cause is None else [Change(cause, "tokens", "a", "b")] if cause else []
    return Move(
        vector=vector, was=was, became=_SCORE, stage="", causes=causes, **{**usual, "parameter": False, **fields}
    )


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        ({}, "none of 9 answers changed"),
        (
            {"moved": 3, "unexplained": 1, "parameters": 2, "last_digits": 4, "one_sided": 5, "skipped": ["v"]},
            "3 of 9 answers changed, 1 UNEXPLAINED, 2 more where a parameter was added or removed, 4 in the last digits "
            "only, 5 answered by only one of the two, 1 vector whose input changed",
        ),
    ],
)
def test_the_counts_of_a_transition(counts: dict[str, Any], text: str) -> None:
    assert moves.summary(ReleasePair(_transition(**counts), [])) == text


def test_releases_by_name() -> None:
    for before, after, text in (("1", "2", "p 1 -> 2"), ("1", "1", "p 1, Python 3.8 -> Python ?"), ("", "2", "p -> 2")):
        assert moves.compared_releases(ReleasePair(_transition(before=before, after=after), [])) == text
    behaviours = [Behaviour("p", "bleu", "e", versions) for versions in (["1"], ["1", "2", "3"])]
    assert list(map(moves.first_to_last, behaviours)) == ["1", "1 to 3"]
    other = Behaviour("p", "bleu", "f", ["1"])
    grouped = moves.by_entry_point(Drift([], [*behaviours, other], []))
    assert grouped == [(("p", "e"), behaviours), (("p", "f"), [other])]


def test_moves_by_cause_begin_with_the_unexplained_and_the_most_frequent() -> None:
    pair = ReleasePair(
        _transition(),
        [
            *(_move("a"), _move("b", "zero"), _move("c", "zero"), _move("d", None), _move("e", ""), _move("f", "add")),
            *(_move("g", kind="default"), _move("h", parameter=True)),
        ],
    )
    assert [(name, [move.vector for move in group]) for name, group in moves.by_cause(pair)] == [
        ("e: UNEXPLAINED", ["d"]),
        ("e: zero: a -> b", ["b", "c"]),
        ("e (defaults): case: a -> b", ["g"]),
        ("e: add: a -> b", ["f"]),
        ("e: case: a -> b", ["a"]),
        ("e: the score's last digits", ["e"]),
    ]


def test_an_example_of_moves_is_between_scores_and_about_releases() -> None:
    assert moves.witness([_move("a", was=_FAILED), _move("c"), _move("b")]).vector == "b"
    assert moves.witness([_move("a"), _move("b-release")]).vector == "b-release"
    assert moves.witness([_move("a-release", was=_FAILED), _move("b")]).vector == "b"
    assert moves.short_answer(Answer("score", 12.3456789)) == "12.3457"
    assert moves.short_answer(Answer("score", 0)) == "0"
    assert moves.short_answer(Answer("raised", error="E" * 60)) == f"raised {'E' * 52}…"


def _gate(*vectors: VectorGate, **counts: Any) -> Gate:
    usual = {"baselines": [], "tolerance": 0.0, "compared": 0, "moved": 0, "lost": 0, "skipped": 0, "exit_code": 0}
    return Gate(list(vectors), GateSummary(**{**usual, **counts}), [])


_INPUT = MovedInput("default", "v", "e", "{}", "own.tsv, line 3", _SCORE, _SCORE, None)
_CAUSE = MoveCause("mine", "bleu", ["e"], "", "tokens", [], 1, _INPUT, _INPUT)


@pytest.mark.parametrize(
    ("counts", "title"),
    [
        ({}, "nothing was compared"),
        ({"compared": 1}, "nothing moved"),
        ({"compared": 1, "moved": 1}, "1 of 1 answer moved"),
        ({"compared": 3000, "moved": 2, "causes": [_CAUSE]}, "2 of 3,000 answers moved, by 1 cause"),
        ({"compared": 3, "moved": 2, "causes": [_CAUSE] * 2, "lost": 1}, "2 of 3 answers moved, by 2 causes; 1 answer lost"),
        ({"lost": 2, "causes": [_CAUSE]}, "2 answers lost"),
    ],
)  # fmt: skip
def test_the_title_of_a_gate(counts: dict[str, Any], title: str) -> None:
    assert gate_words.title(_gate(**counts)) == title


def test_the_counts_of_a_gate() -> None:
    counted = gate_words.counts(_gate(compared=9, moved=2, lost=3, new=4, gone=5))
    assert counted == "9 answers compared: 7 unchanged, 2 changed, 3 lost, 4 new, 5 gone"
    assert gate_words.counts(_gate(skipped=1)).endswith(", 1 not compared because their inputs changed")


def test_what_a_gate_was_compared_with() -> None:
    baselines = [
        Counterpart("mine", "mine", "1", answers=9),
        Counterpart("mine", "yours", "2", "it is old", answers=9, errors=1),
        Counterpart("mine", "mine", "", answers=1, errors=2),
    ]
    assert gate_words.compared_with(_gate(baselines=baselines, samescore="1", tolerance=0.015)) == [
        "mine was compared with its recording",
        "mine was compared with the recording of yours, made with the vectors of samescore 2 (now 1); only vectors in both are "
        "compared; it is old",
        "1 of the 9 recorded answers of mine is an error where the native metric has a score",
        "mine was compared with its recording",
        "2 of the 1 recorded answer of mine are errors where the native metric has a score",
        "a score may differ from its old value by up to 1.5 % (--tolerance 0.015)",
    ]


def test_a_move_of_a_gate_in_words() -> None:
    regression = Regression("default", _SCORE, Answer("score", 0.500000001), "tokens", "", 2e-9)
    vector = VectorGate("mine", "bleu", "v", "e", GateVerdict.LOST, 1, [regression])
    line = "e under defaults v: 0.5 -> 0.500000001 (+2.0e-09 relatively), first at tokens"
    assert gate_words.move_line(vector, regression) == line
    assert gate_words.explained_move(vector, regression) == f"{line}; {gate_words.UNEXPLAINED}"
    named = Regression("asked", _SCORE, _FAILED, "score", "case")
    bare = VectorGate("mine", "bleu", "v", "", GateVerdict.MOVED, 1, [named])
    assert gate_words.explained_move(bare, named) == "v: 0.5 -> raised E, first at score; case"
    assert gate_words.lost_answers(_gate(vector, bare)) == ["mine e v: the answer is now missing"]
    assert _gate(vector, bare).regressions == [(vector, regression), (bare, named)]
    assert gate_words.place(_INPUT) == "v under defaults (own.tsv, line 3)"
    assert gate_words.reason(_CAUSE) == gate_words.UNEXPLAINED
    assert [gate_words.change(x) for x in (0.0001, -0.00009, math.inf, 1.5, 0.0)] == [
        *("+0.01 %", "-9.0e-05 relatively", "", "+150 %", "+0.0e+00 relatively"),
    ]
    assert gate_words.values(Answer("score", 1.0), Answer("score", 1.0 + 2**-52)) == ("1", "1.0000000000000002")
    assert gate_words.values(_SCORE, _SCORE) == ("0.5", "0.5")


@pytest.mark.parametrize(
    ("text", "limit", "shown"),
    [
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("abcd", 0, "abcd"),
        ("a\nb", 3, "a\\…"),
        ("\U000e0001", 0, "\\U000e0001"),
        ("\ud800", 0, "\\ud800"),
    ],
)
def test_visible_texts_are_cut_at_the_limit(text: str, limit: int, shown: str) -> None:
    assert visible(text, limit) == shown


def test_texts_for_pages() -> None:
    assert escape_markdown("a*b<c>" + "x" * 400).startswith("a\\*b\\<c\\>")
    assert escape_markdown("x" * 401) == "x" * 399 + "…"
    assert code("a`b\n") == "a'b\\n"
    assert [amount(value) for value in (0.00005, 0.00004, -0.0)] == ["+0.0001", "+4.0e-05", "-0.0e+00"]
    assert wrap_line("  abc def", 9) == "  abc def"
    assert wrap_line("  abc def", 8) == "  abc\n    def"
    for copied in ("$ samescore run a b", "  samescore run a b", "hint: samescore run a", '{"a": 1}', "[1, 2]"):
        assert wrap_line(copied, 5) == copied


def test_a_badge_is_as_wide_as_its_text() -> None:
    drawn = badge.svg(badge.Badge("ab", "ii漢", "1a7f37"))
    for part in ('width="58"', 'textLength="14"', 'textLength="20"', 'x="6"', 'x="32"'):
        assert part in drawn
    long = badge.endpoint(badge.Badge("a" * 80, "b" * 81, "1a7f37"))
    assert f'"label": "{"a" * 80}", "message": "{"b" * 79}\\u2026"' in long
