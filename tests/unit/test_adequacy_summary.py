"""The share of killed mutants leaves out those that are listed as equivalent, even if a vector kills one."""

from __future__ import annotations

import pytest

from samescore.records import Mutant
from samescore.report.terminal.verdicts import adequacy_summary

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_KILLED, _SURVIVING = Mutant("bleu", "case:ignored", "a", ""), Mutant("bleu", "strip:ignored", "", "")
_LISTED_AND_KILLED = Mutant("bleu", "scale:ignored", "a", "no vector can detect it")


@pytest.mark.parametrize(
    ("mutants", "share"),
    [
        ([_KILLED], "(100.0 %)"),
        ([_KILLED, _LISTED_AND_KILLED], "(100.0 %)"),
        ([_KILLED, _SURVIVING, _LISTED_AND_KILLED], "(50.0 %)"),
        ([_LISTED_AND_KILLED], "(0.0 %)"),
        ([], "(0.0 %)"),
    ],
)
def test_the_share_is_of_the_mutants_that_are_not_listed(mutants: list[Mutant], share: str) -> None:
    assert adequacy_summary([], mutants).endswith(share)
