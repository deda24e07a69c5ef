"""Every distinct tokenization and every distinct count is computed once for an input."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from samescore import diff
from samescore.base.errors import SettingsError
from samescore.base.outcome import Raised, Score, same_outcome
from samescore.data.corpus import Corpus
from samescore.metrics.base import evaluated
from samescore.metrics.bleu import BLEU, Bleu
from samescore.metrics.bleu.settings import BleuSettings
from samescore.metrics.chrf import CHRF, compiled
from samescore.metrics.evaluator import bare_outcome, native_outcome, native_value, segment_values
from samescore.metrics.words import TOKENIZERS
from samescore.records import ClaimVerdict
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.search import Auditor
from samescore.verbs.why.attribution.diagnosis import diagnose
from tests.explaining import explain

pytestmark = pytest.mark.usefixtures("both_routes")

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

    def counted(self: Bleu, data: Corpus, settings: BleuSettings) -> Any:
        if data is corpus:
            counter["statistics", settings] += 1
        return statistics(self, data, settings)

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


def test_segments_of_chrf_alone_score_as_corpora_of_one(corpus: Corpus) -> None:
    """A mean that is added up order by order rounds otherwise than the score of a segment, in one of these settings."""
    for beta, average, order_mean in product((0.5, 2.0, 3.0), ("corpus", "sentences"), ("f-score", "precision-recall")):
        settings = CHRF.settings().replace(
            beta=beta,
            average=average,
            order_mean=order_mean,
            empty_order="zero",
            mean_order="order-first",
            scale="100",
        )
        alone = [native_value(Corpus((segment,)), settings) for segment in corpus]
        assert segment_values(corpus, settings) == alone


def test_tokens_that_a_caller_changes_are_not_those_that_are_remembered(corpus: Corpus) -> None:
    before = evaluated(BLEU, corpus, BLEU.settings())
    for texts in before.tokens():
        for tokens in texts:
            tokens.append("more")
    again = evaluated(BLEU, corpus, BLEU.settings().replace(max_order=2))
    fresh = Corpus.from_segments(_HYPOTHESES, _REFERENCES)
    assert again.value == evaluated(BLEU, fresh, BLEU.settings().replace(max_order=2)).value


def test_the_audit_of_a_claim_counts_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two references, so that each alone and their other order are tried as well; nothing fits."""
    for name, lines in (("hyp", _HYPOTHESES), *((f"ref{k}", [refs[0][k:] for refs in _REFERENCES]) for k in (0, 2))):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    counts: Counter[Any] = Counter()
    route = Bleu.counter

    def counter(self: Bleu, settings: BleuSettings) -> Callable[[Corpus], Any]:
        def count(data: Corpus) -> Any:
            table = route(self, settings)(data)  # raises at once for a tokenizer that needs tokens, or a package
            counts[data.segments, settings] += 1
            return table

        return count

    monkeypatch.setattr(Bleu, "counter", counter)
    claim = Claim("BLEU", "12.3456789", hypotheses="hyp", references=["ref0", "ref2"])
    assert Auditor(tmp_path).audit(claim).verdict is ClaimVerdict.NOT
    inputs = {segments for segments, _ in counts}
    assert {len(segments[0].references) for segments in inputs} == {1, 2}
    assert len(inputs) > 4, "as claimed, each reference alone, the other order, and altered files"
    assert len(counts) > 5 * 4
    assert set(counts.values()) == {1}


def test_candidates_of_chrf_are_counted_once(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings of its score change the best reference, but not the counts that it is chosen by."""
    counts: Counter[Any] = Counter()
    compare = compiled._compare

    def counted(data: Corpus, settings: Any) -> Any:
        counts[settings] += 1
        return compare(data, settings)

    monkeypatch.setattr(compiled, "_compare", counted)
    explain("native:sacrebleu", "native:nltk", "chrf", corpus)
    assert len(counts) == 2, "the white space is removed in two ways"
    assert set(counts.values()) == {1}


def test_a_bare_outcome_is_the_outcome_without_its_stages(corpus: Corpus) -> None:
    for settings in (BLEU.settings(), BLEU.settings().replace(tokenizer="given")):
        try:
            whole = native_outcome(corpus, settings)
        except SettingsError:
            with pytest.raises(SettingsError):
                bare_outcome(corpus, settings)
            continue
        bare = bare_outcome(corpus, settings)
        assert isinstance(bare, Score)
        assert (bare.value, bare.stages) == (native_value(corpus, settings), {})
        assert same_outcome(bare, whole)
    empty = Corpus.from_segments([], [])
    refused = bare_outcome(empty, BLEU.settings())
    assert isinstance(refused, Raised)
    assert refused == native_outcome(empty, BLEU.settings())
    assert native_value(empty, BLEU.settings()) is None


_ASKING: dict[str, Callable[[Corpus], object]] = {
    "diff": lambda corpus: diff("bleu", corpus, ["native:sacrebleu", "native:nltk"]),
    "explain bleu": lambda corpus: explain("native:sacrebleu", "native:nltk.sentence_bleu", "bleu", corpus),
    "explain chrf": lambda corpus: explain("native:sacrebleu", "native:nltk", "chrf", corpus),
    "segments": lambda corpus: segment_values(corpus, BLEU.settings()),
    "diagnose": lambda corpus: diagnose(corpus, BLEU.settings(), Score(12.5)),
}


@pytest.mark.parametrize("ask", _ASKING.values(), ids=_ASKING)
def test_no_verb_keeps_an_input(ask: Callable[[Corpus], object]) -> None:
    gc.freeze()  # garbage is only looked for among what follows
    corpus = Corpus.from_segments(_HYPOTHESES, _REFERENCES)
    ask(corpus)
    kept, segments = weakref.ref(corpus), corpus.segments
    del corpus
    gc.collect()
    assert kept() is None
    assert segments


def test_no_auditor_leaves_an_input_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hyp").write_text("\n".join(_HYPOTHESES), encoding="utf-8")
    read: list[weakref.ref[Corpus]] = []
    made = Corpus.from_files

    def watched(files: Any) -> Corpus:
        corpus = made(files)
        read.append(weakref.ref(corpus))
        return corpus

    monkeypatch.setattr(Corpus, "from_files", watched)
    auditor = Auditor(tmp_path)
    auditor.audit(Claim("BLEU", "12.3456789", hypotheses="hyp", references=["hyp"]))
    gc.collect()
    assert [corpus() is None for corpus in read] == [False], "the next claim may be about the same files"
    del auditor
    gc.collect()
    assert [corpus() is None for corpus in read] == [True]
