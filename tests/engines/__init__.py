"""Engines that are installed: Dask, Spark, Parquet. What is missing is skipped, with a reason (``tox run -e dask`` has all)."""
