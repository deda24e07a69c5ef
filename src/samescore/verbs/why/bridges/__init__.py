"""Relate two metrics: identities between them, and the path from one number to the other across an identity."""
