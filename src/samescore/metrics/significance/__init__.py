"""Significance tests and confidence intervals for every metric."""
