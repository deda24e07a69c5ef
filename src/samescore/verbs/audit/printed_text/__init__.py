"""Parse printed numbers, intervals and tables, and compute the exact ranges that rounded numbers stand for."""
