"""Meta-evaluation: agreement of a metric's scores with human scores."""
