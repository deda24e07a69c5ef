"""PyTorch's square root of 32-bit floats may be a unit off: with it in place of ours, torchmetrics' MCC is equal.

`test_parity` allows for such a root; this test allows for nothing.
"""

from __future__ import annotations

import importlib

import pytest

from conformance.peers import need
from samescore import Labels
from samescore.base.outcome import same_outcome
from samescore.generators.labels import labels
from samescore.implementations import installed_package
from samescore.metrics.evaluator import native_outcome
from samescore.metrics.labels import mcc

INPUTS = 500


@pytest.mark.parity
def test_mcc_is_equal_with_the_packages_root(monkeypatch: pytest.MonkeyPatch) -> None:
    peer = installed_package("torchmetrics")
    need(peer)
    profile = peer.file.entry_point("matthews_corrcoef", peer.version)
    assert profile is not None
    torch = importlib.import_module("torch")
    monkeypatch.setattr(mcc, "root_of_single", lambda x: torch.sqrt(torch.tensor(x, dtype=torch.float32)).item())
    inputs = [*labels(INPUTS)]
    # An odd number of items, whose square is above 2^24 and rounded.
    many = [Labels((data.gold * 150)[1:], (data.predicted * 150)[1:]) for data in inputs[::10]]
    for data in (*inputs, *many):
        native, answer = native_outcome(data, profile.settings()), peer.ask(profile, data, profile.settings())
        assert same_outcome(native, answer), f"{data}\nnative {native}\npackage {answer}"
