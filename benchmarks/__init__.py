"""Speed and memory of samescore and of the packages that compute the same numbers: ``python -m benchmarks``."""
