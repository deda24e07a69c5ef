"""A plain function can claim to compute any metric of texts or labels."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore.implementations import implementation
from samescore.implementations.base import Profiled
from samescore.implementations.claim import Claim, claiming
from samescore.metrics import METRIC_NAMES, metric

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "constant.py").write_text("def half(first, second):\n    return 0.5\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


@pytest.mark.usefixtures("module")
@pytest.mark.parametrize(
    "name", [name for name in METRIC_NAMES if metric(name).takes[0].__name__ in ("Corpus", "Labels")]
)
def test_a_function_can_claim_any_metric(name: str) -> None:
    with claiming(Claim(name)):
        named = implementation("py:constant:half")
    try:
        assert isinstance(named, Profiled)
        (profile,) = named.profiles(name)
        assert profile.metric == name
    finally:
        named.close()
