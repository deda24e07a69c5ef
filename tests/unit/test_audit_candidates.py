"""Candidates for a published number: their names state how they differ, and their order is that of plausibility."""

from __future__ import annotations

import re
from functools import cache

import pytest

from samescore import Comparison, Corpus, Labels
from samescore.catalogue.profile_files import profile_files
from samescore.data.comparison import Numbers
from samescore.metrics import find
from samescore.records import Tier
from samescore.settings import Settings
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.grid import candidates, rounded_otherwise
from samescore.verbs.audit.question import question_of
from samescore.verbs.audit.stated import Candidate

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_TEXT = Corpus.from_segments(["The cat sat"], [["the cat sat"]])
_HAN = Corpus.from_segments(["猫坐在垫子上"], [["猫坐在那里"]])
_LABELS = Labels(tuple("aabbcd"), tuple("abbbcc"))


@cache
def _found(metric: str) -> list[Candidate]:
    return candidates(question_of(Claim(metric, "50.0")), None, _LABELS if metric in ("F1", "accuracy") else _TEXT)


@pytest.mark.parametrize("metric", ["BLEU", "F1", "accuracy", "WER", "ROUGE-1", "chrF++"])
def test_candidates_are_sorted_by_plausibility_and_none_is_repeated(metric: str) -> None:
    found = _found(metric)
    tiers = [list(Tier).index(candidate.tier) for candidate in found if candidate.tier is not Tier.PRACTICE]
    assert tiers == sorted(tiers)
    assert len({candidate.settings for candidate in found}) == len(found)
    assert found[0].tier is Tier.DEFAULT


def _differences(settings: Settings, default: Settings) -> dict[str, str]:
    """Return the names and the values, as options of the command line state them, of the knobs that differ."""
    names = [off.knob.name for off in settings.differences(default)]
    return {name: settings.knob(name).domain.format(getattr(settings, name)) for name in names}


@pytest.mark.parametrize("metric", ["BLEU", "F1", "WER", "ROUGE-1"])
def test_changed_knobs_are_named(metric: str) -> None:
    """For candidates without a tool: exactly the knobs that differ from the defaults of the metric."""
    chosen, implied = find(question_of(Claim(metric, "50.0")).metric.name)
    start = question_of(Claim(metric, "50.0")).usual
    checked = 0
    for candidate in _found(metric):
        if candidate.tier in (Tier.ONE_KNOB, Tier.COMBINATION):
            named = dict(part.split("=", 1) for part in candidate.how.split(", ")) if "=" in candidate.how else {}
            told = {
                name: value for name, value in _differences(candidate.settings, start).items() if name not in implied
            }
            assert named == told, candidate.how
            assert named or candidate.how == "all knobs at their defaults"
            checked += 1
    assert checked > 8
    assert chosen.name == candidate.settings.metric


@pytest.mark.parametrize("metric", ["BLEU", "F1", "accuracy", "WER", "ROUGE-1", "chrF++"])
def test_tools_are_named_with_their_versions_and_options(metric: str) -> None:
    """The options are those at which the tool does not have its default, with the values of the candidate."""
    options = 0
    for candidate in _found(metric):
        if candidate.profile is None:
            continue
        tool, _, rest = candidate.how.partition(" with ")
        name, versions = re.fullmatch(r"(.*) \((.*)\)", tool).groups()  # type: ignore[union-attr]
        package = name.removesuffix(f".{candidate.profile.entry_point}")
        assert candidate.profile in profile_files()[package].profile
        assert versions == candidate.profile.versions
        assert (candidate.tier is Tier.PRACTICE) == bool(rest)
        for knob, value in re.findall(r"(\w+)=([^=]*?)(?=, \w+=|$)", rest):
            own = getattr(candidate.settings, knob)
            assert candidate.settings.knob(knob).domain.format(own) == value
            assert own != getattr(candidate.profile.settings(), knob)
            options += 1
    assert options > 2


def test_a_metric_with_usual_settings_for_a_script_starts_with_them() -> None:
    question = question_of(Claim("BLEU", "50.0"))
    for data, how, tokenizer in (
        (_TEXT, "sacreBLEU's defaults", "13a"),
        (_HAN, "sacreBLEU's defaults for Chinese", "zh"),
    ):
        first = candidates(question, None, data)[0]
        assert (first.how, first.settings.tokenizer) == (how, tokenizer)  # type: ignore[attr-defined]
        assert [each.how for each in candidates(question, None, data, (Tier.DEFAULT,))] == [how]
    assert candidates(question_of(Claim("WER", "50.0")), None, _TEXT)[0].how == "the defaults of wer"


def test_scores_of_single_classes_are_tried_unless_the_name_or_the_metric_excludes_them() -> None:
    own = [each.how for each in _found("F1") if each.settings.average == "class"]  # type: ignore[attr-defined]
    assert {f"average=class, positive={label}" for label in "abcd"} <= set(own)
    macro = candidates(question_of(Claim("macro-F1", "50.0")), None, _LABELS)
    assert {each.settings.average for each in macro} == {"macro"}  # type: ignore[attr-defined]
    assert not [each for each in _found("accuracy") if "positive=" in each.how]


def test_at_most_ten_classes_are_tried_and_absent_ones_are_not() -> None:
    many = Labels(tuple("abcdefghijkl"), tuple("abcdefghijkl"))
    found = candidates(question_of(Claim("F1", "50.0")), None, many)
    positive = [each.settings.positive for each in found if each.settings.average == "class"]  # type: ignore[attr-defined]
    assert sorted(set(positive)) == list("abcdefghij")


def test_only_the_chosen_tiers_are_returned_and_the_stated_settings_come_first() -> None:
    question = question_of(Claim("BLEU", "50.0"))
    everything = candidates(question, None, _TEXT)
    for tier in Tier:
        assert candidates(question, None, _TEXT, (tier,)) == [each for each in everything if each.tier is tier]
    stated = Candidate("stated", everything[5].settings, tier=Tier.STATED)
    assert candidates(question, stated, _TEXT) == [stated, *everything[:5], *everything[6:]]
    assert candidates(question, stated, _TEXT, (everything[5].tier,))[:1] != [stated]
    assert stated.settings not in [each.settings for each in candidates(question, stated, _TEXT, (everything[5].tier,))]


def test_variants_of_rounding() -> None:
    first = _found("BLEU")[0]
    variants = list(rounded_otherwise(first))
    rounding = {off.knob.name for variant in variants for off in variant.settings.differences(first.settings)}
    assert rounding
    assert all(first.settings.knob(name).rounding for name in rounding)
    assert first.settings not in [variant.settings for variant in variants]


@pytest.mark.parametrize(
    ("metric", "tool", "option"),
    [
        ("BLEU", "sacrebleu.corpus_bleu", "effective_order=yes"),  # no by default
        ("BLEU", "sacrebleu.sentence_bleu", "effective_order=no"),  # yes by default
        ("F1", "sklearn.f1_score", "weights=given"),
        ("chrF++", "sacrebleu.corpus_chrf", "whitespace=keep"),
    ],
)
def test_options_of_a_tool_that_are_rarely_used_are_tried(metric: str, tool: str, option: str) -> None:
    assert any(re.fullmatch(rf"{re.escape(tool)} \(.*\) with {option}", each.how) for each in _found(metric))


def test_knobs_of_one_base_are_varied_alone_and_then_together() -> None:
    """Values of several transformations are written as an option states them."""
    plain = [each.how for each in _found("WER") if each.tier in (Tier.DEFAULT, Tier.ONE_KNOB, Tier.COMBINATION)]
    assert plain[:5] == [
        "the defaults of wer",
        "average=sentences",
        "segments=concatenated",
        "references=best",
        "tokenizer=none",
    ]
    assert plain[5] == "references=best, tokenizer=none"
    assert "transforms=remove-punctuation, segments=concatenated, references=best, tokenizer=none" in plain


def test_what_the_name_of_a_metric_implies_is_not_varied() -> None:
    assert {each.settings.word_order for each in _found("chrF++")} == {2}  # type: ignore[attr-defined]
    assert {each.settings.order for each in _found("ROUGE-1")} == {1}  # type: ignore[attr-defined]


def test_a_stated_number_of_resamples_is_tried_with_every_tool() -> None:
    data = Comparison("mean", [Numbers([1.0, 0.5, 0.25]), Numbers([0.25, 0.5, 0.5])])
    known = candidates(question_of(Claim("p-value", "0.03", statistic="mean")), None, data)
    usual = {each.how for each in known}
    stated = Claim("p-value", "0.03", statistic="mean", settings={"resamples": 77})
    found = candidates(question_of(stated), None, data)
    assert found[: len(known)] == known
    more = found[len(known) :]
    assert more
    for each in more:
        assert each.how.removesuffix(" with resamples=77") in usual
        assert (each.tier, each.settings.resamples) == (Tier.KNOWN_TOOL, 77)  # type: ignore[attr-defined]
    for resamples in ("many", -1):
        none = Claim("p-value", "0.03", statistic="mean", settings={"resamples": resamples})
        assert {each.how for each in candidates(question_of(none), None, data)} == usual
