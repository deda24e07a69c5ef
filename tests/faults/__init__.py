"""Tests with faults: hostile files, misbehaving implementations, kills and full disks; tox runs them once (``-m faults``)."""
