"""What an audit says of a number whose stated settings samescore does not know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus, score
from samescore.implementations.sides import settings_like
from samescore.metrics import aliases
from samescore.records import AuditFinding, ClaimVerdict
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.search import Auditor

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_HYPOTHESES = ["The cat sat on the mat near the old door.", "they went home because it rained all day"]
_REFERENCES = ["The cat sat on a mat near the old door.", "they went home early because it rained all day long"]


def _audited(folder: Path, metric: str, published: str, **stated: Any) -> AuditFinding:
    for name, lines in (("hyp.txt", _HYPOTHESES), ("ref.txt", _REFERENCES)):
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return Auditor(folder).audit(Claim(metric, published, "x", "hyp.txt", ["ref.txt"], **stated))


def _bleu() -> float:
    return score("bleu", Corpus.from_segments(_HYPOTHESES, [[line] for line in _REFERENCES])).value


_UNKNOWN = [
    ({"like": "multi-bleu.perl"}, "multi-bleu has no entry point 'perl' (it has: multi-bleu, multi-bleu-detok)"),
    ({"like": "sacreblue"}, "no profile of 'sacreblue' (did you mean sacrebleu?)"),
    ({"like": "sacrebleu==99"}, "no profile covers sacrebleu 99 (profiles cover versions "),
    ({"like": "sacrebleu==1.0.0"}, "no profile covers sacrebleu 1.0.0 (profiles cover versions "),
    ({"like": "nltk==99"}, "no profile covers nltk 99 (profiles cover versions "),
    ({"like": "multeval"}, "no profile of 'multeval'"),
    ({"like": "rouge_score"}, "rouge_score"),
    ({"signature": "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0|foo:bar"}, "unknown field 'foo'"),
    ({"signature": "nrefs:1|tok:13a|smoot:exp|version:2.0.0"}, "did you mean smooth?"),
    ({"signature": "nrefs:1|tok:ja-juman|version:2.4.0"}, "ja-juman"),
    ({"settings": {"tokenizer": "wild"}}, "wild"),
    ({"like": "sacrebleu==2.3.1", "settings": {"zero_precision": "skip"}}, "zero_precision"),
]


@pytest.mark.parametrize(("stated", "why"), _UNKNOWN)
def test_a_true_number_is_reproduced_otherwise(tmp_path: Path, stated: dict[str, Any], why: str) -> None:
    """Nothing that is stated could be tried: the number is by a default, which is not what is stated."""
    finding = _audited(tmp_path, "BLEU", f"{_bleu():.4f}", **stated)
    assert finding.verdict is ClaimVerdict.DEFAULTS
    assert finding.departs
    assert finding.doubtful
    assert finding.notes[0].startswith("the stated settings cannot be checked: ")
    assert why in finding.notes[0]


@pytest.mark.parametrize(("stated", "why"), _UNKNOWN)
def test_a_number_that_nothing_gives_cannot_be_checked(tmp_path: Path, stated: dict[str, Any], why: str) -> None:
    finding = _audited(tmp_path, "BLEU", f"{_bleu() - 0.54321:.7f}", **stated)
    assert finding.verdict is ClaimVerdict.UNDERSPECIFIED
    assert not finding.failed
    assert finding.notes[0].startswith("the stated settings cannot be checked: ")
    assert why in finding.notes[0]


@pytest.mark.parametrize(("stated", "why"), _UNKNOWN)
def test_without_files_only_arithmetic_is_left(stated: dict[str, Any], why: str, tmp_path: Path) -> None:
    auditor = Auditor(tmp_path)
    nothing = auditor.audit(Claim("BLEU", "27.3", "x", **stated))
    assert nothing.verdict is ClaimVerdict.UNDERSPECIFIED
    assert why in nothing.notes[0]
    assert auditor.audit(Claim("BLEU", "-3", "x", **stated)).verdict is ClaimVerdict.IMPOSSIBLE


def test_numbers_beside_it_agree_whatever_is_stated(tmp_path: Path) -> None:
    claim = Claim("f1", "0.80", "x", precision="0.75", recall="0.86", like="sklern")
    finding = Auditor(tmp_path).audit(claim)
    assert finding.verdict is ClaimVerdict.CONSISTENT
    assert "did you mean sklearn?" in finding.notes[0]


@pytest.mark.parametrize("published", ["99.9", f"{_bleu():.2f}"])
def test_the_names_in_a_claim_are_resolved_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, published: str
) -> None:
    resolved: list[str] = []
    known = aliases.lookup_alias

    def known_name(name: str) -> Any:
        resolved.append(name)
        return known(name)

    def settings_like_name(name: str, *arguments: Any, **knobs: Any) -> Any:
        resolved.append(name)
        return settings_like(name, *arguments, **knobs)

    monkeypatch.setattr(aliases, "lookup_alias", known_name)
    monkeypatch.setattr("samescore.verbs.audit.stated.settings_like", settings_like_name)
    _audited(tmp_path, "SacreBLEU", published, like="sacrebleu==2.3.1")
    assert resolved == ["SacreBLEU", "sacrebleu==2.3.1"]
