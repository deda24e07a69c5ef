"""What the page of a divergence shows: both scores of the witness, and those after the remedy."""

from __future__ import annotations

from typing import Any

from samescore.catalogue.divergences import Divergence, WitnessSide
from samescore.records import outcome as recorded
from samescore.verbs.why.witnesses import compute_witness
from tools.site.metrics import plain_input


def sides(entry: Divergence) -> list[dict[str, Any]]:
    """Both sides of a witness: the recorded score, the model's, and what settings make them agree."""
    agree = entry.agree
    return [
        _side(entry, seen, more if agree is not None else None)
        for seen, more in (
            (entry.left, agree.left if agree else {}),
            (entry.right, agree.right if agree else {}),
        )
    ]


def _side(entry: Divergence, seen: WitnessSide, more: dict[str, Any] | None) -> dict[str, Any]:
    now = compute_witness(entry, seen)
    side = {
        "name": seen.implementation,
        "implementation": seen.implementation.partition("==")[0].partition(".")[0],
        "set": ", ".join(f"{name}={value}" for name, value in seen.set.items()),
        "value": seen.value,
        "knobs": [(name, now.settings.knob(name).domain.format(getattr(now.settings, name))) for name in entry.knobs],
    }
    if more is not None:
        after = compute_witness(entry, WitnessSide(seen.implementation, seen.value, {**seen.set, **more}))
        side["agree_set"] = ", ".join(f"{name}={value}" for name, value in more.items())
        side["agreed"] = recorded(after.native).text
    return side


def witness_input(entry: Divergence) -> list[tuple[str, str]]:
    """The input of a witness, in lines."""
    return plain_input(entry.data().plain())
