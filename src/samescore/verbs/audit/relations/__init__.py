"""Relations between the numbers of a table: could all of them be true? Arithmetic on what is printed, without files.

Every printed number stands for an interval: the values that are rounded, or cut off, to it. A relation is broken only if no
values in the intervals satisfy it; what it assumes, and why it is true, is in the module of its family (and docs/relations.md).
"""

from __future__ import annotations

from samescore.verbs.audit.relations.check import check
from samescore.verbs.audit.relations.result import Broken, Checked, Mending, TableCheck, Unchecked

__all__ = ["Broken", "Checked", "Mending", "TableCheck", "Unchecked", "check"]
