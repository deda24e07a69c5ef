"""Records as Markdown, for a review, an issue, or the summary page of a CI service."""
