"""The verb *fuzz*: search for disagreements, shrink them, and write each as a golden vector with its cause."""
