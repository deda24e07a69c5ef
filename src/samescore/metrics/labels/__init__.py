"""Metrics over class labels and their scores, such as accuracy, F1, MCC, kappa, ROC AUC, log loss and top-k accuracy."""
