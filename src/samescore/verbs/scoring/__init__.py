"""Native scores of inputs, and reports in the format of other packages."""
