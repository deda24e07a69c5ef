"""What an entry point does not take is refused by every verb that computes natively as that entry point."""

from __future__ import annotations

from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

from samescore import Corpus, InputError, diff, score
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import profile_files
from samescore.implementations import native_model
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import ClaimVerdict
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.search import Auditor
from tests.command import call
from tests.explaining import explain

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

HYPOTHESES = ["the cat sat on the mat", "a dog barks at the cat"]
FIRST = ["the cat sat on a mat", "a dog barks at a cat"]
SECOND = ["a cat was on the mat", "the dog barks at the cats"]
TWO = Corpus.from_segments(HYPOTHESES, [list(pair) for pair in zip(FIRST, SECOND, strict=True)])
UNEQUAL = Corpus.from_segments(HYPOTHESES, [[FIRST[0], SECOND[0]], [FIRST[1]]])
TOKENS = Corpus.from_tokens([["the", "cat"]], [[["the", "cat"]]])


def _corpora_profiles() -> list[tuple[str, Profile]]:
    """Every profile of a metric of texts, with a name that leads to it: implementation==version.entry_point."""
    named = []
    for file in profile_files().values():
        for profile in file.profile:
            versions = [part.version for part in SpecifierSet(profile.versions)]
            version = next(version for version in versions if profile in file.current(version))
            if Corpus in metric(profile.metric).takes:
                named.append((f"{file.implementation}=={version}.{profile.entry_point}", profile))
    return named


PROFILES = _corpora_profiles()


@pytest.mark.parametrize(("like", "profile"), [pair for pair in PROFILES if pair[1].max_references])
def test_score_like_refuses_more_references_than_the_entry_point_takes(like: str, profile: Profile) -> None:
    assert profile.max_references == 1
    with pytest.raises(InputError, match=r"takes at most 1 reference per segment, but the corpus has 2"):
        score(profile.metric, TWO, like=like)


@pytest.mark.parametrize(("like", "profile"), [pair for pair in PROFILES if pair[1].equal_references])
def test_score_like_refuses_unequal_numbers_of_references(like: str, profile: Profile) -> None:
    with pytest.raises(InputError, match="needs the same number of references for every segment"):
        score(profile.metric, UNEQUAL, like=like)


@pytest.mark.parametrize(("like", "profile"), [pair for pair in PROFILES if pair[1].unit == "text"])
def test_score_like_refuses_tokens_where_the_entry_point_takes_text(like: str, profile: Profile) -> None:
    with pytest.raises(InputError, match="takes text, but the corpus holds tokens"):
        score(profile.metric, TOKENS, like=like)


def test_every_kind_of_limit_is_among_these_profiles() -> None:
    limited = [profile for _, profile in PROFILES]
    assert sum(bool(profile.max_references) for profile in limited) >= 15
    assert sum(profile.equal_references for profile in limited) >= 6
    assert sum(profile.unit == "text" for profile in limited) >= 20


def test_the_command_says_what_is_not_taken(tmp_path: Path) -> None:
    for name, lines in (("h", HYPOTHESES), ("a", FIRST), ("b", SECOND)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    arguments = ["score", "h", "-r", "a", "-m", "chrf", "--like", "nltk"]
    assert call(*arguments, cwd=tmp_path).returncode == 0
    refused = call(*arguments, "-r", "b", cwd=tmp_path)
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert (
        "nltk has no score for this input: corpus_chrf takes at most 1 reference per segment, but the corpus has 2"
        in refused.stderr
    )


def test_explain_refuses_what_a_side_does_not_take() -> None:
    with pytest.raises(
        InputError, match="native:nltk has no score for this input: corpus_chrf takes at most 1 reference"
    ):
        explain("native:nltk", "native:sacrebleu", "chrf", TWO)
    with pytest.raises(InputError, match="native:nltk has no score"):
        explain("native", "native:nltk", "chrf", TWO)


def test_diff_shows_no_number_of_an_entry_point_that_does_not_take_the_input() -> None:
    rows = {row.implementation: row for row in diff("chrf", TWO, ["native:nltk", "native:sacrebleu"]).rows}
    assert rows["native:nltk"].outcome.kind == "unsupported"
    assert rows["native:nltk"].number is None
    assert rows["native:sacrebleu"].number is not None


def test_audit_attributes_no_number_to_an_implementation_that_could_not_have_computed_it(tmp_path: Path) -> None:
    for name, lines in (("h", HYPOTHESES), ("a", FIRST), ("b", SECOND)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    settings = native_model("nltk").choose("chrf")[1]
    of_two = native_outcome(TWO, settings).value  # type: ignore[union-attr]  # a score
    of_one = score("chrf", Corpus.from_segments(HYPOTHESES, [[line] for line in FIRST]), like="nltk").value

    def audited(published: float, references: list[str], like: str = "") -> tuple[ClaimVerdict, list[str], list[str]]:
        claim = Claim("chrF", repr(published), "x", hypotheses="h", references=references, like=like)
        finding = Auditor(tmp_path).audit(claim)
        return finding.verdict, [fit.text for fit in finding.fits], finding.notes

    assert audited(of_one, ["a"], like="nltk")[0] is ClaimVerdict.AS_STATED
    assert any("nltk.corpus_chrf" in fit for fit in audited(of_one, ["a"])[1])
    verdict, fits, notes = audited(of_two, ["a", "b"], like="nltk")
    assert verdict is not ClaimVerdict.AS_STATED
    assert notes[0] == (
        "nltk has no score for these files: corpus_chrf takes at most 1 reference per segment, but the corpus has 2"
    )
    assert not any("nltk" in fit for fit in fits)
    assert not any("nltk" in fit for fit in audited(of_two, ["a", "b"])[1])
