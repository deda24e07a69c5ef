"""Build the input of a metric from columns, for tests."""

from __future__ import annotations

from typing import Any

from samescore.data.kinds import Data
from samescore.verbs.inputs.columns import Columns


def data_of(metric: str, *columns: Any, **named: Any) -> Data:
    """Return the input that `Columns` builds for a metric from these columns."""
    return Columns(*columns, **named).read(metric)
