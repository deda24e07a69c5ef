"""torchmetrics' functions (``torchmetrics.functional``); only the functions of texts are offered, in `text`."""

from __future__ import annotations

from samescore.compat.torchmetrics import text

__all__ = ["text"]
