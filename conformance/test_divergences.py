"""The catalogue of known divergences: every witness is re-run, natively and with the installed packages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from samescore import diff
from samescore.base.errors import DataError
from samescore.base.outcome import Score, same_outcome
from samescore.catalogue.divergences import Agreement, Divergence, WitnessSide, divergence, divergences, load_file
from samescore.catalogue.paths import data_folder
from samescore.catalogue.profile_files import profile_files
from samescore.implementations import native_model, package_names
from samescore.settings import Settings
from samescore.verbs.why.attribution.known import applicable_divergences
from samescore.verbs.why.witnesses import compute_witness, installed_answer, problems
from tests.explaining import explain
from tools.derive import expected


@pytest.mark.parametrize("name", divergences())
def test_an_entry_holds_natively(name: str) -> None:
    assert not problems(divergence(name))


@pytest.mark.parametrize("name", divergences())
def test_the_installed_packages_return_what_is_recorded(name: str) -> None:
    entry, compared = divergence(name), 0
    for seen in (entry.left, entry.right):
        answered = installed_answer(entry, seen)
        if answered is not None:
            side = compute_witness(entry, seen)
            assert same_outcome(answered[1], side.expected, max_ulps=side.ulps), f"{seen}: {answered[1].describe()}"
            compared += 1
    if not compared:
        pytest.skip("neither side is a package that is installed here")


@pytest.mark.parametrize("name", [name for name, entry in divergences().items() if entry.message])
def test_the_installed_package_says_what_is_recorded(name: str) -> None:
    entry = divergence(name)
    answered = installed_answer(entry, entry.left)
    if answered is None:
        pytest.skip("the left side is no package that is installed here")
    outcome = answered[1]
    said = outcome.warnings if isinstance(outcome, Score) else (outcome.describe(),)
    assert any(entry.message in text for text in said), said


def test_the_oracle_confirms_witnesses_without_a_package() -> None:
    confirmed = 0
    for entry in divergences().values():
        for seen in (entry.left, entry.right):
            if native_model(seen.implementation).file.implementation in package_names():
                continue
            side = compute_witness(entry, seen)
            answer = expected(entry.metric, entry.data().plain(), side.settings.as_dict())
            outcome = Score(float(answer["value"])) if answer["outcome"] == "score" else side.expected
            assert side.expected.kind == answer["outcome"], entry.id
            assert same_outcome(outcome, side.expected, max_ulps=side.ulps), f"{entry.id}: the oracle: {answer}"
            confirmed += 1
    assert confirmed > 50


def test_there_are_enough_and_every_package_has_some() -> None:
    assert len(divergences()) >= 100
    named = {
        implementation.partition(".")[0] for entry in divergences().values() for implementation in entry.implementations
    }
    assert set(profile_files()) - named == set(), "an implementation without any known divergence"


def _wrong(**changes: Any) -> list[str]:
    return problems(msgspec.structs.replace(divergence("nltk-bleu-phantom-ngrams"), **changes))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"left": WitnessSide("nltk.corpus_bleu", "0.84")}, "recorded 0.84, natively"),
        ({"left": WitnessSide("sacrebleu.corpus_bleu", "100.00000000000004")}, "not one of its implementations"),
        ({"right": WitnessSide("nltk.corpus_bleu", "0.8408964152537145")}, "the two sides are the same here"),
        ({"knobs": ["average"]}, "do not differ in average"),
        ({"knobs": ["zero_precision"]}, "does not give the right side; they differ in"),
        ({"knobs": ["denominator_floor", "strip"]}, "switching only denominator_floor gives the right side too"),
        ({"implementations": ["nltk.corpus_bleu", "tf-nmt"]}, "is named, but gives what the right side gives"),
        ({"implementations": ["nltk.corpus_bleu", "nltk.kappa"]}, "nltk.kappa has no entry point for bleu"),
        ({"agree": Agreement({"case": "lower"})}, "the remedy does not work"),
        ({"texts": "[0-9]"}, "the witness has none of the texts that it is about"),
        ({"texts": "still"}, "the two sides differ without the texts that it is about, too"),
        ({"left": WitnessSide("nobody", "1")}, "there is no profile of 'nobody'"),
    ],
)
def test_an_entry_that_is_wrong_is_found_out(changes: dict[str, Any], message: str) -> None:
    assert any(message in text for text in _wrong(**changes)), _wrong(**changes)


def test_an_entry_is_known_of_its_entry_points_alone() -> None:
    entry = divergence("nltk-bleu-phantom-ngrams")
    left, right = compute_witness(entry, entry.left), compute_witness(entry, entry.right)
    sides = left.settings, right.settings
    changes = left.settings.differences(right.settings)

    def entries(name: str, sides: tuple[Settings, Settings], carrying: set[str]) -> list[Divergence]:
        return applicable_divergences(entry.data(), name, "corpus_bleu", sides, changes, carrying)

    assert entry in entries("native:nltk==3.9.1", sides, {"denominator_floor"})
    assert entry not in entries("sacrebleu", sides[::-1], {"denominator_floor"})
    assert entry not in entries("nltk", sides, {"strip"})


@pytest.mark.slow
def test_diff_names_the_entries_on_their_own_witnesses() -> None:
    missing, compared = [], 0
    for entry in divergences().values():
        names = [f"native:{seen.implementation}" for seen in (entry.right, entry.left)]
        if entry.left.set or entry.right.set or names[0] == names[1]:
            continue
        table = diff(entry.metric, entry.data(), names)
        if table.rows[1].gap:
            compared += 1
            missing += [] if entry.id in table.rows[1].divergences else [entry.id]
    assert not missing
    assert compared > 50


def _explainable() -> list[Divergence]:
    """The entries whose two sides differ in their defaults and are both recorded as a number."""
    return [
        entry
        for entry in divergences().values()
        if not any(side.set or side.kind != "score" for side in (entry.left, entry.right))
    ]


@pytest.mark.parametrize("entry", _explainable(), ids=lambda entry: entry.id)
def test_explain_names_the_knobs_and_leaves_nothing_over(entry: Divergence) -> None:
    if not all(isinstance(compute_witness(entry, side).native, Score) for side in (entry.left, entry.right)):
        pytest.skip("the native metric needs data that are not installed here")
    names = [
        seen.implementation if installed_answer(entry, seen) else f"native:{seen.implementation}"
        for seen in (entry.left, entry.right)
    ]
    explanation = explain(names[0], names[1], entry.metric, entry.data())
    assert explanation.explained, f"residuals {explanation.first.residual} and {explanation.second.residual}"
    named = {change.knob for change in explanation.smallest or ()}
    apart = all(len(share.changes) == 1 or share.rounding for share in explanation.shares)
    assert named == set(entry.knobs) if apart else named >= set(entry.knobs)


def test_many_public_threads_are_explained() -> None:
    assert sum(any("github.com" in link for link in entry.links) for entry in _explainable()) >= 15


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a]\nmetric = 1", "Expected `str`"),
        ("[A_b]\n", "missing required field"),
        ("not toml", "divergences.toml"),
    ],
)
def test_a_malformed_file_names_itself(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "divergences.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        load_file(path)


def test_the_shipped_files_are_sound() -> None:
    paths = sorted((data_folder("conformance") / "divergences").glob("*.toml"))
    loaded = [name for path in paths for name in load_file(path)]
    assert loaded == list(divergences())
