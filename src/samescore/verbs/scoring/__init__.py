"""Native scores of inputs, and the reports that packages print of them."""
