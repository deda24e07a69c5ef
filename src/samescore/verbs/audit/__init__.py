"""The verb audit: what produced a published number."""
