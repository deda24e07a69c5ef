"""torchmetrics' functions (``torchmetrics.functional``): those of texts in `text`, of labels in `classification`."""

from __future__ import annotations

from samescore.compat.torchmetrics import classification, text

__all__ = ["classification", "text"]
