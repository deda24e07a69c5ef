"""The verb *compare*: find out which of several systems is better, and whether the difference is significant."""
