"""Tests of installed engines: Dask, Spark and Parquet; missing ones are skipped (``tox run -e dask`` installs all)."""
