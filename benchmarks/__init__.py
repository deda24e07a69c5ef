"""Measure the speed and memory of samescore, and of packages that compute the same numbers: ``python -m benchmarks``."""
