"""A profile whose defaults are not the program's own says so when it is followed."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

import samescore
from samescore.catalogue.profile_files import profile_files
from tests.command import call

_PAIR = samescore.Corpus.from_segments(["the cat sat"], [["the cats sat"]])
_NOTE = "meteor15.system: modules is exact-stem here unless it is set; the program's own default is all"


def test_following_other_defaults_than_the_programs_warns() -> None:
    for like in ("meteor15.system", "meteor15", "meteor15.segments"):
        with pytest.warns(UserWarning, match="the program's own default is all"):
            samescore.score("meteor15", _PAIR, like=like)


def test_settings_given_by_the_user_cause_no_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        samescore.score("meteor15", _PAIR, like="meteor15.system", modules="exact-stem")
        samescore.score("meteor15", _PAIR, like="meteor15.system(modules=exact-stem)")
        samescore.score("meteor15", _PAIR)
        samescore.score("bleu", _PAIR, like="nltk.corpus_bleu")


def test_the_command_says_it_on_the_error_stream(tmp_path: Path) -> None:
    hyp, ref = tmp_path / "hyp", tmp_path / "ref"
    hyp.write_text("the cat sat\n")
    ref.write_text("the cats sat\n")
    ran = call("score", str(hyp), "-r", str(ref), "-m", "meteor15", "--like", "meteor15.system", cwd=tmp_path)
    assert _NOTE in ran.stderr
    assert "--set modules=all" in ran.stderr
    assert "modules is" not in ran.stdout
    ran = call(
        "score",
        str(hyp),
        "-r",
        str(ref),
        "-m",
        "meteor15",
        "--like",
        "meteor15.system",
        "--set",
        "modules=exact-stem",
        cwd=tmp_path,
    )
    assert "modules is" not in ran.stderr


def test_stages_that_are_not_modelled_are_named(tmp_path: Path) -> None:
    tags = tmp_path / "tags.conll"
    tags.write_text("Anna B-PER B-LOC\nLee I-PER I-LOC\nin O O\nRome B-LOC B-LOC\n")

    def said(version: str, *options: str) -> str:
        like = f"nervaluate=={version}.evaluate"
        return call("score", str(tags), "-m", "entity-match", "--like", like, *options, cwd=tmp_path).stderr

    assert "types and per_type are the native metric's; the program's own differ" in said("0.3.1", "--stages")
    assert not said("0.3.1")
    assert not said("1.2.1", "--stages")


def test_own_defaults_differ_from_those_of_the_profile() -> None:
    named = 0
    for file in profile_files().values():
        for profile in file.profile:
            for name, value in profile.program_defaults.items():
                assert profile.settings().as_dict()[name] != value
                profile.settings(**{name: value})
                named += 1
    assert named
