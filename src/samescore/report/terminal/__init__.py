"""Records as text for a terminal. All untrusted text passes through `visible`."""
