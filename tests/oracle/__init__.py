"""Textbook metrics: slow, exact, and independent of `samescore`.

Each module computes one family the way its paper defines it, with exact fractions, and 60 decimal
digits where a logarithm, a power or a root is needed. `derive` uses them to write ``golden/``. They
share no code with the native implementation, import none of it, and are meant to be read beside the
papers.

A module's ``score(data, settings)`` takes a vector's ``input`` and its complete ``settings`` as plain
dictionaries and returns ``{"value": ..., "stages": {...}}``: the value is a Fraction, a Decimal, or
None where the settings say that there is no number. `OracleError` where they say that it is an error.
"""
