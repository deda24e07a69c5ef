"""Import claims from sources other than claims files: tables in publications, and output of evaluation programs.

A table is read in two steps. A module for each format (`latex`, `markdown`, `html`, `delimited`) converts it to a
`Grid`: rows of texts. A TOML file beside it says what the columns mean (see `description`); without such a file, `guess`
infers it. Then `tabular` turns the cells into claims.
"""
