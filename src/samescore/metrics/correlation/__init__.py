"""Meta-evaluation: how far the scores of a metric agree with those of people."""
