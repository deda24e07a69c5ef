"""Mutants: functions of the oracle with one fault in the source, which some golden vector must detect.

The faults are typical for authors of metrics: an off-by-one bound, an integer division, two exchanged arguments, a wrong
axis, the smallest instead of the largest, an order that is not sorted, a counter that is not reset.
"""
