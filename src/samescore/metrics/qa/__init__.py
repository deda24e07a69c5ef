"""Metrics of question answering: SQuAD and DROP."""
