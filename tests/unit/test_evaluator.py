"""Every distinct tokenization and every distinct count is computed once for an input."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from samescore.data.corpus import Corpus
from samescore.metrics.bleu import BLEU, Bleu
from samescore.metrics.evaluator import native_outcome, native_value, segment_values
from samescore.settings import Settings
from samescore.text.tokenizers import TOKENIZERS
from samescore.verbs.diff import diff
from samescore.verbs.explain import explain

_HYPOTHESES = ["The cat sat on the mat.", "It costs 1,000.50 euros.", "no", "The cat sat on the mat."]
_REFERENCES = [["The cat sat on a mat."], ["It costs 1,000.50 euro ."], ["no"], ["A cat sat on the mat ."]]


@pytest.fixture
def corpus() -> Corpus:
    return Corpus.from_segments(_HYPOTHESES, _REFERENCES)


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch, corpus: Corpus) -> Counter[Any]:
    """How often each tokenizer saw each line, and how often the whole corpus was counted under each settings."""
    counter: Counter[Any] = Counter()

    def watched(name: str, tokenizer: Callable[[str], Sequence[str]]) -> Callable[[str], Sequence[str]]:
        def tokenize(text: str) -> Sequence[str]:
            counter[name, text] += 1
            return tokenizer(text)

        return tokenize

    for name, tokenizer in list(TOKENIZERS.items()):
        monkeypatch.setitem(TOKENIZERS, name, watched(name, tokenizer))
    statistics = Bleu.statistics

    def counted(self: Bleu, data: Corpus, s: Settings) -> Any:
        if data is corpus:
            counter["statistics", s] += 1
        return statistics(self, data, s)  # type: ignore[arg-type]  # settings of BLEU

    monkeypatch.setattr(Bleu, "statistics", counted)
    return counter


def test_explain_tokenizes_and_counts_once(corpus: Corpus, passes: Counter[Any]) -> None:
    explain("native:sacrebleu", "native:nltk.sentence_bleu", "bleu", corpus)
    counts = {key: times for key, times in passes.items() if key[0] == "statistics"}
    assert len(counts) >= 8, "the walk through the knobs leads through this many ways to count"
    assert set(counts.values()) == {1}
    tokenizers = {key[0] for key in passes} - {"statistics"}
    assert tokenizers == {"13a", "none"}
    # strip: right and strip: none are tokenizations of their own; the segments that differ are shown with their tokens.
    assert max(times for key, times in passes.items() if key[0] in tokenizers) <= 2 + 2


def test_diff_counts_once(corpus: Corpus, passes: Counter[Any]) -> None:
    diff("bleu", corpus, ["native:sacrebleu", "native:nltk", "native:tf-nmt"])
    counts = {key: times for key, times in passes.items() if key[0] == "statistics"}
    assert len(counts) >= 8
    assert set(counts.values()) == {1}


def test_an_outcome_is_computed_once(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = BLEU.settings()
    first = native_outcome(corpus, settings)
    monkeypatch.setattr(Bleu, "combine", lambda *_: pytest.fail("it is remembered"))
    assert native_outcome(corpus, settings) is first


def test_segments_alone_score_as_corpora_of_one(corpus: Corpus) -> None:
    for settings in (BLEU.settings(), BLEU.settings().replace(average="sentences", smoothing="none")):
        alone = [
            native_value(Corpus.from_segments([hypothesis], [references]), settings)
            for hypothesis, references in zip(_HYPOTHESES, _REFERENCES, strict=True)
        ]
        assert segment_values(corpus, settings) == alone


def test_tokens_that_a_caller_changes_are_not_those_that_are_remembered(corpus: Corpus) -> None:
    before = BLEU.evaluate(corpus, BLEU.settings())
    for texts in before.tokens():
        for tokens in texts:
            tokens.append("more")
    again = BLEU.evaluate(corpus, BLEU.settings().replace(max_order=2))
    fresh = Corpus.from_segments(_HYPOTHESES, _REFERENCES)
    assert again.value == BLEU.evaluate(fresh, BLEU.settings().replace(max_order=2)).value
