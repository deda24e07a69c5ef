"""The disagreements that users reported: every case is computed again, natively, live and by the oracle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from samescore.base.errors import DataError, SettingsError
from samescore.base.outcome import SAME_NUMBER, Score, relative_gap, same_outcome
from samescore.catalogue.paths import data_folder
from samescore.catalogue.reported import Reported, ReportedSide, load_file, reported_case, reported_cases
from samescore.verbs.golden.reported import compute_side, installed_answer, problems, recorded_outcome
from samescore.verbs.why.attribution.diagnosis import diagnose
from tests.explaining import cross, explain
from tools.derive import expected


@pytest.mark.parametrize("name", reported_cases())
def test_a_case_holds_natively(name: str) -> None:
    assert not problems(reported_case(name))


@pytest.mark.parametrize("name", reported_cases())
def test_the_installed_packages_return_what_is_recorded(name: str) -> None:
    case, compared = reported_case(name), 0
    for side in case.sides:
        answered = installed_answer(case, side)
        if answered is not None:
            ulps = compute_side(case, side).ulps
            assert same_outcome(answered[1], recorded_outcome(side), max_ulps=ulps), answered[1].describe()
            compared += 1
    if not compared:
        pytest.skip("no side is a package that is installed here")


@pytest.mark.parametrize("name", reported_cases())
def test_the_oracle_computes_what_is_recorded(name: str) -> None:
    case = reported_case(name)
    for side in case.sides:
        seen, recorded = compute_side(case, side), recorded_outcome(side)
        answer = expected(seen.settings.metric, seen.data.plain(), seen.settings.as_dict())
        assert answer["outcome"] == recorded.kind
        if isinstance(recorded, Score):
            exact = Score(float(answer["value"]))
            close = relative_gap(exact.value, recorded.value) <= SAME_NUMBER
            assert close or same_outcome(exact, recorded, max_ulps=seen.ulps), answer["value"]


def _by_knobs() -> list[str]:
    """The cases in which two sides with a number differ in knobs only."""
    return [
        case.id
        for case in reported_cases().values()
        if case.by_knobs and all(isinstance(recorded_outcome(side), Score) for side in case.sides)
    ]


@pytest.mark.parametrize("name", _by_knobs())
def test_explain_names_the_cause_first_and_leaves_nothing_over(name: str) -> None:
    case = reported_case(name)
    first, second = case.sides
    explanation = explain(first.model, second.model, case.metric, case.data(first))
    assert explanation.explained
    carried = [share for share in explanation.shares if share.value and not share.rounding]
    largest = max(carried, key=lambda share: abs(share.value))
    assert case.cause[0] in {change.knob for change in largest.changes}


#: No identity between ROUGE-S and ROUGE-SU is known, so no path leads from one score to the other.
_NO_PATH = {"files2rouge-1"}


@pytest.mark.parametrize("name", [name for name, case in reported_cases().items() if case.cause == ["metric"]])
def test_explain_leads_from_one_metric_to_the_other(name: str) -> None:
    case = reported_case(name)
    first, second = case.sides
    metrics = (case.metric_of(first), case.metric_of(second))
    if name in _NO_PATH:
        with pytest.raises(SettingsError, match="no path leads from one score to the other"):
            cross(first.model, second.model, metrics, case.data(first))
        return
    crossing = cross(first.model, second.model, metrics, case.data(first))
    assert crossing.explained
    assert [bridge.residual for bridge in crossing.bridges] == [0.0] * len(crossing.bridges)
    assert crossing.steps[-1].outcome.value == crossing.second.number


def _by_mistake() -> list[tuple[str, str]]:
    """The cases in which a side makes a mistake, with its name."""
    return [(case.id, side.mistake) for case in reported_cases().values() for side in case.sides if side.mistake]


@pytest.mark.parametrize(("name", "mistake"), _by_mistake())
def test_the_wrong_number_is_diagnosed(name: str, mistake: str) -> None:
    case = reported_case(name)
    wrong = next(side for side in case.sides if side.mistake == mistake)
    right = compute_side(case, msgspec.structs.replace(wrong, mistake=""))
    named = diagnose(right.data, right.settings, recorded_outcome(wrong))
    assert mistake in {diagnosis.name for diagnosis in named}


_NLTK = "nltk.corpus_bleu"


def _side(implementation: str, **fields: Any) -> ReportedSide:
    """A side with the number of the case's first."""
    return ReportedSide(implementation=implementation, value="0.8408964152537145", source="nltk==3.10.4", **fields)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"first": ReportedSide(implementation=_NLTK, value="0.84", source="oracle")}, "recorded 0.84, natively"),
        ({"second": _side(_NLTK)}, "the two sides are the same here"),
        ({"first": _side(_NLTK, reported="0.83")}, "is not what the thread reports"),
        ({"first": _side("nltk", set={"max_order": 3})}, "natively 1.0"),
        ({"first": _side("nobody")}, "there is no profile of 'nobody'"),
        ({"first": _side(_NLTK, mistake="nothing")}, "unknown mistake: 'nothing'"),
        ({"first": _side(_NLTK, mistake="swap")}, "unknown mistake: 'swap'"),
        ({"cause": ["case"]}, "do not differ in case, but in"),
        ({"cause": ["scale"]}, "the two sides are not one number on two scales"),
        ({"cause": ["smoothing"]}, "switching smoothing does not give the second side"),
        ({"cause": ["denominator_floor", "zero_precision"]}, "no share of the gap is due to zero_precision"),
        ({"cause": ["metric"]}, "both sides compute the same metric"),
        ({"cause": ["input"]}, "both sides are given the same input"),
        ({"cause": ["swapped"]}, "neither side makes the mistake"),
        ({"agree": {"first": {"implementation": _NLTK, "set": {"case": "lower"}}}}, "the remedy does not work"),
    ],
)
def test_a_case_that_is_wrong_is_found_out(changes: dict[str, Any], message: str) -> None:
    fields = msgspec.to_builtins(reported_case("nltk-1785")) | msgspec.to_builtins(changes)
    wrong = problems(msgspec.convert(fields, Reported))
    assert any(message in text for text in wrong), wrong


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a]\nlink = 1", "Expected `str`"),
        ("[a-b]\nlink = 'https://x.org'\nsymptom = 'x'", "either sides or a reason"),
        ("[a]\nlink = 'x'\nsymptom = 'x'", "link and symptom"),
        ("['a b']\nlink = 'https://x.org'\nsymptom = 'x'\nwhy_not = 'x'", "words and digits"),
        ("not toml", "cases.toml"),
    ],
)
def test_a_malformed_file_names_itself(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "cases.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        load_file(path)


def test_reported_differences_are_in_the_catalogue() -> None:
    missing = [
        case.id
        for case in reported_cases().values()
        if case.sides and not case.ours
        if not (case.divergences or case.uncatalogued or any(side.mistake for side in case.sides))
    ]
    assert not missing, "link an entry of conformance/divergences to the thread, or say why not (uncatalogued)"


def test_the_shipped_files_are_sound() -> None:
    paths = sorted((data_folder("conformance") / "reported").glob("*.toml"))
    loaded = [name for path in paths for name in load_file(path)]
    assert loaded == list(reported_cases())
