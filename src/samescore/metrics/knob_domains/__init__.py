"""Value domains that knobs of several metric families share: chains of text transforms, and lists of patterns."""
