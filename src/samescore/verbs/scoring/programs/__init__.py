"""What other evaluation programs print for a user's files."""
