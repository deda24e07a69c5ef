"""Generate texts on which tokenizers, n-gram orders, alignments and the handling of empty lines differ."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from samescore.data.corpus import Corpus
from samescore.generators.answers import answers
from samescore.generators.edits import edit_corpora
from samescore.generators.fresh_texts import fresh_corpus
from samescore.generators.generator import Generator
from samescore.generators.graded import Axioms
from samescore.generators.graded_texts import corpora as graded_corpora
from samescore.generators.graded_texts import hypotheses
from samescore.generators.large_texts import large_corpus
from samescore.generators.outputs import outputs
from samescore.generators.target import Target
from samescore.generators.text_edges import TEXT_EDGES
from samescore.generators.texts import Segment, corpora, corpus_of, rouge_corpora
from samescore.generators.translation import lengthen_most, translation_corpora
from samescore.metrics.base import Pool

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def _rouge(count: int, max_references: int, seed: int) -> Iterator[Corpus]:
    return rouge_corpora(corpora(count, max_references, seed), max_references)


def _translation(count: int, max_references: int, seed: int) -> Iterator[Corpus]:
    return translation_corpora(corpora(count, max_references, seed), max_references)


def _long_translation(count: int, max_references: int, seed: int) -> Iterator[Corpus]:
    return translation_corpora(lengthen_most(corpora(count, max_references, seed), seed), max_references)


def _edits(count: int, max_references: int, seed: int) -> Iterator[Corpus]:
    return edit_corpora(corpora(count, max_references, seed), max_references, seed)


def _answers(count: int, _: int, seed: int) -> Iterator[Corpus]:
    return answers(count, seed)


def _outputs(count: int, _: int, seed: int) -> Iterator[Corpus]:
    return outputs(count, seed)


#: The generator of each pool that facts may name, called with a count, the maximum number of references, and a seed.
_POOLS: dict[Pool, Callable[[int, int, int], Iterator[Corpus]]] = {
    "texts": corpora,
    "rouge": _rouge,
    "translation": _translation,
    "long-translation": _long_translation,
    "edits": _edits,
    "answers": _answers,
    "outputs": _outputs,
}


def _random_inputs(target: Target, count: int, seed: int) -> Iterator[Corpus]:
    return _POOLS[target.pool](count, target.max_references, seed)


def _fresh_data(target: Target, rng: random.Random, turn: int) -> Corpus:
    drawn = fresh_corpus(target, rng, turn)
    return as_tokens(drawn) if target.tokens else drawn


def _large_data(target: Target, rng: random.Random, number: int) -> Corpus:
    drawn = large_corpus(target, rng, number)
    return as_tokens(drawn) if target.tokens else drawn


def _graded_pairs(target: Target) -> Axioms:
    if not target.metric.needs_references:
        return hypotheses(tokens=target.tokens)
    return graded_corpora(several=target.max_references != 1, tokens=target.tokens)


def strategy(target: Target) -> SearchStrategy[Corpus]:
    """Return a strategy for corpora of up to four segments within the limits of `target`; a few have no segments."""
    from samescore.generators.drawing import st
    from samescore.generators.drawn_texts import drawn_segments

    most = min(target.max_references or 4, 4)
    lists: SearchStrategy[list[Segment]]
    if target.equal_references:
        numbers = st.sampled_from([*range(1, most + 1), 1, 1])
        lists = numbers.flatmap(
            lambda count: st.lists(drawn_segments(target.pool, count, count), min_size=1, max_size=4)
        )
    else:
        lists = st.lists(drawn_segments(target.pool, most, 0), min_size=1, max_size=4)
    whole = st.one_of(*[lists] * 19, st.just([])).map(corpus_of)
    return whole.map(as_tokens) if target.tokens else whole


def as_tokens(corpus: Corpus) -> Corpus:
    """Return the corpus with its texts split into tokens at white space."""
    return Corpus.from_tokens(
        [str(segment.hypothesis).split() for segment in corpus],
        [[str(reference).split() for reference in segment.references] for segment in corpus],
    )


GENERATOR = Generator(
    inputs=_random_inputs,
    fresh=_fresh_data,
    large=_large_data,
    graded=_graded_pairs,
    strategy=strategy,
    edges=TEXT_EDGES,
)
