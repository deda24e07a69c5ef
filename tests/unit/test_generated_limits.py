"""Generated inputs stay within the limits of an entry point."""

from __future__ import annotations

import random

import pytest

from samescore.generators import annotations as annotation_inputs
from samescore.generators.scored_labels import large_scores
from samescore.generators.target import target_of
from samescore.generators.texts import corpora, corpus_of, rouge_corpora
from samescore.implementations import native_model


@pytest.mark.parametrize("most", [1, 2])
def test_corpora_have_at_most_so_many_references(most: int) -> None:
    made = [*corpora(60, most), *rouge_corpora(iter([]), most)]
    assert max(len(references) for corpus in made for references in corpus.reference_lines) == most


def test_the_first_references_are_kept() -> None:
    segments = [("x", ["a", "b", "c"]), ("y", ["d"])]
    assert [len(lines) for lines in corpus_of(segments).reference_lines] == [3, 1]
    assert [list(lines) for lines in corpus_of(segments, 2).reference_lines] == [["a", "b"], ["d"]]


def test_a_target_compares_systems_by_the_statistics_of_its_entry_point() -> None:
    [profile] = native_model("sacrebleu.paired_bs").profiles("p-value")
    assert (
        list(target_of(profile, profile.settings()).statistics) == list(profile.statistics) == ["bleu", "chrf", "ter"]
    )


@pytest.mark.parametrize("items", [2, 5, 40])
def test_large_scores_have_as_many_items_as_requested(items: int) -> None:
    made = large_scores(random.Random(1), items)
    assert (len(made.gold), len(made.scores), set(made.gold[-2:])) == (items, items, {0, 1})


@pytest.mark.parametrize(("annotators", "several"), [(1, False), (2, False), (3, True)])
def test_more_than_two_annotators_are_several(annotators: int, several: bool) -> None:
    assert annotation_inputs._EDGES["several-annotators"]({"annotations": [["a", "b"]] * annotators}) is several
