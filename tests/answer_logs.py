"""Logs of evaluation harnesses for tests: saved ones, which the harnesses' own code wrote, and new ones."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

LOGS = Path(__file__).resolve().parent / "data" / "answer_logs"


def need_zstandard() -> Any:
    """Skip the test if no module for Zstandard is installed, which .eval logs need; otherwise return it."""
    return pytest.importorskip("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")


def written(path: Path, *lines: Any) -> Path:
    """Write records as JSON Lines, and return the path."""
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def inspect_log(folder: Path, *samples: Any, **fields: Any) -> Path:
    """Write a .json log of inspect-ai with these samples and further fields, and return its path."""
    document = {"version": 2, "status": "success", "eval": {}, "samples": samples, **fields}
    path = folder / "log.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def inspect_sample(**fields: Any) -> dict[str, Any]:
    """Return a sample of inspect-ai with these fields."""
    return {"id": 1, "epoch": 1, "target": "4", "output": {"completion": "4"}, **fields}
