"""Identify names the region of a renamed implementation, whatever the settings inside it, or the nearest region."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from conformance.renamed import Renamed, all_profiles, is_named, telling_settings
from samescore.base.documents import toml_document
from samescore.base.errors import DataError
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import ProfileFile
from samescore.implementations import native_model
from samescore.implementations.base import missing_requirement
from samescore.implementations.sides import settings_like
from samescore.metrics import parse_signature
from samescore.metrics.evaluator import native_outcome
from samescore.records import Identification
from samescore.settings import Settings
from samescore.verbs.identify import identify
from samescore.verbs.identify.skeleton import skeleton
from samescore.verbs.identify.versions import merge_versions
from tests.command import call
from tests.reports import text_of

identification = text_of("identification")

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: Entry points that no golden inputs tell from others, whatever their settings, with the reason.
_UNTOLD = {"lm-eval.acc_mutual_info": "one golden input only has the likelihoods without context that it needs"}

#: Regions whose first draw is not found, with the reason; their second one is taken.
_DRAWN_AGAIN = {
    "nltk.corpus_bleu >=3.5,<3.6": "method 7 without a value for a text of one word, and four more knobs off their defaults",
    "nltk.corpus_bleu >=3.6.6,<=3.10.4": "method 0 over eight orders, and the words of another tokenizer",
    "tf-nmt.compute_bleu >=0": "one order, which four with the weights 1, 0, 0 and 0 are as well",
}


def _profile(name: str) -> Profile:
    model = native_model(name)
    (profile,) = model.profiles(model.metric_name)
    return profile


def _identified(profile: Profile, settings: Settings) -> Identification:
    return identify(Renamed(profile, partial(native_outcome, settings=settings)), profile.metric)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("implementation", "profile"),
    [
        pytest.param(name, profile, id=f"{name}.{profile.entry_point} {profile.versions}")
        for name, profile in all_profiles()
        if not missing_requirement(profile.settings())
    ],
)
def test_every_region_is_named_under_random_settings(implementation: str, profile: Profile) -> None:
    region = f"{implementation}.{profile.entry_point} {profile.versions}"
    draw = 2 if region in _DRAWN_AGAIN else 1
    settings = telling_settings(profile, f"{implementation} {profile.entry_point} {profile.versions} {draw}")
    identified = _identified(profile, settings)
    if f"{implementation}.{profile.entry_point}" in _UNTOLD:
        assert not identified.found
        assert not identified.departures
        return
    assert is_named(identified, implementation, profile), (settings.short_signature, identification(identified))


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1", "2", "3"])
@pytest.mark.parametrize(
    "name", ["rouge_score.rougeL", "sacrebleu.corpus_ter", "jiwer.cer", "sklearn.f1_score", "nltk.corpus_nist"]
)
def test_a_region_is_named_under_random_settings(name: str, seed: str) -> None:
    profile = _profile(name)
    identified = _identified(profile, telling_settings(profile, f"{name} {seed}"))
    assert is_named(identified, name.partition(".")[0], profile), identification(identified)


def test_the_region_with_the_fewest_arguments_comes_first_with_a_command_that_scores_alike(tmp_path: Path) -> None:
    profile = _profile("rouge_score.rougeL")
    settings = profile.settings(stemmer="porter-nltk", measure="recall")
    identified = _identified(profile, settings)
    first = identification(identified).splitlines()[0]
    assert first == (
        "somebody computes rouge-l as rouge_score.rougeL(stemmer=porter-nltk, measure=recall) (>=0.1,<=0.1.2)"
    )
    command = identification(identified).splitlines()[-1].partition("natively: samescore ")[2]
    (tmp_path / "HYPOTHESES").write_text("cats sat there quietly\n", encoding="utf-8")
    (tmp_path / "REFERENCES").write_text("the cat sat there\n", encoding="utf-8")
    words = command.replace("'", '"').split('"')
    done = call(*words[0].split(), words[1], cwd=tmp_path)
    assert done.stdout.startswith("0.75\n"), done.stderr
    assert settings_like(identified.region.reference if identified.region else "", "rouge-l")[1] == settings


def test_versions_that_are_the_same_are_merged() -> None:
    profile = _profile("jiwer==3.0.0.wer")
    identified = _identified(profile, profile.settings())
    assert identified.like == ["jiwer.wer (>=3.0.1,<4.0.0 or >=2.3.0,<=3.0.0)"]
    assert identified.region is not None
    assert identified.region.reference == "jiwer==3.0.1.wer"
    assert merge_versions([">=2,<3", ">=1,<2", ">=5,<6", ">=3,<=4"]) == ">=5,<6 or >=1,<=4"


@pytest.mark.parametrize("weights", [(0.33, 0.33, 0.33, 0.0), (1 / 6, 1 / 3, 1 / 2, 0.0), (0.7, 0.1, 0.15, 0.05)])
@pytest.mark.slow
def test_weights_of_orders_are_solved_for(weights: tuple[float, ...]) -> None:
    profile = _profile("nltk.corpus_bleu")
    identified = _identified(profile, profile.settings(weights=weights))
    assert identified.found
    assert identified.like[0].startswith("nltk.corpus_bleu(weights=(")
    assert parse_signature(identified.signature).as_dict()["weights"] == list(weights)
    reference = identified.region.reference if identified.region else ""
    assert settings_like(reference, "bleu")[1] == profile.settings(weights=weights)


@pytest.mark.slow
def test_without_a_region_the_nearest_is_named_with_what_differs() -> None:
    profile = _profile("sacrebleu.corpus_bleu")
    identified = _identified(profile, profile.settings(case="lower").replace(mean="arithmetic"))
    assert identified.found
    assert not identified.like
    assert "the nearest known implementation is sacrebleu.corpus_bleu(case=lower) (>=2.2.0,<=2.6.0), with mean: " in (
        identification(identified)
    )
    assert [change.after for change in identified.departs] == ["arithmetic"]


@pytest.mark.slow
def test_another_scale_is_the_same_region() -> None:
    profile = _profile("rouge_score.rouge2")
    identified = _identified(profile, profile.settings(measure="recall").replace(scale="100"))
    assert identification(identified).splitlines()[0] == (
        "somebody computes rouge-n like rouge_score.rouge2(measure=recall) (>=0.1,<=0.1.2), on the scale 0-100"
    )


@pytest.mark.parametrize("name", ["nltk.sentence_bleu", "sklearn.f1_score", "rouge155.rouge-l"])
@pytest.mark.slow
def test_the_skeleton_of_a_profile_is_one(name: str, tmp_path: Path) -> None:
    profile = _profile(name)
    settings = telling_settings(profile, name)
    identified = _identified(profile, settings)
    (tmp_path / "mine.toml").write_text(skeleton(identified), encoding="utf-8")
    raw: dict[str, Any] = toml_document(tmp_path / "mine.toml", dict[str, Any], "", error=DataError)
    (loaded,) = msgspec.convert(raw, ProfileFile).profile
    loaded.check()
    assert loaded.settings().signature == identified.signature
    assert loaded.unit == ("labels" if profile.unit == "labels" else "text")


def test_the_command_writes_the_skeleton(tmp_path: Path) -> None:
    done = call("identify", "native:jiwer.wer", "--profile-skeleton", "mine.toml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert 'metric = "wer"\n' in (tmp_path / "mine.toml").read_text(encoding="utf-8")
