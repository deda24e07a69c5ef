"""The verbs: what each command of samescore does, in a module named after the command."""
