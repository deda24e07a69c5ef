"""Small programs as people write them: a metric with its own choices, and with one mistake or none."""
