"""Check relations between the numbers of a table, to find out whether all of them can be true.

Only arithmetic is used, no files. Every printed number stands for an interval: the values that round, or truncate, to
it. A relation is broken only if no values in the intervals satisfy it. The assumptions and the proof of a relation are in
its module (and in docs/relations.md).
"""

from __future__ import annotations

from samescore.verbs.audit.relations.check import check
from samescore.verbs.audit.relations.result import BrokenRelation, Checked, Mending, TableCheck, Unchecked

__all__ = ["BrokenRelation", "Checked", "Mending", "TableCheck", "Unchecked", "check"]
