"""Mutants of real code: each function of the oracle with one fault in its source, which some golden vector must notice.

The faults are those of people who write a metric: a bound that is off by one, an integer division, two arguments
exchanged, the wrong axis, the smallest for the largest, an order that is not sorted, a counter that is not reset.
"""
