"""One file for each package, found by listing this folder: `MODULE`, and `score(request)` with plain data in and out."""
