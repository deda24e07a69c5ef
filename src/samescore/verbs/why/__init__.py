"""Why numbers differ: from one implementation to another, from a symptom to its causes, and what one number is made of."""
