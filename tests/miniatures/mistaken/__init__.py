"""Small programs as people write them: a metric with choices of their own, and with one mistake or none."""
