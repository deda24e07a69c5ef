"""The settings of a metric: its knobs, the values that each allows, and complete settings."""

from samescore.settings.domains import BoolDomain, Choice, ClassNames, Domain, Integer, Real, Text, Weights
from samescore.settings.knobs import STAGE_ORDER, Knob, Stage, knob
from samescore.settings.settings import Difference, Settings

__all__ = [
    "STAGE_ORDER",
    "BoolDomain",
    "Choice",
    "ClassNames",
    "Difference",
    "Domain",
    "Integer",
    "Knob",
    "Real",
    "Settings",
    "Stage",
    "Text",
    "Weights",
    "knob",
]
