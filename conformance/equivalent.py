"""Knobs that no input can notice inside an entry point's region, each with the reason.

The parity suite fails when such a knob *is* noticed, so that an excuse never outlives its reason.
"""

EQUIVALENT: dict[tuple[str, str], str] = {}
