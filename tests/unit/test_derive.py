"""The files of golden/ are what `tools.derive` makes of the hand-written cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore.catalogue.layout import as_json
from samescore.catalogue.vectors import file_of_vectors, vector_files
from tools import derive

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def test_golden_has_a_file_for_each_topic_of_a_metric() -> None:
    files = {
        derive.GOLDEN / case.metric / f"{topic}.json" for topic, cases in derive.topics().items() for case in cases
    }
    assert sorted(files) == list(vector_files(derive.GOLDEN))


def _stale(files: dict[Path, list[derive.Vector]]) -> list[str]:
    return [
        path.relative_to(derive.GOLDEN).as_posix()
        for path, vectors in files.items()
        if as_json(file_of_vectors(path.parent.name, vectors)) != path.read_text(encoding="utf-8")
    ]


def test_some_of_golden_holds_the_cases_with_the_values_of_the_oracle() -> None:
    """Without large inputs, which take the oracle half of the time."""
    chosen = [topic for topic in derive.topics() if topic != "sizes"][::4]
    files = derive.derived(chosen)
    assert len(files) > 100
    assert not _stale(files), "edited by hand, or python -m tools.derive has not been run"


@pytest.mark.slow
def test_golden_holds_the_cases_with_the_values_of_the_oracle() -> None:
    """The generated columns have tests of their own: `test_mistakes.py` for the mistakes."""
    files = derive.derived()
    assert not _stale(files)
    everything = [(path.parent.name, made) for path, vectors in files.items() for made in vectors]
    assert derive.problems_of(everything, derive.registered_flags()) == []
