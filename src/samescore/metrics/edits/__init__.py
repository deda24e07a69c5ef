"""Metrics over edits: WER and its kin, TER, edit distances."""
