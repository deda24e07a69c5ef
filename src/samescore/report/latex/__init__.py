"""Results as LaTeX tables, for a paper."""
