"""The path from the number of one metric to that of another is made of native scores."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore import Corpus, Labels, SettingsError, Tagged, UnknownNameError
from samescore.base.outcome import Score
from samescore.data.kinds import Data
from samescore.metrics.aliases import resolve_metric_name
from samescore.metrics.evaluator import bare_outcome
from samescore.records import Crossing
from samescore.settings.scale import on_widest
from samescore.verbs.why.bridges.bridges import way
from tests.command import call, records
from tests.explaining import cross, explain

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


_SUMMARIES = Corpus.from_segments(
    ["One cat sat.\nTwo dogs ran home.", "a b"], [["Two dogs ran.\nOne cat sat down."], ["a c"]]
)


def _values(of: Crossing) -> list[float | None]:
    return [of.start, *(step.outcome.value for step in of.steps)]


def test_rouge_l_and_rouge_lsum() -> None:
    of = cross("native:rouge_score", "native:rouge_score", ("rougeL", "rougeLsum"), _SUMMARIES)
    # 3 of 7 words in order in the first text, 6 of 7 with one line after the other; 1 of 2 in the second
    assert of.start == pytest.approx(100 * (3 / 7 + 1 / 2) / 2)
    assert [step.kind for step in of.steps] == ["identity", "input"]
    assert of.steps[0].outcome.value == of.start
    assert of.steps[1].outcome.value == pytest.approx(100 * (6 / 7 + 1 / 2) / 2)
    assert [bridge.residual for bridge in of.bridges] == [0.0]
    assert of.explained


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("ter", "wer"), ["ter-wer"]),
        (("cer", "ter"), ["wer-cer", "ter-wer"]),
        (("mer", "ter"), ["wer-mer", "ter-wer"]),
        (("accuracy", "balanced-accuracy"), ["accuracy-micro-recall", "balanced-accuracy-macro-recall"]),
        (("gleu", "rouge-n"), ["gleu-bleu", "rouge-n-bleu"]),
    ],
)
def test_the_shortest_way(names: tuple[str, str], expected: list[str]) -> None:
    assert [bridge.id for bridge in way(*names)] == expected


_TEXTS = Corpus.from_segments(
    ["the cat sat on the Mat", "yes yes yes yes", "so it is"], [["on the mat the cat sat"], ["yes"], ["it is so here"]]
)
_PREDICTED = Labels(list("abbac"), list("abaab"))


@pytest.mark.parametrize(
    ("names", "data"),
    [
        (("ter", "wer"), _TEXTS),
        (("wer", "ter"), _TEXTS),
        (("ter", "cer"), _TEXTS),
        (("cer", "mer"), _TEXTS),
        (("wil", "wip"), _TEXTS),
        (("bleu", "rouge1"), _TEXTS),
        (("gleu", "bleu"), _TEXTS),
        (("answer-f1", "rouge1"), _TEXTS),
        (("accuracy", "macro-F1"), _PREDICTED),
        (("balanced-accuracy", "accuracy"), _PREDICTED),
    ],
)
def test_a_path_leads_from_the_first_number_to_the_second(names: tuple[str, str], data: Data) -> None:
    of = cross("native", "native", names, data)
    values = _values(of)
    ends = []
    for name in names:
        chosen, implied = resolve_metric_name(name)
        outcome = bare_outcome(data, on_widest(chosen.settings.from_mapping(implied)))
        assert isinstance(outcome, Score)
        ends.append(outcome.value)
    assert [values[0], values[-1]] == ends
    assert of.gap == ends[1] - ends[0]
    assert None not in values
    crossed = [k for k, step in enumerate(of.steps, 1) if step.kind == "identity"]
    conditions = {bridge.condition for bridge in of.bridges}
    if conditions == {""}:
        assert all(values[k] == pytest.approx(values[k - 1], rel=1e-14) for k in crossed)


def test_partial_matches_and_entity_f1() -> None:
    tags = Tagged([["B-PER", "I-PER", "O", "B-LOC"]], [["B-PER", "O", "O", "I-LOC"]])
    of = cross("native:nervaluate", "native:seqeval", ("entity-match", "entity-f1"), tags, match="partial")
    # one of two is right, the other a half; then one is right
    assert (of.start, _values(of)[-1]) == (75.0, 50.0)
    assert [str(change) for step in of.steps for change in step.changes if change.knob == "match"] == [
        "match: partial -> strict"
    ]
    assert [bridge.residual for bridge in of.bridges] == [0.0]
    assert of.explained


@pytest.mark.parametrize("names", [("wer", "cer"), ("cer", "wer"), ("wer", "mer"), ("mer", "wer")])
def test_transforms_that_both_sides_have_are_no_step(names: tuple[str, str]) -> None:
    of = cross(
        "native", "native", names, _TEXTS, case="lower", transforms=("to-upper-case", "substitute-words:CAT=cat")
    )
    assert of.steps
    assert not {change.knob for step in of.steps for change in step.changes} & {"case", "transforms"}
    assert [bridge.residual for bridge in of.bridges] == [0.0]


def test_a_condition_that_does_not_hold_is_said() -> None:
    short = Corpus.from_segments(["a b"], [["a b c d"]])
    (bridge,) = cross("native", "native", ("gleu", "bleu"), short).bridges
    assert bridge.residual == 50.0  # 2 of 4 words, and 2 of 2
    assert bridge.condition


def test_a_side_that_gives_no_score() -> None:
    of = cross("native", "native", ("ter", "wer"), Corpus.from_segments([], []))
    assert of.gap is None
    assert [bridge.residual for bridge in of.bridges] == [None]
    assert "ter of native is no score" in of.sentence


def test_metrics_without_a_way_and_inputs_that_a_bridge_does_not_take() -> None:
    with pytest.raises(SettingsError, match="no settings are known for which chrf and ter are equal") as refusal:
        cross("native", "native", ("chrf", "ter"), _TEXTS)
    assert "wer - cer" in refusal.value.hint
    with pytest.raises(SettingsError, match="compared on text, but the corpus holds tokens"):
        cross("native", "native", ("ter", "wer"), Corpus.from_tokens([["a"]], [[["a"]]]))
    with pytest.raises(UnknownNameError, match="unknown metric: 'rougeX'"):
        cross("native", "native", ("rougeX", "rougeL"), _TEXTS)


@pytest.mark.parametrize(
    ("first", "second", "knob"),
    [
        ("chrf", "chrf++", "word_order: 0 -> 2"),
        ("bleu", "BLEU-1", "max_order: 4 -> 1"),
        ("corpus BLEU", "sentence BLEU", "average: corpus -> sentences"),
        ("rouge1", "rouge2", "order: 1 -> 2"),
    ],
)
def test_two_names_of_one_metric_are_explained_by_their_knobs(first: str, second: str, knob: str) -> None:
    explanation = explain("native", "native", first, _TEXTS, second_metric=second)
    assert explanation.first.name == f"native ({first})"
    assert explanation.second.name == f"native ({second})"
    assert [str(change) for change in explanation.smallest or ()] == [knob]


def test_macro_and_micro_f1() -> None:
    explanation = explain("native:sklearn", "native:sklearn", "macro-F1", _PREDICTED, second_metric="micro-F1")
    assert [str(change) for change in explanation.smallest or ()] == ["average: macro -> micro"]
    assert explanation.explained


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "hyp").write_text("yes yes yes\nno [b] <i> \x1b[31m\n", encoding="utf-8")
    (tmp_path / "ref").write_text("yes\nno\n", encoding="utf-8")
    return tmp_path


def test_the_command(files: Path) -> None:
    command = ("explain", "native:jiwer", "hyp", "-r", "ref", "-m", "wer", "-m", "cer")
    done = call(*command, "--format", "jsonl", cwd=files)
    assert done.returncode == 0, done.stderr
    (record,) = records(done.stdout)
    assert (record["type"], record["first_metric"], record["second_metric"]) == ("crossing", "wer", "cer")
    table = call(*command, cwd=files).stdout
    assert "the input: every character is a word" in table
    assert "The bridge wer-cer holds exactly (residual 0)" in table
    shown = call(*command, "--format", "markdown", cwd=files).stdout
    assert "- The bridge `wer-cer` holds exactly" in shown
    (files / "saved.jsonl").write_text(done.stdout, encoding="utf-8")
    assert call("render", "saved.jsonl", cwd=files).stdout == table


def test_entry_points_name_their_metrics(files: Path) -> None:
    done = call(
        "explain",
        "native:rouge_score.rougeL",
        "native:rouge_score.rougeLsum",
        "hyp",
        "-r",
        "ref",
        "--format",
        "jsonl",
        cwd=files,
    )
    (record,) = records(done.stdout)
    assert [bridge["id"] for bridge in record["bridges"]] == ["rouge-l-rouge-lsum"]
    alone = call("explain", "native:jiwer.cer", "hyp", "-r", "ref", "--format", "jsonl", cwd=files)
    assert records(alone.stdout)[0]["metric"] == "cer"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-m", "wer", "-m", "cer", "-m", "mer"), "3 metrics were given"),
        (("-m", "wer", "-m", "cer", "--reported", "3"), "a reported number belongs to a single metric"),
        (("-m", "wer", "-m", "cer", "--set", "nothing=1"), "has no knob 'nothing'"),
        (("-m", "wer", "-m", "bleu"), "no settings are known for which wer and bleu"),
    ],
)
def test_arguments_that_do_not_go_together(files: Path, arguments: tuple[str, ...], message: str) -> None:
    done = call("explain", "native", "hyp", "-r", "ref", *arguments, cwd=files)
    assert done.returncode == 2
    assert message in done.stderr


def test_a_knob_is_set_on_the_sides_that_have_it(files: Path) -> None:
    done = call(
        *("explain", "native", "hyp", "-r", "ref", "-m", "wer", "-m", "cer"),
        *("--set", "whitespace=remove", "--set", "case=lower"),
        "--format",
        "jsonl",
        cwd=files,
    )
    (record,) = records(done.stdout)
    assert "case:lower" in record["first"]["signature"]
    assert "case:lower" in record["second"]["signature"]
    assert "whitespace:remove" in record["second"]["signature"]
