"""The table of the packages' own tests (tools/compat_suites.toml), and the faults that they must notice."""

from __future__ import annotations

import gc
import sys
from types import ModuleType

import msgspec
import pytest

from samescore.compat import PACKAGES as OFFERED
from samescore.compat import compat
from samescore.metrics import metric
from samescore.settings import Settings
from tools import compat_plugin
from tools.compat_plugin import Fault, Swap
from tools.compat_suites import PACKAGES


def _settings(name: str, **knobs: object) -> Settings:
    return metric(name).settings.from_mapping(knobs)


@pytest.mark.parametrize("name", PACKAGES)
def test_suites_are_of_offered_packages_and_have_nine_faults(name: str) -> None:
    assert name in OFFERED
    faults = PACKAGES[name].faults
    assert len({str(fault) for fault in faults}) == len(faults) >= 9
    for fault in faults:
        for knob, value in fault.knobs.items():
            metric(fault.metric).settings.checked(knob, value)


def test_a_fault_replaces_knobs_of_its_metric_alone() -> None:
    fault = Fault("ter", {"case": "keep"})
    assert fault.applied(_settings("ter")) == _settings("ter", case="keep")
    assert fault.applied(_settings("chrf")) == _settings("chrf")


def test_settings_that_contradict_a_fault_stay_as_they_are() -> None:
    fault = Fault("bleu", {"effective_order": "yes"})
    weighted = _settings("bleu", weights="0.5,0.5", max_order=2)
    assert fault.applied(weighted) is weighted
    assert fault.applied(_settings("bleu")) == _settings("bleu", effective_order="yes")


@pytest.mark.once
def test_a_module_stays_in_place_of_an_installed_package(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = ModuleType("sacrebleu")
    monkeypatch.setitem(sys.modules, "sacrebleu", installed)
    monkeypatch.setenv(compat_plugin.VARIABLE, msgspec.json.encode(Swap("sacrebleu", "2.3.1")).decode())
    compat_plugin.pytest_configure()
    gc.collect()
    in_place = sys.modules["sacrebleu"]
    compat_plugin.pytest_unconfigure()
    assert in_place is compat("sacrebleu", "2.3.1")
    assert sys.modules["sacrebleu"] is installed
