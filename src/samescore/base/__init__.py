"""Foundations that every other package uses: errors, outcomes, reading files, documents.

Imports nothing else of samescore.
"""
