"""One file for each package: `describe()` and `score(request)`, plain data in and out; found by listing this folder."""
