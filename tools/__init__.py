"""Tools that maintain the data: golden vectors, the release matrix, witnesses, generated pages."""
