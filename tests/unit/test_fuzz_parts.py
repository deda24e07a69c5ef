"""The parts of a search for disagreements: the two sides, the explanations, the limits, the order and the counts."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import strategies as st

from samescore import Corpus
from samescore.base.errors import InputError, SettingsError, UnknownNameError
from samescore.data.kinds import digest
from samescore.implementations import described_function, implementation
from samescore.implementations.sides import side
from samescore.metrics import metric
from samescore.metrics.mistakes import mistakes_of
from samescore.records.fuzz import Find, FuzzReport, FuzzSummary
from samescore.settings import Settings
from samescore.verbs.fuzz.command import Fuzz
from samescore.verbs.fuzz.duels import Duel, DuelCase, FuzzedSide, duel_of, duels_with_model
from samescore.verbs.fuzz.execution import execute
from samescore.verbs.fuzz.explanation import Disagreement, DisagreementReason, Explained, disagreement
from samescore.verbs.fuzz.request import Request
from samescore.verbs.fuzz.search import DisagreementSearch, FoundDisagreement, SearchLimits, Tally

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_BLEU = metric("bleu").settings
_SAME = Corpus.from_segments(["a b"], [["a b"]])
_SQUAD = ("native:squad-v1", "native:squad-v2")


def _duel(first: str, second: str, metric_name: str, nearest: bool = False, **knobs: object) -> Duel:
    opened = implementation(first.partition("(")[0]), implementation(second.partition("(")[0])
    return duel_of((side(first), side(second)), opened, metric_name, knobs, nearest=nearest)


def _bleu_duel(cases: Sequence[DuelCase] = ()) -> Duel:
    """A duel of two native sides, which draws the cases in turn or at random."""
    drawn = st.integers(0, 10**9).map(lambda number: cases[number % len(cases)])
    return Duel("bleu", FuzzedSide("native"), FuzzedSide("other"), drawn)


def _bleu_disagreement(
    data: Corpus, first: Settings, second: Settings, explained: Explained | None = None
) -> Disagreement | None:
    return disagreement(_bleu_duel(), DuelCase(data, first, second), explained or Explained())


def _knobs(*names: str, unmodelled: str = "") -> DisagreementReason:
    return DisagreementReason("knobs", names, unmodelled)


def test_the_names_of_a_side() -> None:
    found = _duel("native:nltk.corpus_bleu", "native:sacrebleu(lowercase=true)", "bleu", smoothing="none")
    first, second = found.sides
    assert (first.full_name, first.entry_point) == ("native:nltk.corpus_bleu", "corpus_bleu")
    assert second.full_name == "native:sacrebleu.corpus_bleu(lowercase=true)"
    assert (first.is_native, second.is_native) == (True, True)
    native = FuzzedSide("native", written="case=lower")
    assert (native.full_name, native.entry_point, native.ulps) == ("native(case=lower)", "", 0)
    assert not native.describes_itself


def test_a_knob_that_only_one_side_supports() -> None:
    found = _duel("native:nltk.corpus_bleu", "native:sacrebleu", "bleu", smoothing="none", case="lower")
    assert [each.ignored for each in found.sides] == [("smoothing",), ()]
    request = Request("native:nltk.corpus_bleu", "native:sacrebleu", "bleu", examples=1)
    participants = [(side(name), implementation(name)) for name in request.names]
    search = Fuzz(request, participants, {"smoothing": "none", "case": "lower"})
    assert search.ignored == [("native:nltk.corpus_bleu", "smoothing")]
    notes: list[str] = []
    asked = Request("native:nltk.corpus_bleu", "native:sacrebleu", "bleu", {"smoothing": "none"}, examples=1, seed=1)
    list(execute(asked, on_note=notes.append))
    assert notes == ["--set smoothing does not apply to native:nltk.corpus_bleu, which does not support it"]


def test_two_sides_that_are_the_same_are_refused() -> None:
    with pytest.raises(SettingsError, match=r"both sides are native:nltk\.corpus_bleu with the same settings"):
        _duel("native:nltk.corpus_bleu", "native:nltk.corpus_bleu", "bleu")
    other = _duel("native:nltk.corpus_bleu", "native:nltk.corpus_bleu(max_order=2)", "bleu")
    assert other.second is not None
    assert other.second.full_name == "native:nltk.corpus_bleu(max_order=2)"


def test_the_only_common_metric_is_chosen() -> None:
    opened = described_function(lambda *_: 0.0, "mine", "exact-match", {})
    assert duel_of((side("mine"), side("native")), (opened, implementation("native")), "", {}).metric == "exact-match"
    with pytest.raises(UnknownNameError, match="native:nltk and native:sacrebleu have bleu, chrf, p-value in common"):
        _duel("native:nltk", "native:sacrebleu", "")
    with pytest.raises(UnknownNameError, match="native and native have no metric in common"):
        _duel("native", "native", "")
    with pytest.raises(UnknownNameError, match=r"^native:nltk has no entry point for rouge-n"):
        _duel("native", "native:nltk", "rouge1")


@pytest.mark.parametrize(
    ("metric_name", "knobs", "said"),
    [
        ("bleu", {}, "mine has no entry point for bleu"),
        ("", {"case": "lower"}, "mine has no entry point with case"),
        ("bleu", {"smoothing": "none"}, "mine has no entry point for bleu with smoothing"),
    ],
)
def test_an_entry_point_that_is_missing(metric_name: str, knobs: dict[str, object], said: str) -> None:
    opened = described_function(lambda *_: 0.0, "mine", "exact-match", {})
    with pytest.raises(UnknownNameError) as raised:
        duels_with_model(side("mine"), opened, metric_name, knobs)
    assert str(raised.value).split("\n")[0] == said


def test_a_function_is_compared_with_the_native_metric() -> None:
    opened = described_function(lambda *_: 0.0, "mine", "exact-match", {})
    for metric_name in ("", "exact-match"):
        (duel,) = duels_with_model(side("mine"), opened, metric_name, {})
        assert [each.full_name for each in duel.sides] == ["mine.exact_match", "native"]
        assert [each.is_native for each in duel.sides] == [False, True]
        assert duel.first.describes_itself


_NAMED = _knobs("case", "tokenizer")


@pytest.mark.parametrize(
    ("reason", "other", "known", "included"),
    [
        (_NAMED, _NAMED, set(), True),
        (_NAMED, _knobs("case"), set(), False),
        (_NAMED, _knobs("case"), {"tokenizer"}, True),
        (_NAMED, _knobs("case"), {"case"}, False),
        (_NAMED, _knobs("case", "tokenizer", "scale"), {"scale"}, False),
        (_NAMED, _knobs("case", "tokenizer", unmodelled="a"), set(), False),
        (_NAMED, DisagreementReason("stage", ("case", "tokenizer")), set(), False),
        (DisagreementReason("stage", ("a", "b")), DisagreementReason("stage", ("a",)), {"b"}, False),
        (DisagreementReason("stage", ("a",)), DisagreementReason("stage", ("a",)), set(), True),
    ],
)
def test_an_explanation_includes_another(
    reason: DisagreementReason, other: DisagreementReason, known: set[str], included: bool
) -> None:
    assert reason.includes(other, frozenset(known)) is included


def test_what_follows_from_earlier_explanations() -> None:
    found = Explained()
    mistake = mistakes_of("bleu")[1].name
    reasons = {kind: DisagreementReason(kind, (name,), "a") for kind, name in (("error", "E"), ("stage", "s"))}  # type: ignore[arg-type]
    reasons["mistake"] = DisagreementReason("mistake", (mistake,), "a")
    assert [found.unexplained(reasons[kind]) for kind in ("error", "stage", "mistake")] == [1, 2, 2]
    assert found.unexplained(_knobs("case", "scale")) == 2
    for reason in reasons.values():
        found.add(reason, {})
        assert found.unexplained(reason) == 0
    found.add(_knobs("case", unmodelled="a"), {"case": "lower"})
    found.add(_knobs("scale", unmodelled="a"), {"scale": "1"})
    assert found.unexplained(_knobs("case", "scale")) == 2  # of another side
    assert found.unexplained(_knobs("case", "strip", unmodelled="a")) == 1
    assert (set(found.knobs("a")), set(found.knobs())) == ({"case", "scale"}, set())
    assert (found.changes("a"), found.changes("b")) == ({"case": "lower", "scale": "1"}, {})
    assert [each.name for each in found.mistakes("a", "bleu")] == [mistake]
    assert found.mistakes("b", "bleu") == []


def test_one_of_two_sufficient_knobs_is_named() -> None:
    """A text of two words scores 100 with two orders, or if empty orders are skipped; otherwise 0."""
    first, second = _BLEU(smoothing="none"), _BLEU(smoothing="none", max_order=2, effective_order=True)
    found = _bleu_disagreement(_SAME, first, second)
    assert found is not None
    assert (found.explanation, found.values) == (_knobs("max_order"), {"max_order": 2})
    assert [change.left for change in found.causes] == [4]
    explained = Explained()
    explained.add(_knobs("effective_order"), {})
    found = _bleu_disagreement(_SAME, first, second, explained)
    assert found is not None
    assert found.explanation == _knobs("effective_order")


def test_three_knobs_that_are_needed_together() -> None:
    """The fourth, add_k, has no effect without smoothing, and one change is enough to lose the score of 100."""
    data = Corpus.from_segments(["A b, c"], [["a b , c"]])
    first = _BLEU(smoothing="none", tokenizer="none", max_order=5, add_k=2.0)
    second = _BLEU(smoothing="none", tokenizer="13a", case="lower", add_k=1.0)
    found = _bleu_disagreement(data, first, second)
    assert found is not None
    assert found.explanation == _knobs("case", "tokenizer", "max_order")
    found = _bleu_disagreement(data, second, first)
    assert found is not None
    assert found.explanation == _knobs("case")


def test_sides_that_agree_despite_their_settings() -> None:
    assert _bleu_disagreement(_SAME, _BLEU(case="keep"), _BLEU(case="lower")) is None
    assert _bleu_disagreement(_SAME, _BLEU(scale="100"), _BLEU(scale="1")) is None


_SHORT = DuelCase(_SAME, _BLEU(smoothing="none"), _BLEU(smoothing="none", max_order=2))
_AGREE = DuelCase(Corpus.from_segments(["a b c d"], [["a b c d"]]), _BLEU(), _BLEU(case="lower"))


def _search(
    cases: Sequence[DuelCase], examples: int | None, said: list[str] | None = None, **fields: Any
) -> DisagreementSearch:
    duel, limits = _bleu_duel(cases), SearchLimits(examples, fields.pop("seconds", None))
    say = (said if said is not None else []).append
    tally = fields.pop("tally", Tally())
    return DisagreementSearch([duel], [Explained()], seed=1, limits=limits, tally=tally, on_progress=say, **fields)


def test_a_search_ends_after_its_number_of_inputs() -> None:
    said: list[str] = []
    search = _search([_SHORT, _AGREE], 130, said)
    (found,) = search.finds()
    assert (search.tally.rounds, search.tally.examples, search.tally.compared) == (2, 130, 130)
    assert 0 < search.tally.different < 130
    assert search.tally.met == {(0, _knobs("max_order")): search.tally.different}
    assert (found.number, found.case, found.disagreement.explanation) == (0, _SHORT, _knobs("max_order"))
    assert 0 < found.inputs < 100  # of its round
    assert said == ["100 of 130 inputs: native: 100 inputs", "130 of 130 inputs: native: 130 inputs"]


def test_a_search_continues_the_counts() -> None:
    tally = Tally(rounds=7, examples=1000, compared=900, different=1)
    search = _search([_AGREE], 20, tally=tally)
    assert list(search.finds()) == []
    assert (tally.rounds, tally.examples, tally.compared, tally.different) == (8, 1020, 920, 1)


def test_a_search_without_time_draws_nothing() -> None:
    search = _search([_SHORT], None, seconds=0.0)
    assert list(search.finds()) == []
    assert (search.tally.rounds, search.tally.examples) == (0, 0)


def test_an_explanation_by_several_knobs_waits_for_more_inputs() -> None:
    """Two knobs wait for four inputs, but are found at the end; a single knob that is met later comes before them."""
    data = Corpus.from_segments(["A b"], [["a b"]])
    both = DuelCase(data, _BLEU(smoothing="none"), _BLEU(smoothing="none", max_order=2, case="lower"))
    names = _knobs("case", "max_order")
    rare = _search([both], 3)
    assert [found.disagreement.explanation for found in rare.finds()] == [names]
    assert rare.tally.met[0, names] == 3
    assert [(found.disagreement.explanation, found.inputs) for found in _search([both], 4).finds()] == [(names, 4)]
    mixed = _search([both, _SHORT], 100)
    assert [found.disagreement.explanation for found in mixed.finds()] == [_knobs("max_order"), names]


def _searched(*duels: Sequence[DuelCase], examples: int) -> list[FoundDisagreement]:
    """Return what is found between the sides of several duels, each of which draws its own cases."""
    drawn = [_bleu_duel(cases) for cases in duels]
    explained, limits = [Explained() for _ in drawn], SearchLimits(examples, None)
    return list(DisagreementSearch(drawn, explained, seed=1, limits=limits, tally=Tally()).finds())


_BOTH = DuelCase(
    Corpus.from_segments(["A b"], [["a b"]]),
    _BLEU(smoothing="none"),
    _BLEU(smoothing="none", max_order=2, case="lower"),
)


def test_duels_take_turns() -> None:
    assert [found.number for found in _searched([_SHORT], [_SHORT], [_AGREE], examples=300)] == [0, 1]


def test_the_fewest_knobs_come_first() -> None:
    """Two knobs are met more often here, and a single one is still reported before them."""
    found = _searched([_BOTH, _BOTH, _BOTH, _SHORT], examples=100)
    assert [each.disagreement.explanation for each in found] == [_knobs("max_order"), _knobs("case", "max_order")]
    assert found[0].inputs < found[1].inputs


def _summary(**fields: Any) -> FuzzSummary:
    usual = {"metrics": ["answer-f1"], "seed": 1, "rounds": 2, "examples": 150, "compared": 149, "different": 9}
    return FuzzSummary(*_SQUAD, **{**usual, "finds": 0, "known": [], **fields})


@pytest.mark.parametrize(
    ("summary", "said"),
    [
        (_summary(seed=2), "native:squad-v1 native:squad-v2 -m answer-f1 --seed 2"),
        (_summary(metrics=["bleu", "chrf"]), "native:squad-v1 native:squad-v2 -m bleu chrf --seed 1"),
    ],
)
def test_a_report_of_another_search_is_not_continued(summary: FuzzSummary, said: str) -> None:
    request = Request(*_SQUAD, metric="answer-f1", seed=1, examples=1)
    with pytest.raises(InputError) as raised:
        Fuzz(request, [(side(name), implementation(name)) for name in _SQUAD], earlier=FuzzReport(summary, []))
    assert str(raised.value).split("\n")[0] == f"the report was made with {said}"


_EMPTY = Corpus.from_segments([""], [[""]])


def _finds(monkeypatch: pytest.MonkeyPatch, *found: FoundDisagreement, known: bool) -> tuple[Fuzz, list[Find]]:
    """Return a search between SQuAD's scripts that meets these disagreements, and its finds."""
    monkeypatch.setattr(DisagreementSearch, "finds", lambda _: iter(found))
    request = Request(*_SQUAD, metric="answer-f1", seed=1, examples=40, known=known)
    search = Fuzz(request, [(side(name), implementation(name)) for name in _SQUAD])
    return search, list(search.finds())


def _both_empty() -> FoundDisagreement:
    duel = _duel(*_SQUAD, "answer-f1")
    assert duel.second is not None
    first, second = (each.profile.settings() for each in (duel.first, duel.second) if each.profile is not None)
    case = DuelCase(_EMPTY, first, second)
    seen = disagreement(duel, case, Explained())
    assert seen is not None
    return FoundDisagreement(0, duel, case, seen, 3)


def test_a_find_and_its_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQuAD's first script gives two empty answers 0, the second 100; its vector has the first side's settings."""
    search, (find,) = _finds(monkeypatch, _both_empty(), known=True)
    assert (find.first.name, find.second.name) == ("native:squad-v1.f1", "native:squad-v2.f1")
    assert (find.first.outcome.value, find.second.outcome.value) == (0, 100)
    assert (find.explanation, find.kind, find.unmodelled, find.inputs) == (["both_empty"], "knobs", "", 3)
    assert find.divergences == ["answer-f1-both-empty-is-zero"]
    assert find.sentence == "native:squad-v1.f1: 0.0; native:squad-v2.f1: 100.0, because both_empty is 1, not 0"
    vector = find.vector
    assert vector["id"] == f"answer-f1-fuzz-both-empty-{digest(_EMPTY)[:8]}"
    assert vector["comment"] == find.sentence
    assert vector["settings"] == {"scale": "100"}  # both_empty is 0 by default
    assert (vector["expected"]["outcome"], vector["expected"]["value"]) == ("score", "0.0")
    assert vector["source"]["kind"] == "recorded"
    summary = search.summary(interrupted=True)
    assert (summary.first, summary.second, summary.metrics, summary.seed) == (*_SQUAD, ["answer-f1"], 1)
    assert (summary.rounds, summary.finds, summary.known, summary.interrupted) == (0, 1, [], True)
    assert not search.summary().interrupted


def test_a_known_find_is_only_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    search, finds = _finds(monkeypatch, _both_empty(), known=False)
    assert finds == []
    (count,) = search.summary().known
    assert (count.metric, count.first, count.second) == ("answer-f1", "native:squad-v1.f1", "native:squad-v2.f1")
    assert (count.explanation, count.divergences, count.inputs) == (
        ["both_empty"],
        ["answer-f1-both-empty-is-zero"],
        0,
    )
    assert search.summary().finds == 0


@pytest.mark.parametrize(
    ("fields", "end"),
    [
        ({"explanation": _knobs("both_empty", unmodelled="s")}, ". s behaves as if both_empty is 1, not 0"),
        (
            {"explanation": DisagreementReason("mistake", ("slip",), "s"), "causes": (), "mistake": "slip: it slips"},
            ". s behaves as if it made the mistake slip: it slips",
        ),
        (
            {"explanation": DisagreementReason("error", ("raised KeyError",), "s"), "causes": ()},
            ". No model explains this: raised KeyError",
        ),
        (
            {"explanation": DisagreementReason("stage", ("tokens",), "s"), "causes": ()},
            ". No model explains s; first difference: tokens",
        ),
    ],
)
def test_a_find_that_no_model_explains(fields: dict[str, Any], end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is reported although the catalogue has an entry about the knob, because this entry is about the model."""
    found = _both_empty()
    found = dataclasses.replace(found, disagreement=dataclasses.replace(found.disagreement, **fields))
    _, (find,) = _finds(monkeypatch, found, known=False)
    assert find.sentence == f"native:squad-v1.f1: 0.0; native:squad-v2.f1: 100.0{end}"
    assert (find.divergences, find.unmodelled) == ([], "s")


def test_the_vector_of_the_side_that_no_model_explains(monkeypatch: pytest.MonkeyPatch) -> None:
    found = _both_empty()
    reason = _knobs("both_empty", unmodelled="native:squad-v2.f1")
    found = dataclasses.replace(found, disagreement=dataclasses.replace(found.disagreement, explanation=reason))
    _, (find,) = _finds(monkeypatch, found, known=False)
    assert find.vector["settings"].items() >= {"both_empty": "1", "scale": "100"}.items()
    assert find.vector["expected"]["value"] == "100.0"
