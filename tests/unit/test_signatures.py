"""sacreBLEU's signatures, in every form that its releases print."""

from __future__ import annotations

from typing import Any

import pytest

from samescore.base.errors import DataError, SamescoreError
from samescore.data.corpus import Corpus
from samescore.implementations.signatures import is_signature_of_sacrebleu, read_signature
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.question import question_of

_BLEU = {"case": "keep", "effective_order": False, "tokenizer": "13a", "smoothing": "exp"}
_CHRF = {"case": "keep", "char_order": 6, "word_order": 0, "whitespace": "remove", "empty_order": "effective"}
_TER = {"case": "lower", "tokenizer": "none", "punctuation": "keep", "asian": False}


@pytest.mark.parametrize(
    ("text", "metric", "knobs", "version", "references"),
    [
        ("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.4.0", "bleu", _BLEU, "2.4.0", 1),
        ("BLEU|nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0", "bleu", _BLEU, "2.0.0", 2),
        ("#:1|c:mixed|e:no|tok:13a|s:exp|v:2.4.0", "bleu", _BLEU, "2.4.0", 1),
        ("nrefs:var|case:mixed|eff:no|tok:13a|smooth:exp|version:2.4.0", "bleu", _BLEU, "2.4.0", None),
        (
            "nrefs:1|case:lc|eff:yes|tok:intl|smooth:floor[0.10]|version:2.0.0",
            "bleu",
            {"case": "lower", "effective_order": True, "tokenizer": "intl", "smoothing": "floor", "floor_value": 0.1},
            "2.0.0",
            1,
        ),
        (
            "BLEU+case.mixed+lang.en-de+numrefs.1+smooth.exp+test.wmt17+tok.13a+version.1.4.2",
            "bleu",
            {"case": "keep", "tokenizer": "13a", "smoothing": "exp"},
            "1.4.2",
            1,
        ),
        ("nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.4.0", "chrf", _CHRF, "2.4.0", 1),
        ("#:1|c:mixed|e:yes|nc:6|nw:0|s:no|v:2.4.0", "chrf", _CHRF, "2.4.0", 1),
        (
            "chrF2++|nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:2.4.0",
            "chrf",
            {**_CHRF, "word_order": 2, "beta": 2.0},
            "2.4.0",
            1,
        ),
        (
            "nrefs:1|case:mixed|eff:no|nc:6|nw:2|space:yes|version:2.4.0",
            "chrf",
            {**_CHRF, "word_order": 2, "whitespace": "keep", "empty_order": "epsilon-counts"},
            "2.4.0",
            1,
        ),
        (
            "chrF2+case.mixed+numchars.6+numrefs.1+space.False+tok.13a+version.1.3.1",
            "chrf",
            {"case": "keep", "char_order": 6, "whitespace": "remove", "beta": 2.0},
            "1.3.1",
            1,
        ),
        ("nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.4.0", "ter", _TER, "2.4.0", 1),
        ("#:1|c:lc|t:tercom|nr:no|pn:yes|as:no|v:2.4.0", "ter", _TER, "2.4.0", 1),
        ("TER+tok.tercom-nonorm-punct-noasian-uncased+version.1.5.0", "ter", _TER, "1.5.0", None),
    ],
)
def test_the_fields(text: str, metric: str, knobs: dict[str, Any], version: str, references: int | None) -> None:
    assert is_signature_of_sacrebleu(text)
    signature = read_signature(text, metric)
    assert (signature.knobs, signature.version, signature.references) == (knobs, version, references)
    _, settings, note = signature.settings()
    assert note == ""
    values = settings.as_dict()
    for name, value in knobs.items():
        assert values[name] == value


def test_a_release_has_its_own_tokenizer() -> None:
    signature = read_signature("#:1|c:mixed|e:no|tok:intl|s:exp|v:1.5.1", "bleu")
    assert signature.settings()[1].as_dict()["tokenizer"] == "intl-1"


def test_our_own_signatures_are_not_sacrebleus() -> None:
    assert not is_signature_of_sacrebleu("bleu|case:lower|tokenizer:none")
    assert not is_signature_of_sacrebleu("chrf|beta:2.0|version_of_this:1")


@pytest.mark.parametrize(
    ("text", "metric", "part"),
    [
        ("nrefs:1|casing:mixed|version:2.0.0", "bleu", "unknown field 'casing'"),
        ("nrefs:1|case:upper|version:2.0.0", "bleu", "case:upper"),
        ("nrefs:1|case:lc|case:lc|version:2.0.0", "bleu", "twice"),
        ("nrefs:1|c:lc|case:lc|version:2.0.0", "bleu", "twice"),
        ("nrefs:1|case|version:2.0.0", "bleu", "has no value"),
        ("nrefs:x|version:2.0.0", "bleu", "nrefs:x"),
        ("nrefs:1|smooth:exp[1.0]|version:2.0.0", "bleu", "takes no number"),
        ("nrefs:1|smooth:laplace|version:2.0.0", "bleu", "smooth:laplace"),
        ("nrefs:1|smooth:floor[1..0]|version:2.0.0", "bleu", "smooth:floor"),
        ("nrefs:1|tok:tercom2|version:2.0.0", "ter", "tok:tercom2"),
        ("TER+tok.tercom-norm-punct+version.1.5.0", "ter", "not a tokenizer"),
        ("BLEU|nrefs:1|version:2.0.0", "chrf", "not for chrf"),
        ("METEOR|nrefs:1|version:2.0.0", "bleu", "is not a metric"),
        ("chrF2++|nrefs:1|nw:0|version:2.0.0", "chrf", "nw:0"),
        ("nrefs:1|version:2.0.0", "wer", "sacreBLEU has no wer"),
    ],
)
def test_malformed_sacrebleu_signatures_are_refused(text: str, metric: str, part: str) -> None:
    with pytest.raises(DataError) as problem:
        read_signature(text, metric)
    assert part in problem.value.message


@pytest.mark.parametrize(
    ("tok", "tokenizer"),
    [
        ("ja-mecab-0.996-IPA", "ja-mecab"),
        ("ko-mecab-0.996/ko-0.9.2-KO", "ko-mecab"),
        ("spm", "flores101"),
        ("flores101", "flores101"),
        ("flores200", "flores200"),
        ("spBLEU-1K", "spBLEU-1K"),
    ],
)
def test_a_tokenizer_with_a_dictionary_or_a_model(tok: str, tokenizer: str) -> None:
    claim = Claim("BLEU", "27.3", signature=f"nrefs:1|case:mixed|eff:no|tok:{tok}|smooth:exp|version:2.4.0")
    assert question_of(claim).missing == ""
    candidate = question_of(claim).own
    assert candidate is not None
    assert candidate.settings.as_dict()["tokenizer"] == tokenizer


@pytest.mark.parametrize(
    ("version", "near"),
    [("9.1.0", "2.6.0"), ("0.9", "1.1.0"), ("2.0.0-dev", ""), ("unknown", "2.6.0")],
)
def test_a_release_that_is_not_modelled(version: str, near: str) -> None:
    note = read_signature(f"nrefs:1|version:{version}", "bleu").settings()[2]
    assert f"sacreBLEU {version} is not modelled" in note
    assert near in note


def test_a_release_without_the_metric() -> None:
    with pytest.raises(SamescoreError):
        question_of(
            Claim("TER", "0.5", signature="nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:1.3.1")
        ).checked()


def test_the_number_of_references_is_checked() -> None:
    one = Corpus.from_segments(["a b c d"], [["a b c d"]])
    two = Corpus.from_segments(["a b c d", "e"], [["a b c d", "a"], ["e", "f"]])
    varied = Corpus.from_segments(["a b c d", "e"], [["a b c d", "a"], ["e"]])
    candidate = (
        question_of(Claim("BLEU", "27.3", signature="nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:2.4.0"))
        .checked()
        .own
    )
    assert candidate is not None
    assert candidate.refusal(two) == ""
    assert candidate.refusal(one) == "nrefs:2 is stated, but the segments have 1"
    assert candidate.refusal(varied) == "nrefs:2 is stated, but the segments have 1 to 2"


def test_unchecked_parts_of_a_signature_are_noted() -> None:
    text = "nrefs:1|bs:1000|seed:12345|case:mixed|eff:no|tok:13a|smooth:exp|test:wmt17|version:2.4.0"
    candidate = question_of(Claim("BLEU", "27.3", signature=text)).checked().own
    assert candidate is not None
    assert candidate.notes == ("not checked: bs:1000, seed:12345, test:wmt17",)


def test_the_smoothing_of_chrf_is_that_of_means_of_f() -> None:
    for eff, mean in (("yes", "precision-recall"), ("no", "f-score")):
        signature = read_signature(f"nrefs:1|case:mixed|eff:{eff}|nc:6|nw:2|space:no|version:2.4.0", "chrf")
        assert signature.settings()[1].as_dict()["order_mean"] == mean
