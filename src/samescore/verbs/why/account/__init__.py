"""The account of one side of *explain*: what contributes to a number, and rules that find unusual facts about it."""
