"""Metrics over likelihoods: perplexity and multiple choice."""
