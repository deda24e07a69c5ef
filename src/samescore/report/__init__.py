"""Recorded results into something to read: JSON Lines for machines, tables for people."""
