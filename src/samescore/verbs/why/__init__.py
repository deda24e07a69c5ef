"""Why numbers differ: between implementations, from a symptom to its causes, and what a single number consists of."""
