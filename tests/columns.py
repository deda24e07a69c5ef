"""The input of a metric from the columns of a function's arguments."""

from __future__ import annotations

from typing import Any

from samescore.data.kinds import Data
from samescore.verbs.inputs.columns import Columns


def data_of(metric: str, *columns: Any, **named: Any) -> Data:
    """What `Columns` reads for a metric."""
    return Columns(*columns, **named).read(metric)
