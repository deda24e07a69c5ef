"""Render records: JSON Lines and JUnit for machines, tables and Markdown for people."""
