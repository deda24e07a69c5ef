"""What other programs print for their files."""
