"""Metrics over edits: WER and related error rates, TER, edit distances."""
