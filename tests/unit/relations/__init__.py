"""Relations between printed numbers."""
