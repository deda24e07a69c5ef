"""The public Python functions, one for each verb of the command line, such as `samescore.score`.

Functions on data accept columns of any library. Each function runs the verb and returns its record with extra methods
for notebooks and data frames (`samescore.python.results`). Computation and records are the same as on the command line.
"""
