"""Tools that maintain the project: golden vectors, the release matrix, witnesses, kernels and generated pages."""
