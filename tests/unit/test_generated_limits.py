"""Generated inputs stay within the limits of an entry point."""

from __future__ import annotations

import pytest

from samescore.generators.target import target_of
from samescore.generators.texts import corpora, rouge_corpora
from samescore.implementations import native_model


@pytest.mark.parametrize("most", [1, 2])
def test_corpora_have_at_most_so_many_references(most: int) -> None:
    made = [*corpora(60, most), *rouge_corpora(iter([]), most)]
    assert max(len(references) for corpus in made for references in corpus.reference_lines) == most


def test_a_target_compares_systems_by_the_statistics_of_its_entry_point() -> None:
    [profile] = native_model("sacrebleu.paired_bs").profiles("p-value")
    assert (
        list(target_of(profile, profile.settings()).statistics) == list(profile.statistics) == ["bleu", "chrf", "ter"]
    )
