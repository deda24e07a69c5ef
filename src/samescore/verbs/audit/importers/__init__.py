"""Import claims from sources other than claims files: tables in publications, and output of evaluation programs.

A table is read in two steps. A module for each format (`latex`, `markdown`, `html`, `delimited`) converts it to a
`Grid`: rows of texts. The TOML file beside it (`description`, or `guess` without one) says what the columns mean, and
`tabular` turns the cells into claims.
"""
