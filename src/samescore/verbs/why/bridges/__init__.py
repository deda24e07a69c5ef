"""Two metrics side by side: identities between them, and the path from one number to the other across an identity."""
