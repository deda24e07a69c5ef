"""Wrong implementations as people write them, to measure how many of their mistakes ``samescore identify`` names.

Each module has one family of metrics: correct implementations that each make two legitimate choices, and variants with one
mistake. The programs in the folder ``held_out`` are reserved for the final table; the others, including those in ``later``,
serve for tuning. ``python -m benchmarks.mistakes`` runs ``identify`` on every program, and prints the results.
"""
