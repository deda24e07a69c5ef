"""The verb *compare*: which of several systems is better, and is the difference significant."""
