"""Published numbers: reading a file of claims, and what a publication states."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore import InputError, SamescoreError
from samescore.verbs.audit.claim_files import read_claims
from samescore.verbs.audit.claims import Claim, MalformedClaim
from samescore.verbs.audit.question import question_of
from samescore.verbs.audit.stated import Candidate


def _own(claim: Claim) -> Candidate | None:
    """The settings that a claim states."""
    return question_of(claim).checked().own


def test_sacrebleus_signatures() -> None:
    bleu = _own(Claim("BLEU", "1", signature="BLEU|nrefs:1|case:mixed|eff:no|tok:zh|smooth:floor[0.50]|version:2.0.0"))
    assert bleu is not None
    assert {k: v for k, v in bleu.settings.as_dict().items() if k in ("tokenizer", "smoothing", "floor_value")} == {
        "tokenizer": "zh", "smoothing": "floor", "floor_value": 0.5,
    }  # fmt: skip
    chrf = _own(Claim("chrF", "1", signature="nrefs:1|case:lc|eff:yes|nc:6|nw:2|space:no|version:2.3.1"))
    assert chrf is not None
    assert chrf.settings.as_dict()["word_order"] == 2
    old = _own(Claim("BLEU", "1", signature="BLEU+case.lc+lang.en-de+numrefs.1+smooth.exp+tok.intl+version.1.4.2"))
    assert old is not None
    assert (old.settings.as_dict()["case"], old.settings.as_dict()["tokenizer"]) == ("lower", "intl-1")
    characters = _own(Claim("chrF", "1", signature="chrF2+case.mixed+numchars.4+numrefs.1+space.true+version.1.5.1"))
    assert characters is not None
    assert (characters.settings.as_dict()["char_order"], characters.settings.as_dict()["whitespace"]) == (4, "keep")
    signature = "TER+lang.en-de+numrefs.1+tok.tercom-norm-nopunct-noasian-cased+version.1.5.1"
    ter = _own(Claim("TER", "1", signature=signature))
    assert ter is not None
    values = {name: ter.settings.as_dict()[name] for name in ("tokenizer", "punctuation", "asian", "case")}
    assert values == {"tokenizer": "tercom", "punctuation": "remove", "asian": False, "case": "keep"}
    own = _own(Claim("BLEU", "1", signature="bleu|tokenizer:intl"))
    assert own is not None
    assert own.settings.as_dict()["tokenizer"] == "intl"
    with pytest.raises(SamescoreError, match="no profile of 'nobody'"):
        question_of(Claim("BLEU", "1", like="nobody")).checked()


_SOUND = '{"metric": "BLEU", "published": "27.3"}'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 2: Input data was truncated"),
        ("[]", "line 2: not an object"),
        ('{"metric": "BLEU"}', "line 2: Object missing required field `published`"),
        ('{"metric": "BLEU", "published": 27.3}', "line 2: Expected `str`, got `float` - at `$.published`"),
        ('{"metric": "BLUE", "published": "1"}', "line 2: unknown metric: 'BLUE'"),
        ('{"metric": "BLEU", "published": "high"}', "line 2: published is 'high', which is not a number"),
        ('{"metric": "BLEU", "published": "nan"}', "which is not a number"),
        ('{"metric": "BLEU", "published": "1e999999999"}', "which is not a number"),
        ('{"metric": "f1", "published": "0.5", "precision": "x"}', "precision is 'x', which is not a number"),
        (
            '{"metric": "BLEU", "published": "1", "hypothesis": "h.txt"}',
            "line 2: Object contains unknown field `hypothesis`: did you mean hypotheses?",
        ),
        ('{"metric": "BLEU", "published": "1", "reference": []}', "did you mean references?"),
    ],
)
def test_a_malformed_claim_is_not_the_end_of_the_others(tmp_path: Path, line: str, message: str) -> None:
    (tmp_path / "claims.jsonl").write_text(f"{_SOUND}\n{line}\n{_SOUND}\n", encoding="utf-8")
    first, malformed, third = read_claims(tmp_path / "claims.jsonl")
    assert isinstance(first, Claim)
    assert isinstance(third, Claim)
    assert isinstance(malformed, MalformedClaim)
    assert message in malformed.problem
    assert (first.id, malformed.id, third.id) == ("claim-1", "claim-2", "claim-3")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("claims.jsonl", "{\nthe cat\n", "line 1: Input data was truncated"),
        ("claims.jsonl", '["a", "b"]\n', "line 1: not an object"),
        ("claims.jsonl", f'{_SOUND[:-1]}, "id": "a"}}\n' * 2, "the id 'a' is used twice"),
        ("claims.toml", '[[claims]]\nmetric = "f1"\n', "unknown field 'claims'"),
        ("claims.toml", "[[claims]]", "did you mean claim?"),
        ("claims.toml", '[claim]\nmetric = "f1"\n', "claim is not a list of tables"),
        ("claims.toml", "claim = 1\n", "claim is not a list of tables"),
        ("claims.toml", "claim", "claims.toml"),
    ],
)
def test_a_file_that_holds_no_claims_is_an_error(tmp_path: Path, name: str, content: str, message: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as raised:
        read_claims(tmp_path / name)
    assert message in str(raised.value)
    assert name in str(raised.value)


def test_claims_in_toml(tmp_path: Path) -> None:
    (tmp_path / "claims.toml").write_text('[[claim]]\nmetric = "f1"\npublished = "0.8"\n', encoding="utf-8")
    assert [claim.id for claim in read_claims(tmp_path / "claims.toml")] == ["claim-1"]


def test_a_claim_may_say_what_only_readers_need(tmp_path: Path) -> None:
    claim = '{"metric": "BLEU", "published": "27.3", "label": "BLEU-all", "decimals": 1, "original_tool": "sacrebleu"}'
    (tmp_path / "claims.jsonl").write_text(f"{claim}\n", encoding="utf-8")
    (read,) = read_claims(tmp_path / "claims.jsonl")
    assert isinstance(read, Claim)


def test_the_collected_claims_are_all_understood() -> None:
    path = Path(__file__).resolve().parents[3] / "shared" / "data" / "claims.jsonl"
    if not path.exists():
        pytest.skip("the collected claims are not here")
    assert [claim for claim in read_claims(path) if isinstance(claim, MalformedClaim)] == []
