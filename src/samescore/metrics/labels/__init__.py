"""Metrics over class labels: accuracy, precision, recall, F1, F1-mult, MCC, kappa, ROC AUC."""
