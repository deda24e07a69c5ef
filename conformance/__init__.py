"""Profiles, divergences and claims as data, and the suite that checks them against installed packages."""
