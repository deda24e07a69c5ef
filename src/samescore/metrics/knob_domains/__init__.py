"""Value domains shared by knobs of several families: transform chains, patterns."""
