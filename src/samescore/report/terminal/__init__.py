"""Records as text for a terminal. Every text that comes from outside goes through `visible`."""
