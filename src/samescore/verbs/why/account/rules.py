"""List all rules, in the order in which their remarks are shown: the most important first."""

from __future__ import annotations

from samescore.records import Remark
from samescore.verbs.why.account.edits import EDIT_RULES
from samescore.verbs.why.account.evidence import Evidence
from samescore.verbs.why.account.labels import LABEL_RULES
from samescore.verbs.why.account.likelihood import LIKELIHOOD_RULES
from samescore.verbs.why.account.ngrams import NGRAM_RULES
from samescore.verbs.why.account.range import RANGE_RULES
from samescore.verbs.why.account.texts import TEXT_RULES

RULES = (
    *TEXT_RULES[:2],
    *NGRAM_RULES,
    *EDIT_RULES,
    *LABEL_RULES,
    *LIKELIHOOD_RULES,
    *TEXT_RULES[2:],
    *RANGE_RULES,
)


def remarks(evidence: Evidence) -> list[Remark]:
    """Return the remarks of all rules that apply, the most important first."""
    return [remark for rule in RULES if (remark := rule.remark(evidence)) is not None]
