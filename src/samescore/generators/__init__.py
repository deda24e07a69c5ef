"""Generate inputs deterministically, with many edge cases that break implementations."""
