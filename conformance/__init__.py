"""What is promised and what is known: profiles, and the suite that holds them against installed peers."""
