"""The native metrics as implementations: with any settings, or with the settings of a package's profiles."""

from __future__ import annotations

from samescore.base.outcome import Outcome
from samescore.catalogue.profile import Profile
from samescore.data.kinds import Data
from samescore.implementations.base import Implementation, Profiled
from samescore.metrics import find, merge_knobs
from samescore.metrics.evaluator import check_input, native_outcome
from samescore.settings import Settings


class Native(Implementation):
    """The native metrics, which accept any settings."""

    name = "native"
    version = ""

    def score(self, metric_name: str, data: Data, **knobs: object) -> Outcome:
        chosen, implied = find(metric_name)
        check_input(chosen, data)
        return native_outcome(data, chosen.settings.from_mapping(merge_knobs(chosen, implied, knobs)))


class Modelled(Profiled):
    """The native model of an implementation: the native metrics with the settings that its profiles allow."""

    @property
    def name(self) -> str:  # type: ignore[override]  # computed here, stored elsewhere
        entry = f".{self._entry_point}" if self._entry_point else ""
        version = f"=={self.version}" if self.version else ""
        return f"native:{self.file.implementation}{version}{entry}"

    def _profile_version(self) -> str | None:
        return self.version or None

    def ask(self, profile: Profile, data: Data, settings: Settings) -> Outcome:
        return self.outside_region(profile, data, settings) or native_outcome(data, settings)
