"""The verb audit: which settings produced a published number."""
