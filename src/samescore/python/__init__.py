"""The public Python functions: each runs one verb on columns of any library and returns its result.

Each function takes the metric and the data first, builds the input, runs the verb, and returns its record with extra
methods for notebooks and data frames (`samescore.python.results`). Computation and records are the same as on the
command line.
"""
