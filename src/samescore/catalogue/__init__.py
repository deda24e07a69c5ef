"""Load and check the data shipped in golden/ and conformance/."""
