"""The numbers of ``samescore demo`` are those of the packages themselves."""

from __future__ import annotations

import pytest

from samescore.records import AuditFinding, DiffRow
from samescore.verbs.why import demo as verb


def test_the_first_number_is_that_of_sacrebleu() -> None:
    sacrebleu = pytest.importorskip("sacrebleu", reason="sacrebleu is not installed")
    corpus = verb.corpus()
    streams = [[references[0] for references in corpus.references]]
    number = next(record.number for record in verb.execute(verb.Request()) if isinstance(record, DiffRow))
    assert sacrebleu.corpus_bleu(corpus.hypotheses, streams).score == number


def test_the_number_of_the_paper_is_that_of_nltk() -> None:
    bleu = pytest.importorskip("nltk.translate.bleu_score", reason="nltk is not installed")
    pairs = [(str(segment.hypothesis), str(segment.references[0])) for segment in verb.corpus()]
    scores = [bleu.sentence_bleu([reference.split()], hypothesis.split()) for hypothesis, reference in pairs]
    paper = next(record for record in verb.execute(verb.Request()) if isinstance(record, AuditFinding))
    assert f"{100 * sum(scores) / len(scores):.2f}" == paper.published
