"""Build the command that reproduces a number found by an audit."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from samescore.base.folders import absolute
from samescore.data.comparison import Comparison
from samescore.metrics import metric as find_metric
from samescore.metrics import parse_signature
from samescore.records import AuditFit
from samescore.settings import Settings
from samescore.verbs.audit.printed_text.rounding import RoundedNumber
from samescore.verbs.audit.question import Question

#: The value of the knob `scale` for each unit of a fit.
_SCALES = {"times 100": "100", "divided by 100": "1"}


def command_for(question: Question, fit: AuditFit) -> str:
    """Return the ``samescore score`` command that prints the number of a fit, with file names as in the claim.

    The number is in the unit of the claim if the metric has a knob for the unit.
    """
    claim, settings = question.claim, _scaled(parse_signature(fit.signature), fit.unit)
    words = ["samescore", "score", claim.hypotheses]
    for name in fit.references:
        words += ["-r", name]
    metric = find_metric(settings.metric)
    compares = Comparison in metric.takes
    if compares and claim.baseline:
        words += ["--baseline", claim.baseline]
    if compares and claim.statistic:
        words += ["--statistic", question.statistic]
    if fit.text_reading != "usual":
        words += ["--reading", fit.text_reading]
    asked = ["-m", settings.metric] if settings == metric.settings() else ["--signature", settings.short_signature]
    return shlex.join([*words, *asked])


def from_here(command: str, base: Path) -> str:
    """Return a command of `command_for`, with file names relative to the working directory instead of `base`."""
    words = shlex.split(command)
    files = [place for place in range(2, len(words)) if place == 2 or words[place - 1] in ("-r", "--baseline")]
    for place in files:
        words[place] = _from_here(base / words[place])
    return shlex.join(words)


def _from_here(path: Path) -> str:
    whole = str(absolute(path))
    try:
        return min(os.path.relpath(path), whole, key=len)
    except ValueError:  # on a different drive
        return whole


def _scaled(settings: Settings, unit: str) -> Settings:
    """Return the settings with the scale that the unit of a fit implies; unchanged if the metric lacks this scale."""
    wanted = _SCALES.get(unit, "")
    if wanted and wanted in map(str, settings.knob("scale").domain.values if hasattr(settings, "scale") else ()):
        return settings.replace(scale=wanted)
    return settings


def format_like(value: float, printed: RoundedNumber) -> str:
    """Return a number as text, with as many decimals as the printed number, but at least two.

    It is printed in full if the printed number is, and with three digits for a bound on a p-value.
    """
    if printed.in_full:
        return repr(value)
    if printed.relation:
        return f"{value:.3g}"
    decimals = max(len(printed.text.lower().partition("e")[0].partition(".")[2]), 2)
    return f"{value:.{decimals}f}"
