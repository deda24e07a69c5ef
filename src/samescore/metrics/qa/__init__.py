"""Metrics of question answering, such as SQuAD's exact match and F1, DROP's F1, and ANLS."""
