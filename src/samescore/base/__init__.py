"""What everything else stands on: errors, outcomes, files from outside, documents. It imports nothing of ours but itself."""
