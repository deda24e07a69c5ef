"""What keeps the data: the golden vectors, the release matrix, the witnesses, the generated pages."""
