"""Where claims come from besides files of claims: tables of publications, and what evaluation programs write.

A table is read in two steps. A module for each format (`latex`, `markdown`, `html`, `delimited`) makes a `Grid` of it: rows
of texts. The TOML beside it (`description`, or `guess` where there is none) says what the columns are, and `tabular` makes
claims of the cells.
"""
