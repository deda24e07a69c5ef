"""Read the logs in which evaluation harnesses save the outputs of language models."""
