"""The verbs: the work of each command of samescore, without its options and its output."""
