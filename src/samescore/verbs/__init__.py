"""What samescore does: one module a command, named as the command."""
