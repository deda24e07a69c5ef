"""Does a difference between systems mean anything? Tests and intervals of every metric."""
