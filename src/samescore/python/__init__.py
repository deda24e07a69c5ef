"""The functions of the package, for Python programs: each verb on columns of any library, with a result to look at.

A function takes the metric and the data first, builds the input, calls the verb and returns its record with methods for
notebooks and data frames (`samescore.python.results`). What is computed, and the records, are those of the command.
"""
