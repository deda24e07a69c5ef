"""What a command line says about functions and programs that do not describe themselves."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from samescore.cli.inputs import parse_knobs
from samescore.cli.screen import complain
from samescore.errors import InputError

if TYPE_CHECKING:
    from samescore.implementations.claim import Claim


def claim_of(options: Mapping[str, Any], like: str, return_key: str, layout: str, number_pattern: str) -> Claim:
    """The claim of a command: its metric and its ``--set`` are among `options`.

    Raises `InputError` if nothing on the command line can claim anything.
    """
    from samescore.implementations.claim import Claim

    given = {"--like": like, "--return-key": return_key, "--layout": layout, "--number-pattern": number_pattern}
    named = [option for option, text in given.items() if text]
    claims = any(_can_claim(value) for value in options.values())
    if named and not claims:
        raise InputError(
            f"{named[0]} is for a function (py:...) or a program with files (cmd:... {{hyp}} {{ref}})",
            hint="a package and its model say themselves what they compute",
        )
    metrics = options.get("metrics", options.get("metric", ""))
    metric = metrics if isinstance(metrics, str) else metrics[0] if len(metrics) == 1 else ""
    claim = Claim(
        metric, like, {}, return_key, layout, number_pattern, bool(named), lambda text: complain(f"samescore: {text}")
    )
    assignments = options.get("assignments", ())
    if not assignments or not claims:
        return claim
    if not claim.metric_name:
        raise InputError("--set needs a metric", hint="name it with -m")
    return dataclasses.replace(claim, settings=parse_knobs(claim.metric_name, assignments))


def _can_claim(value: object) -> bool:
    """Is it the name of a function or of a program, or does it hold one?"""
    names = value if isinstance(value, tuple) else (value,)
    return any(isinstance(name, str) and name.startswith(("py:", "cmd:")) for name in names)
