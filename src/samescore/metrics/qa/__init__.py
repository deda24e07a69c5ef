"""Metrics of question answering, such as exact match and F1 of SQuAD, DROP's F1, and ANLS."""
