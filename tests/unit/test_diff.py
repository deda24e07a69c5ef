"""The verb diff: gaps, walks, common settings; an unmodelled number must be called unexplained."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from samescore import Corpus, Labels, Score, SettingsError, UnknownNameError, diff, parse_signature
from samescore.base.outcome import Outcome
from samescore.catalogue.divergences import divergence
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import profile_files
from samescore.implementations import installed_package, package_names
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import contributing_knobs
from samescore.verbs.why.attribution.paths import smallest_cause, walk
from samescore.verbs.why.common_settings import closest, closest_settings

CORPUS = Corpus.from_segments(
    ["The cat sat on the mat.", "It costs 1,000.50 in 2010.", "no"],
    [["The cat sat on a mat."], ["It costs 1,000.50 in 2010 ."], ["no"]],
)
needs_peers = pytest.mark.skipif(
    not all(map(importlib.util.find_spec, ("sacrebleu", "nltk"))), reason="sacrebleu and nltk are not installed"
)


def test_a_walk_ends_at_the_score_of_the_target() -> None:
    start = metric("bleu").settings()
    end = profile_files()["nltk"].profile[1].settings().replace(scale="100")
    changes = [change for change in start.differences(end) if change.knob.matters]
    steps = walk(CORPUS, start, changes)
    target = native_outcome(CORPUS, end)
    assert isinstance(target, Score)
    assert steps[-1].outcome.value == pytest.approx(target.value, rel=1e-12)  # rounding knobs are not walked
    assert [change.knob for step in steps for change in step.changes] == [change.knob.name for change in changes]


def test_the_smallest_cause_is_smallest_and_sufficient() -> None:
    start = metric("bleu").settings()
    end = start.replace(tokenizer="none", average="sentences", case="lower")
    changes = start.differences(end)
    target = native_outcome(CORPUS, start.replace(average="sentences"))
    cause = smallest_cause(CORPUS, start, changes, target)
    assert cause is not None
    assert [change.knob.name for change in cause] == ["average"]
    assert smallest_cause(CORPUS, start, changes, Score(12.34)) is None


def test_a_contradictory_step_waits_until_it_can_be_made() -> None:
    start = metric("bleu").settings.from_mapping({"effective_order": True})
    end = start.replace(effective_order=False, auto_reweigh=True)
    changes = start.differences(end)
    steps = walk(CORPUS, start, tuple(reversed(changes)))  # auto_reweigh first would contradict effective_order
    assert [[change.knob for change in step.changes] for step in steps] == [["effective_order"], ["auto_reweigh"]]


def test_a_walk_to_settings_that_contradict_each_other_has_no_score() -> None:
    start = metric("bleu").settings()
    weights = start.replace(weights=[0.4, 0.3, 0.2, 0.1])
    changes = [*start.differences(weights), *start.differences(start.replace(effective_order=True))]
    assert [step.outcome.kind for step in walk(CORPUS, start, changes)] == ["unsupported"]


def test_rounding_knobs_are_changed_where_a_step_needs_them() -> None:
    """summation=by-kind allows no empty_order=effective; to leave it is no step."""
    start = metric("chrf").settings.from_mapping({"summation": "by-kind", "empty_order": "zero"})
    end = start.replace(summation="left-to-right", empty_order="effective")
    (step,) = walk(CORPUS, start, start.differences(end))
    assert [change.knob for change in step.changes] == ["empty_order"]
    assert step.outcome.kind == "score"


def test_each_entry_point_is_reproduced_and_explained() -> None:
    table = diff("bleu", CORPUS, ["native:sacrebleu", "native:nltk", "native"])
    assert [row.name for row in table.rows] == [
        "native",
        "native:sacrebleu.corpus_bleu",
        "native:sacrebleu.sentence_bleu",
        "native:nltk.corpus_bleu",
        "native:nltk.sentence_bleu",
    ]
    assert not table.unexplained
    baseline = table.rows[0]
    for row in table.rows[1:]:
        assert row.number is not None
        assert baseline.number is not None
        assert row.gap == row.number - baseline.number
        assert float(sum(share.value for share in row.shares)) == pytest.approx(row.gap, abs=1e-9)
        carried = contributing_knobs(row.shares)
        both = (parse_signature(side.signature) for side in (baseline, row))
        assert carried <= {change.knob.name for change in next(both).differences(next(both))}
        assert all(share.value for share in row.shares)
        assert all(name in row.sentence for name in carried)
        assert carried or not row.gap


@needs_peers
def test_by_default_the_native_metric_and_every_installed_package_are_compared() -> None:
    offering = [name for name in package_names() if installed_package(name).version and _offers(name, "bleu")]
    assert {"sacrebleu", "nltk"} <= set(offering)
    compared = [row.name.partition(".")[0] for row in diff("bleu", CORPUS).rows]
    assert list(dict.fromkeys(compared)) == ["native", *offering]


def _offers(package: str, metric_name: str) -> bool:
    return any(profile.metric == metric_name for profile in profile_files()[package].profile)


@needs_peers
def test_a_row_names_the_catalogues_entries_and_their_remedies() -> None:
    table = diff("bleu", CORPUS, ["sacrebleu.corpus_bleu", "nltk.corpus_bleu"])
    row = table.rows[1]
    assert "nltk-bleu-phantom-ngrams" in row.divergences
    entries = [divergence(name) for name in row.divergences]
    assert row.remedies == [entry.remedy for entry in entries]
    assert row.meanings == [entry.what for entry in entries]
    assert all(set(entry.knobs) <= contributing_knobs(row.shares) for entry in entries)


@needs_peers
def test_the_users_knobs_reach_every_entry_point() -> None:
    table = diff("bleu", CORPUS, ["sacrebleu", "nltk"], tokenizer="char", smoothing="floor")
    assert {parse_signature(row.signature).as_dict()["tokenizer"] for row in table.rows} == {"char"}
    assert {parse_signature(pair.second.signature).as_dict()["smoothing"] for pair in table.common} == {"floor"}
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
def test_the_gap_of_an_unreproduced_number_is_not_divided_among_knobs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes first, but the baseline is the first number that is reproduced, and it has no pair."""
    (tmp_path / "one_more.py").write_text(
        "from samescore import Corpus, score\n"
        "def f(hypotheses, references):\n"
        "    return score('chrf', Corpus.from_segments(hypotheses, references)).value + 1\n"
        "f.samescore = {'metric': 'chrf'}\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    compared = diff("chrf", CORPUS, implementations=["py:one_more:f", "native:sacrebleu"])
    wrong, corpus, sentences = compared.rows
    assert [row.reproduced_natively for row in compared.rows] == [False, True, True]
    assert corpus.gap is None
    assert wrong.gap == pytest.approx(1)
    assert (wrong.shares, wrong.sentence, wrong.divergences) == ([], "", [])
    assert [change.knob for share in sentences.shares for change in share.changes] == ["average"]
    assert [(pair.first.name, pair.second.name) for pair in compared.common] == [(corpus.name, sentences.name)]


def test_without_short_segments_nltk_and_sacrebleu_can_agree() -> None:
    corpus = Corpus.from_segments(["a b c d e f"] * 3, [["a b c d e g"]] * 3)
    pair = diff("bleu", corpus, ["sacrebleu.corpus_bleu", "nltk.corpus_bleu"]).common[0]
    assert pair.same
    assert "denominator_floor" in {conflict.knob for conflict in pair.conflicts}


def test_closest_settings_follow_ties() -> None:
    sacrebleu, nltk = _profile("sacrebleu", "sentence_chrf"), _profile("nltk", "sentence_chrf")
    first, second = closest(sacrebleu, nltk, sacrebleu.settings(), nltk.settings())
    assert first.as_dict()["order_mean"] == second.as_dict()["order_mean"] == "f-score"
    assert [c.knob.name for c in first.differences(second) if c.knob.matters] == ["empty_order"]


def _profile(implementation: str, entry_point: str) -> Profile:
    return next(p for p in profile_files()[implementation].profile if p.entry_point == entry_point)


def test_a_knob_free_on_both_sides_takes_the_value_of_the_first() -> None:
    sacrebleu, nltk = _profile("sacrebleu", "sentence_chrf"), _profile("nltk", "sentence_chrf")
    for first, second, beta in ((sacrebleu, nltk, 2.0), (nltk, sacrebleu, 3.0)):
        pair = closest(first, second, first.settings(), second.settings())
        assert [settings.as_dict()["beta"] for settings in pair] == [beta, beta]


def test_a_compromise_is_made_only_where_it_changes_the_score() -> None:
    """NLTK smooths by nltk-0, tf-nmt not at all, and both can add k: which matters where an order has no match."""
    nltk, tf_nmt = _profile("nltk", "corpus_bleu"), _profile("tf-nmt", "compute_bleu")
    matched = Corpus.from_segments(["a b c d e f"] * 2, [["a b c d e g"]] * 2)
    unmatched = Corpus.from_segments(["a b c d e f"] * 2, [["a b x d e g"]] * 2)
    for corpus, smoothing in ((matched, ["nltk-0", "none"]), (unmatched, ["add-k", "add-k"])):
        met = closest_settings(corpus, nltk, tf_nmt, nltk.settings(), tf_nmt.settings())
        assert [settings.as_dict()["smoothing"] for settings in (met.first, met.second)] == smoothing
        conflicts = {change.knob.name for change in met.conflicts}
        assert ("smoothing" in conflicts) is (smoothing[0] != smoothing[1])
        assert {change.knob for step in met.steps for change in step.changes} == conflicts


def test_a_knob_that_either_profile_does_not_have_is_no_conflict() -> None:
    """NLTK leaves no order empty; the dialogue script has one reference, and no smoothing."""
    nltk, dialogue = _profile("nltk", "corpus_bleu"), _profile("dialogue-eval", "bleu")
    idle = {"empty_order", "effective_order", "reference_length", "add_k", "add_k_from"}
    assert idle <= {*nltk.irrelevant, *dialogue.irrelevant}
    assert "empty_order" in {c.knob.name for c in dialogue.settings().differences(nltk.settings())}
    for first, second in ((nltk, dialogue), (dialogue, nltk)):
        met = closest_settings(CORPUS, first, second, first.settings(), second.settings())
        assert not idle & {change.knob.name for change in met.conflicts}


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["native", "native"], "native is given twice"),
        (["native:nltk", "native:nltk"], "native:nltk is given twice"),
        (["native:nltk", "native:nltk.corpus_bleu"], "native:nltk.corpus_bleu is given twice"),
        (["native:nltk.corpus_bleu", "native:nltk"], "native:nltk.corpus_bleu is given twice"),
        ("native", "implementations is a single name"),
    ],
)
def test_duplicate_names_are_refused(names: list[str], message: str) -> None:
    with pytest.raises(UnknownNameError, match=message):
        diff("bleu", CORPUS, names)


def test_two_references_exclude_nltk_chrf() -> None:
    corpus = Corpus.from_segments(["a b"], [["a b", "a c"]])
    table = diff("chrf", corpus, ["native:sacrebleu", "native:nltk"])
    assert {row.entry_point: row.outcome.kind for row in table.rows}["corpus_chrf"] == "unsupported"
    assert len(table.common) == 1


def test_labels_are_compared_too() -> None:
    table = diff("mcc", Labels([0, 1, 1], [0, 1, 0]), ["native", "native:sklearn"])
    assert [row.name for row in table.rows] == ["native", "native:sklearn.matthews_corrcoef"]
    assert table.rows[1].gap == 0
