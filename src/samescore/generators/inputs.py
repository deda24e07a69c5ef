"""The generated inputs of every metric, in one table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.labels import Labels, ScoredLabels
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.generators.answers import answers
from samescore.generators.edits import edit_corpora
from samescore.generators.labels import labels, scored_labels
from samescore.generators.likelihoods import choices, log_probabilities
from samescore.generators.texts import corpora, rouge_corpora
from samescore.generators.translation import mostly_longer, translation_corpora
from samescore.metrics import metric

#: Makes inputs: how many, of how many references at most (0: any number), and from which seed.
_Generator = Callable[[int, int, int], Iterator[Data]]


def _rouge(count: int, max_references: int, seed: int) -> Iterator[Data]:
    return rouge_corpora(corpora(count, max_references, seed), max_references)


def _translation(count: int, max_references: int, seed: int) -> Iterator[Data]:
    return translation_corpora(corpora(count, max_references, seed), max_references)


def _nist(count: int, max_references: int, seed: int) -> Iterator[Data]:
    return translation_corpora(mostly_longer(corpora(count, max_references, seed), seed), max_references)


def _edits(count: int, max_references: int, seed: int) -> Iterator[Data]:
    return edit_corpora(corpora(count, max_references, seed), max_references, seed)


def _answers(count: int, _: int, seed: int) -> Iterator[Data]:
    return answers(count, seed)


#: The inputs of metrics that need others than their kind's.
_BY_METRIC: dict[str, _Generator] = {
    **dict.fromkeys(("rouge-n", "rouge-l", "rouge-lsum", "rouge-w", "rouge-s", "rouge-su"), _rouge),
    **dict.fromkeys(("gleu", "ribes", "meteor", "cider"), _translation),
    "nist": _nist,
    **dict.fromkeys(("ter", "wer", "cer", "mer", "wil", "wip", "edit-distance"), _edits),
    **dict.fromkeys(("exact-match", "answer-f1", "drop-f1"), _answers),
}
_BY_KIND: dict[type[Data], _Generator] = {
    Corpus: corpora,
    Labels: lambda count, _, seed: labels(count, seed),
    ScoredLabels: lambda count, _, seed: scored_labels(count, seed),
    TokenLogProbs: lambda count, _, seed: log_probabilities(count, seed),
    Choices: lambda count, _, seed: choices(count, seed),
}


def inputs_for(metric_name: str, count: int, max_references: int = 0, seed: int = 0) -> Iterator[Data]:
    """`count` inputs of the kind that a metric takes; `max_references` limits those of a segment, 0 does not."""
    generate = _BY_METRIC.get(metric_name) or _BY_KIND[metric(metric_name).takes[0]]
    return islice(generate(count, max_references, seed), count)
