"""The fault campaign: hostile files, misbehaving implementations, kills, full disks. Run by tox once (``-m faults``)."""
