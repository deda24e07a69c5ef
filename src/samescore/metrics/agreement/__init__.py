"""Agreement of several annotators beyond chance."""
