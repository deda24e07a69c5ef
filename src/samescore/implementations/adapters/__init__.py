"""One file for each package: `MODULE`, what it imports, and `score(request)`, plain data in and out; found by listing this folder."""
