"""Domains that the knobs of several families share: chains of transforms, patterns."""
