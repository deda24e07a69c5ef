"""The verb diff: gaps, walks, common settings; an unmodelled number must be called unexplained."""

from __future__ import annotations

import importlib.util

import pytest

from samescore import Corpus, Labels, Score, SettingsError, diff
from samescore.catalogue.profile_files import profile_files
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.outcome import Outcome
from samescore.verbs.attribution.paths import smallest_cause, walk
from samescore.verbs.diff import closest

CORPUS = Corpus.from_segments(
    ["The cat sat on the mat.", "It costs 1,000.50 in 2010.", "no"],
    [["The cat sat on a mat."], ["It costs 1,000.50 in 2010 ."], ["no"]],
)
needs_peers = pytest.mark.skipif(
    not all(map(importlib.util.find_spec, ("sacrebleu", "nltk"))), reason="sacrebleu and nltk are not installed"
)


def test_a_walk_ends_where_it_should() -> None:
    start = metric("bleu").settings()
    end = profile_files()["nltk"].profile[1].settings().replace(scale="100")
    changes = [change for change in start.differences(end) if change.knob.matters]
    steps = walk(CORPUS, start, changes)
    target = native_outcome(CORPUS, end)
    assert isinstance(target, Score)
    last = steps[-1].outcome
    assert isinstance(last, Score)
    assert last.value == pytest.approx(target.value, rel=1e-12)  # rounding knobs are not walked
    assert [c.knob.name for step in steps for c in step.changes] == [c.knob.name for c in changes]


def test_the_smallest_cause_is_smallest_and_sufficient() -> None:
    start = metric("bleu").settings()
    end = start.replace(tokenizer="none", average="sentences", case="lower")
    changes = start.differences(end)
    target = native_outcome(CORPUS, start.replace(average="sentences"))
    cause = smallest_cause(CORPUS, start, changes, target)
    assert cause is not None
    assert [change.knob.name for change in cause] == ["average"]
    assert smallest_cause(CORPUS, start, changes, Score(12.34)) is None


def test_a_contradictory_step_waits_for_the_next() -> None:
    start = metric("bleu").settings.from_mapping({"effective_order": True})
    end = start.replace(effective_order=False, auto_reweigh=True)
    changes = start.differences(end)
    steps = walk(CORPUS, start, tuple(reversed(changes)))  # auto_reweigh first would contradict effective_order
    assert [len(step.changes) for step in steps] == [2]


@needs_peers
def test_each_entry_point_is_reproduced_and_explained() -> None:
    table = diff("bleu", CORPUS)
    assert [row.name for row in table.rows] == [
        "native",
        "sacrebleu.corpus_bleu",
        "sacrebleu.sentence_bleu",
        "nltk.corpus_bleu",
        "nltk.sentence_bleu",
    ]
    assert not table.unexplained
    baseline = table.rows[0]
    for row in table.rows[1:]:
        assert row.number is not None
        assert baseline.number is not None
        assert row.gap == row.number - baseline.number
        assert float(sum(share.value for share in row.shares)) == pytest.approx(row.gap, abs=1e-9)
        carried = {change.knob.name for share in row.shares if share.value for change in share.changes}
        assert carried <= {c.knob.name for c in baseline.settings.differences(row.settings)}
        shown = [s.changes[0].knob.name for s in row.shares if s.value and not s.rounding]
        assert all(name in row.sentence for name in shown)
        assert shown or not row.gap


@needs_peers
def test_a_row_names_the_catalogues_entries_and_their_remedies() -> None:
    table = diff("bleu", CORPUS, ["sacrebleu.corpus_bleu", "nltk.corpus_bleu"])
    entries = {one.id: one for one in table.rows[1].divergences}
    assert "nltk-bleu-phantom-ngrams" in entries
    assert all(entry.remedy for entry in entries.values())
    carried = {change.knob.name for share in table.rows[1].shares if share.value for change in share.changes}
    assert all(set(entry.knobs) <= carried for entry in entries.values())


@needs_peers
def test_the_users_knobs_reach_every_entry_point() -> None:
    table = diff("bleu", CORPUS, ["sacrebleu", "nltk"], tokenizer="char", smoothing="floor")
    assert {row.settings.as_dict()["tokenizer"] for row in table.rows} == {"char"}
    assert {pair.second.settings.as_dict()["smoothing"] for pair in table.common} == {"floor"}
    with pytest.raises(SettingsError):
        diff("bleu", CORPUS, tokenizer="blue")


@needs_peers
def test_a_number_that_no_profile_gives_is_unexplained(monkeypatch: pytest.MonkeyPatch) -> None:
    from samescore.implementations.package import InstalledPackage

    def wrong(*_: object) -> Outcome:
        return Score(42.0)

    monkeypatch.setattr(InstalledPackage, "ask", wrong)
    table = diff("bleu", CORPUS, ["sacrebleu"])
    assert [row.name for row in table.unexplained] == ["sacrebleu.corpus_bleu", "sacrebleu.sentence_bleu"]


@needs_peers
def test_without_short_segments_nltk_and_sacrebleu_can_agree() -> None:
    corpus = Corpus.from_segments(["a b c d e f"] * 3, [["a b c d e g"]] * 3)
    pair = diff("bleu", corpus, ["sacrebleu.corpus_bleu", "nltk.corpus_bleu"]).common[0]
    assert pair.same
    assert "denominator_floor" in {conflict.knob.name for conflict in pair.conflicts}


def test_closest_settings_follow_ties() -> None:
    sacrebleu = next(p for p in profile_files()["sacrebleu"].profile if p.entry_point == "sentence_chrf")
    nltk = next(p for p in profile_files()["nltk"].profile if p.entry_point == "sentence_chrf")
    mine, theirs = closest(sacrebleu, nltk, sacrebleu.settings(), nltk.settings())
    assert mine.as_dict()["order_mean"] == theirs.as_dict()["order_mean"] == "f-score"
    assert [c.knob.name for c in mine.differences(theirs) if c.knob.matters] == ["missing_order"]


def test_two_references_exclude_nltk_chrf() -> None:
    corpus = Corpus.from_segments(["a b"], [["a b", "a c"]])
    table = diff("chrf", corpus, ["native:sacrebleu", "native:nltk"])
    assert {row.entry_point: row.outcome.kind for row in table.rows}["corpus_chrf"] == "unsupported"
    assert len(table.common) == 1


def test_labels_are_compared_too() -> None:
    table = diff("mcc", Labels([0, 1, 1], [0, 1, 0]), ["native", "native:sklearn"])
    assert [row.name for row in table.rows] == ["native", "native:sklearn.matthews_corrcoef"]
    assert table.rows[1].gap == 0
