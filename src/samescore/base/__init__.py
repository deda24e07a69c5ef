"""Foundations that every other package uses: errors, outcomes, reading files, documents.

Nothing here imports from the rest of samescore.
"""
