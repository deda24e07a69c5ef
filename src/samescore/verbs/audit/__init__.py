"""The verb audit: find the settings that produced a published number."""
