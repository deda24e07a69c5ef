"""Textbook metrics: slow, exact, and independent of `samescore`.

Each module computes one family as its paper defines it, with exact fractions, and with 60 decimal
digits for logarithms, powers and roots. `derive` uses them to write ``golden/``. They share no code with
the native implementation, and import none of it.

A module's ``score(data, settings)`` takes a vector's ``input`` and its complete ``settings`` as plain
dictionaries, and returns ``{"value": ..., "stages": {...}}``. The value is a Fraction, a Decimal, or
None if the score is undefined under these settings; `OracleError` is raised if they call for an error.
"""
