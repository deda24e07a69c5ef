"""The shipped data of golden/ and conformance/, loaded and checked."""
