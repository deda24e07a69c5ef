"""Calls of NLTK that a user may write, with results or errors that must be equal in `samescore.compat.nltk`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_REFERENCES, _HYPOTHESIS = [["the", "cat", "sat"], ["a", "cat", "sat", "here"]], ["the", "cat", "sat", "here"]
#: Each call gets the module: NLTK, or its names in samescore.
CALLS: list[Callable[[Any], Any]] = [
    lambda home: home.bleu(_REFERENCES, _HYPOTHESIS),
    lambda home: home.bleu(["the cat"], "the cat"),
    lambda home: home.bleu([[1, 2.0, True]], [1, 2, 1.0], (0.5, 0.5)),
    lambda home: home.bleu([[["a"]]], [["a"]]),
    lambda home: home.bleu([], ["a"]),
    lambda home: home.bleu([], []),
    lambda home: home.bleu([["a"]], []),
    lambda home: home.bleu([[]], ["a"]),
    lambda home: home.translate.bleu_score.corpus_bleu([_REFERENCES], []),
    lambda home: home.translate.bleu_score.corpus_bleu([], []),
    lambda home: home.translate.bleu_score.corpus_bleu([_REFERENCES], [_HYPOTHESIS], auto_reweigh=True),
    lambda home: home.gleu(_REFERENCES, _HYPOTHESIS),
    lambda home: home.gleu([], _HYPOTHESIS),
    lambda home: home.translate.gleu_score.corpus_gleu([], [[]]),
    lambda home: home.nist(_REFERENCES, _HYPOTHESIS),
    lambda home: home.nist([], _HYPOTHESIS),
    lambda home: home.nist([[]], _HYPOTHESIS, 1),
    lambda home: home.chrf("the cat", ["the", "cats"]),
    lambda home: home.chrf("the cat", 5),
    lambda home: home.translate.chrf_score.corpus_chrf(["a"], []),
    lambda home: home.translate.chrf_score.corpus_chrf([], []),
    lambda home: home.ribes(_REFERENCES, _HYPOTHESIS),
    lambda home: home.ribes([], _HYPOTHESIS),
    lambda home: home.translate.ribes_score.corpus_ribes([_REFERENCES], [_HYPOTHESIS, []]),
    lambda home: home.translate.ribes_score.corpus_ribes([_REFERENCES], []),
    lambda home: home.translate.ribes_score.word_rank_alignment([*"abac"], [*"acab"]),
    lambda home: home.translate.ribes_score.kendall_tau([2, 0, 1, 5]),
    lambda home: home.translate.ribes_score.kendall_tau([2, 0, 1, 5], normalize=False),
    lambda home: home.translate.ribes_score.kendall_tau([1], False),
    lambda home: home.edit_distance("rain", [*"shine"]),
    lambda home: home.edit_distance([["a"]], ["a"]),
    lambda home: home.AnnotationTask([("a", 1, [1])]),
]
