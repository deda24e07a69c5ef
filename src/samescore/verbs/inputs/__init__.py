"""Inputs common to all verbs: data as files or columns, and values of knobs."""
