"""The generated inputs of every metric."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from samescore.data.annotations import Annotations
from samescore.data.class_scores import ClassScores
from samescore.data.comparison import Comparison
from samescore.data.kinds import Data
from samescore.data.label_sets import LabelSets
from samescore.data.labels import Labels, ScoredLabels
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.data.ratings import Ratings
from samescore.data.rewrites import Rewrites
from samescore.data.sampled_responses import SampledResponses
from samescore.data.supported_answers import SupportedAnswers
from samescore.data.tagged import Tagged
from samescore.data.weighted_labels import WeightedLabels
from samescore.data.weighted_scores import WeightedScores
from samescore.generators.annotations import annotated
from samescore.generators.answers import answers
from samescore.generators.class_scores import class_scores
from samescore.generators.comparisons import comparisons
from samescore.generators.edits import edit_corpora
from samescore.generators.label_sets import label_sets
from samescore.generators.labels import labels, probabilities, scored_labels
from samescore.generators.likelihoods import choices, log_probabilities
from samescore.generators.ratings import ratings
from samescore.generators.rewrites import rewrites
from samescore.generators.sampled_responses import sampled_responses
from samescore.generators.supported_answers import supported_answers
from samescore.generators.tagged import tagged
from samescore.generators.texts import corpora, rouge_corpora
from samescore.generators.translation import mostly_longer, translation_corpora
from samescore.generators.weighted_labels import dyadic_weights, weighted_labels, weighted_scores
from samescore.metrics import metric
from samescore.metrics.base import Pool

#: Makes inputs from their number, the largest number of references (0: any), and a seed.
_Generator = Callable[[int, int, int], Iterator[Data]]


def _rouge(count: int, max_references: int, seed: int) -> Iterator[Data]:
    return rouge_corpora(corpora(count, max_references, seed), max_references)


def _translation(count: int, max_references: int, seed: int) -> Iterator[Data]:
    return translation_corpora(corpora(count, max_references, seed), max_references)


def _long_translation(count: int, max_references: int, seed: int) -> Iterator[Data]:
    return translation_corpora(mostly_longer(corpora(count, max_references, seed), seed), max_references)


def _edits(count: int, max_references: int, seed: int) -> Iterator[Data]:
    return edit_corpora(corpora(count, max_references, seed), max_references, seed)


def _answers(count: int, _: int, seed: int) -> Iterator[Data]:
    return answers(count, seed)


def _probabilities(count: int, _: int, seed: int) -> Iterator[Data]:
    return probabilities(count, seed)


def _sets(count: int, _: int, seed: int) -> Iterator[Data]:
    return annotated(count, seed, every=2)


def _dyadic(count: int, _: int, seed: int) -> Iterator[Data]:
    return dyadic_weights(count, seed)


#: The generators of each pool that a metric may name in its facts.
_POOLS: dict[Pool, _Generator] = {
    "texts": corpora,
    "rouge": _rouge,
    "translation": _translation,
    "long-translation": _long_translation,
    "edits": _edits,
    "answers": _answers,
    "probabilities": _probabilities,
    "sets": _sets,
    "dyadic-weights": _dyadic,
}
_BY_KIND: dict[type[Data], _Generator] = {
    Labels: lambda count, _, seed: labels(count, seed),
    ScoredLabels: lambda count, _, seed: scored_labels(count, seed),
    TokenLogProbs: lambda count, _, seed: log_probabilities(count, seed),
    Choices: lambda count, _, seed: choices(count, seed),
    Ratings: lambda count, _, seed: ratings(count, seed),
    Rewrites: rewrites,
    Tagged: lambda count, _, seed: tagged(count, seed),
    LabelSets: lambda count, _, seed: label_sets(count, seed),
    ClassScores: lambda count, _, seed: class_scores(count, seed),
    WeightedLabels: lambda count, _, seed: weighted_labels(count, seed),
    WeightedScores: lambda count, _, seed: weighted_scores(count, seed),
    SupportedAnswers: lambda count, _, seed: supported_answers(count, seed),
    SampledResponses: lambda count, _, seed: sampled_responses(count, seed),
    Annotations: lambda count, _, seed: annotated(count, seed),
}


def inputs_for(
    metric_name: str, count: int, max_references: int = 0, seed: int = 0, statistics: Sequence[str] = ()
) -> Iterator[Data]:
    """`count` inputs of the kind that a metric takes, with `max_references` a segment at most (0: no limit).

    Systems are compared by one of `statistics` (none: by any).
    """
    chosen = metric(metric_name)
    if chosen.takes[0] is Comparison:
        return comparisons(count, max_references, seed, statistics)
    pool = chosen.facts.inputs
    generate = _BY_KIND[chosen.takes[0]] if pool == "by-kind" else _POOLS[pool]
    return islice(generate(count, max_references, seed), count)
