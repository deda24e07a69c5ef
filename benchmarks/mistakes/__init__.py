"""Wrong implementations as people write them, and how many of their mistakes ``samescore identify`` names.

Each module has one family of metrics: an honest implementation that makes two legitimate choices of its own, and the place of
each mistake in it. Those in the folder ``held_out`` are kept apart for the final table; the others, also those in ``later``,
serve to tune. ``python -m benchmarks.mistakes`` asks ``identify`` about every program, and prints what it says.
"""
