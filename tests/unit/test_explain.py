"""The verb explain: shares that add up, the smallest set of knobs, segments, and what is not explained."""

from __future__ import annotations

import math
import random
import sys
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from samescore import Corpus, SettingsError, UnknownNameError, diff, parse_signature
from samescore.base.outcome import Score
from samescore.generators.settings import random_value
from samescore.generators.texts import corpora
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import contributing_knobs, shown_shares, shown_steps
from samescore.settings import STAGE_ORDER, Difference, Settings, Stage
from samescore.settings.scale import on_widest
from samescore.verbs.why.attribution.paths import walk, with_changes
from samescore.verbs.why.attribution.shapley import attribute
from tests.command import call
from tests.explaining import explain
from tests.reports import markdown_of, text_of

markdown_explanation = markdown_of("explanation")
terminal_explanation = text_of("explanation")

CORPUS = Corpus.from_segments(
    ["The cat sat on the mat.", "It costs 1,000.50 euros.", "no"],
    [["The cat sat on a mat."], ["It costs 1,000.50 euro ."], ["no"]],
)


def _silent(_: str) -> None:
    return None


def _pairs(name: str, count: int) -> list[tuple[Corpus, Settings, Settings]]:
    """Corpora with two settings that differ in a few knobs and both give a score."""
    rng, cases = random.Random(name), []
    kind = metric(name).settings
    for corpus in corpora(4000, seed=5):
        ends = []
        for _ in range(2):
            knobs = rng.sample([k for k in kind.knobs() if k.name != "tokenizer"], 3)
            try:
                ends.append(on_widest(kind.from_mapping({k.name: random_value(rng, k) for k in knobs})))
            except SettingsError:
                break
        if len(ends) == 2 and all(isinstance(native_outcome(corpus, end), Score) for end in ends):
            cases.append((corpus, *ends))
            if len(cases) == count:
                break
    return cases  # type: ignore[return-value]  # two ends each


@pytest.mark.parametrize("name", ["bleu", "chrf", "rouge-n", "ter"])
def test_the_shares_add_up_to_the_gap_exactly(name: str) -> None:
    pairs = _pairs(name, 25)
    assert len(pairs) == 25
    moved = 0
    for corpus, start, end in pairs:
        changes = {change.knob.name: change for change in start.differences(end)}
        attribution = attribute(corpus, start, list(changes.values()), _silent)
        values = [native_outcome(corpus, settings) for settings in (start, end)]
        first, second = (Fraction(value.value) for value in values if isinstance(value, Score))
        assert sum((share.value for share in attribution.shares), Fraction(0)) == second - first
        changed = with_changes(start, [changes[change.knob] for change in attribution.smallest])
        assert changed is not None
        assert math.isclose(native_outcome(corpus, changed).value, float(second), rel_tol=1e-12)  # type: ignore[union-attr]
        moved += first != second
    assert moved > 2


def _over_all_orders(corpus: Corpus, start: Settings, changes: list[Difference]) -> dict[str, Fraction]:
    """Shapley values by their definition: the mean over every order of switching."""

    def value(switched: tuple[Difference, ...]) -> Fraction:
        outcome = native_outcome(corpus, start.replace(**{c.knob.name: c.right for c in switched}))
        assert isinstance(outcome, Score)
        return Fraction(outcome.value)

    totals = dict.fromkeys((change.knob.name for change in changes), Fraction(0))
    orders = list(permutations(changes))
    for order in orders:
        for k, change in enumerate(order):
            totals[change.knob.name] += value(order[: k + 1]) - value(order[:k])
    return {name: total / len(orders) for name, total in totals.items()}


def test_the_shares_are_shapley_values() -> None:
    kind = metric("bleu").settings
    start = kind.from_mapping({"tokenizer": "none"})
    end = start.replace(smoothing="floor", average="sentences", denominator_floor="one-per-segment", case="lower")
    changes = list(start.differences(end))
    shares = {share.changes[0].knob: share.value for share in attribute(CORPUS, start, changes, _silent).shares}
    expected = _over_all_orders(CORPUS, start, changes)
    assert expected.pop("case") == 0
    assert shares == expected


def test_a_knob_that_contradicts_another_is_changed_after_it() -> None:
    """Weights need effective_order to be off; every other order is possible, before the two, between and after them."""
    kind = metric("bleu").settings
    start = kind.from_mapping({"effective_order": True, "scale": "1"})
    end = kind.from_mapping({"weights": [0.4, 0.3, 0.2, 0.1], "tokenizer": "none", "average": "sentences"})
    shares = attribute(CORPUS, start, list(start.differences(end)), _silent).shares
    names = [[change.knob for change in share.changes] for share in shares]
    assert names == [["tokenizer"], ["average"], ["effective_order"], ["weights"], ["scale"]]
    first, second = (native_outcome(CORPUS, settings) for settings in (start, end))
    assert isinstance(first, Score)
    assert isinstance(second, Score)
    assert sum((share.value for share in shares), Fraction(0)) == Fraction(second.value) - Fraction(first.value)


def test_knobs_that_no_order_separates_share_one_share() -> None:
    """Two weights for two orders, four for four."""
    kind = metric("bleu").settings
    start = kind.from_mapping({"max_order": 2, "weights": [0.5, 0.5]})
    end = kind.from_mapping({"weights": [0.4, 0.3, 0.2, 0.1], "tokenizer": "none"})
    shares = attribute(CORPUS, start, list(start.differences(end)), _silent).shares
    assert [{change.knob for change in share.changes} for share in shares] == [{"tokenizer"}, {"max_order", "weights"}]
    assert shares[1].because == "bleu: there are 2 weights, but max_order=4; bleu: there are 4 weights, but max_order=2"
    (step,) = (step for step in walk(CORPUS, start, start.differences(end)) if len(step.changes) == 2)
    assert {change.knob for change in step.changes} == {"max_order", "weights"}


#: BLEU settings in the order in which they act: ten knobs, of every stage but the last.
_TEN = {
    "case": "lower",
    "strip": "none",
    "tokenizer": "none",
    "denominator_floor": "one-per-segment",
    "reference_length": "shortest",
    "average": "sentences",
    "smoothing": "floor",
    "floor_value": 0.01,
    "mean": "arithmetic",
    "brevity_penalty": "none",
}


@pytest.mark.parametrize("further", [{}, {"clipping": "unclipped", "summation": "left-to-right"}])
def test_no_knob_has_to_share(further: dict[str, object]) -> None:
    """Up to ten knobs and with more, whether they have an effect here or none."""
    kind = metric("bleu").settings
    start, end = kind(), kind.from_mapping({**_TEN, **further})
    attribution = attribute(CORPUS, start, list(start.differences(end)), _silent)
    assert all(len(share.changes) == 1 and share.value for share in attribution.shares)
    assert {share.changes[0].knob for share in attribution.shares} <= {*_TEN, *further}
    first, second = (native_outcome(CORPUS, settings) for settings in (start, end))
    assert isinstance(first, Score)
    assert isinstance(second, Score)
    gap = Fraction(second.value) - Fraction(first.value)
    assert sum((share.value for share in attribution.shares), Fraction(0)) == gap != 0


#: torchmetrics drops all references of a segment that has nothing in common with them: its counts of "xyz" are lost.
_NOTHING_IN_COMMON = Corpus.from_segments(
    ["the cat sat on the mat", "xyz"], [["the cat sat on the mat"], ["abcdef ghi klm"]]
)


def test_the_cause_that_carries_most_is_named_first_and_those_that_carry_nothing_not_at_all() -> None:
    explanation = explain("native:torchmetrics", "native:sacrebleu", "chrf", _NOTHING_IN_COMMON, word_order=2)
    assert explanation.sentence.startswith(
        "native:sacrebleu.corpus_chrf scores 31.4753 lower than native:torchmetrics.chrf_score: 32.1626 lower because "
        "references is highest-f, not above-zero; 0.6368 higher because empty_reference_order is drop-hypothesis, "
    )
    assert [share.changes[0].knob for share in shown_shares(explanation.shares)] == [
        "references",
        "empty_reference_order",
        "order_mean",
    ]
    assert all(share.value for share in explanation.shares)
    assert all(len(share.changes) == 1 for share in explanation.shares if not share.rounding)
    assert all(len(step.changes) == 1 for step in explanation.steps)
    pages = [terminal_explanation(explanation), markdown_explanation(explanation)]
    for page in pages:
        assert "+0.0000" not in page
        assert "-0.0000" not in page
        assert "no effect here" not in page
        assert "empty_input" not in page.partition("Settings:")[0].partition("<summary>Settings")[0]


def test_knobs_are_changed_in_pipeline_order_and_shown_so() -> None:
    explanation = explain("native:sacrebleu", "native:nltk", "bleu", CORPUS)
    stages = [STAGE_ORDER.index(Stage(change.stage)) for step in explanation.steps for change in step.changes]
    assert stages == sorted(stages)
    assert len(set(stages)) > 3
    walked = terminal_explanation(explanation).partition("Knob by knob")[2]
    assert 0 < walked.find("tokenizer: ") < walked.find("denominator_floor: ")
    shown = shown_steps(explanation.steps, explanation.first_number or math.nan)
    assert [change.knob for _, step in shown for change in step.changes] == ["tokenizer", "denominator_floor"]
    effects = [effect for effect, _ in shown if effect is not None]
    assert [f"{effect:+.4f}" for effect in effects] == ["+3.7067", "-5.3449"]


_ENTITY = "sacrebleu-bleu-13a-entities"


@pytest.mark.parametrize(("joined", "names"), [("&amp;", [_ENTITY]), ("and", [])])
def test_an_entry_about_entities_needs_an_entity(joined: str, names: list[str]) -> None:
    """The comma makes a gap between the tokenizers in both texts, and so does the apostrophe between 13a and intl."""
    corpus = Corpus.from_segments([f"Tom's salt {joined} pepper, on top"], [["Tom 's salt & pepper , on top"]])
    explanation = explain("native:sacrebleu", "native:nltk", "bleu", corpus)
    assert "tokenizer" in contributing_knobs(explanation.shares)
    assert [name for name in explanation.divergences if "entities" in name] == names
    assert "whitespace-bleu-punctuation" in explanation.divergences
    row = diff("bleu", corpus, ["native:sacrebleu.corpus_bleu", "native:nltk.corpus_bleu"]).rows[1]
    assert [name for name in row.divergences if "entities" in name] == names


def test_an_entry_applies_only_if_its_values_change_the_score() -> None:
    """Smoothing acts on orders without a match, and NLTK's floor of one on segments without n-grams of an order."""
    matched = Corpus.from_segments(["a b c d e f ."] * 2, [["a b c d e g."]] * 2)
    unmatched = Corpus.from_segments(["a b c ."] * 2, [["a b d."]] * 2)
    named = [
        set(explain("native:sacrebleu", "native:nltk", "bleu", corpus).divergences) for corpus in (matched, unmatched)
    ]
    assert "whitespace-bleu-punctuation" in named[0] & named[1]
    assert not {name for name in named[0] if "smoothing" in name}
    assert {name for name in named[1] if "smoothing" in name}


def test_an_entry_whose_knob_acts_only_on_the_way_does_not_apply() -> None:
    """NLTK skips precisions of 0; but it smooths here, and sacreBLEU, too. Only its average with that smoothing skips one."""
    explanation = explain("native:sacrebleu", "native:nltk.sentence_bleu", "bleu", CORPUS)
    assert "zero_precision" in contributing_knobs(explanation.shares)
    assert "nltk-bleu-phantom-ngrams" in explanation.divergences
    assert "nltk-bleu-zeros-skipped" not in explanation.divergences


def test_two_models_are_explained_without_anything_installed() -> None:
    explanation = explain("native:sacrebleu", "native:nltk.sentence_bleu", "bleu", CORPUS)
    assert explanation.explained
    assert explanation.gap == pytest.approx(-24.2961, abs=1e-4)
    assert explanation.smallest is not None
    assert {change.knob for change in explanation.smallest} == {"tokenizer", "average", "smoothing"}
    assert explanation.sentence.startswith(
        "native:nltk.sentence_bleu scores 24.2961 lower than native:sacrebleu.corpus_bleu:"
    )
    assert [segment.index for segment in explanation.segments] == [1, 0]
    assert "euros." in explanation.segments[0].tokens_second
    assert "euros" in explanation.segments[0].tokens_first


def test_a_user_sets_knobs_where_a_side_can_take_them() -> None:
    explanation = explain("native:sacrebleu", "native:nltk.corpus_bleu", "bleu", CORPUS, smoothing="floor")
    assert parse_signature(explanation.first.signature).as_dict()["smoothing"] == "floor"
    assert {change.knob for share in explanation.shares for change in share.changes} >= {
        "tokenizer",
        "denominator_floor",
    }


_LIAR = """
from samescore import Corpus, score
def liar(hypotheses, references):
    return score("bleu", Corpus.from_segments(hypotheses, references)).value + 1.0

liar.samescore = {"metric": "bleu"}
"""


def test_explain_reports_an_unreproduced_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lying_bleu.py").write_text(_LIAR, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    explanation = explain("native", "py:lying_bleu:liar", "bleu", CORPUS)
    assert not explanation.explained
    assert explanation.second.residual == pytest.approx(1.0)
    assert explanation.sentence.startswith(
        "Unexplained: py:lying_bleu:liar.bleu did not return what its settings predict."
    )


def test_an_unreproduced_score_is_not_called_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings of both sides are the same, so they alone give no gap; the scores differ by 1."""
    (tmp_path / "lying_bleu.py").write_text(_LIAR, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    explanation = explain("py:lying_bleu:liar", "native", "bleu", CORPUS)
    assert explanation.gap == 0
    assert explanation.sentence.endswith("With the settings alone, both would score the same.")


_KEEPS_SPACES = """
from samescore import Corpus, score
def chrf(hypotheses, references):
    return score("chrf", Corpus.from_segments(hypotheses, references), whitespace="keep").value
"""


def test_a_single_knob_that_gives_the_answer_of_a_program_is_named_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "spaced_chrf.py").write_text(_KEEPS_SPACES, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    explanation = explain("py:spaced_chrf:chrf", "native", "chrf", CORPUS)
    assert explanation.first.as_with.startswith("as with whitespace=keep instead of remove")
    assert "py:spaced_chrf:chrf.chrf answers as with whitespace=keep" in explanation.sentence


def test_a_side_that_prints_another_metric_under_the_name_is_said(tmp_path: Path) -> None:
    """Rouge prints as ROUGE-L what is ROUGE-Lsum here."""
    (tmp_path / "hyp").write_text("the cat sat on the mat\n", encoding="utf-8")
    (tmp_path / "ref").write_text("a cat sat on a mat\n", encoding="utf-8")
    sides = ["explain", "native:rouge", "native:rouge_score", "hyp", "-r", "ref"]
    assert "pass both metrics, -m rouge-lsum and -m rouge-l" in call(*sides, "-m", "ROUGE-L", cwd=tmp_path).stderr
    assert call(*sides, "-m", "rouge-lsum", "-m", "rouge-l", cwd=tmp_path).returncode == 0


_ALWAYS_HALF = """
def half(hypotheses, references):
    return 0.5

half.samescore = {"metric": "chrf"}

def plain(hypotheses, references):
    return 0.5
"""


@pytest.mark.parametrize(
    ("side", "options", "step"),
    [
        ("py:always:half", "", "find its settings with: samescore identify py:always:half -m chrf"),
        ("py:always:plain", "-m chrf", "find its settings with: samescore identify py:always:plain -m chrf"),
        (
            "cmd:python always.py {hyp} {ref}",
            "-m chrf",
            "find its settings with: samescore identify 'cmd:python always.py {hyp} {ref}' -m chrf",
        ),
    ],
)
def test_an_unexplained_gap_of_the_users_code_suggests_a_next_step(
    side: str, options: str, step: str, tmp_path: Path
) -> None:
    """Without -m, a function that declares exactly one metric is asked for that one."""
    (tmp_path / "always.py").write_text(f"{_ALWAYS_HALF}\nprint(0.5)\n", encoding="utf-8")
    (tmp_path / "hyp").write_text("the cat sat\n", encoding="utf-8")
    (tmp_path / "ref").write_text("the cat ran\n", encoding="utf-8")
    side = side.replace("python", sys.executable)
    for sides in ((side,), ("native", side)):
        done = call("explain", *sides, "hyp", "-r", "ref", *options.split(), cwd=tmp_path, PYTHONPATH=str(tmp_path))
        assert done.returncode == 1, done.stderr
        assert "Unexplained" in done.stdout
        assert step.replace("python", sys.executable) in done.stderr
    reproduced = call("explain", "native", "native:nltk", "hyp", "-r", "ref", cwd=tmp_path)
    assert "identify" not in reproduced.stderr


def test_sides_that_cannot_be_asked() -> None:
    with pytest.raises(UnknownNameError, match="no entry point for bleu"):
        explain("native", "native:jiwer", "bleu", CORPUS)
    with pytest.raises(UnknownNameError, match="cannot be run"):
        explain("native", "cmd:no-such-program-at-all", "wer", CORPUS)


def test_no_numbers_no_shares() -> None:
    explanation = explain("native", "native:tf-nmt", "bleu", Corpus.from_segments([""], [["a"]]))
    assert explanation.gap is None
    assert explanation.shares == []
    assert "do not both have a score" in explanation.sentence
