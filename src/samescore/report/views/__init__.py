"""What there is to say of each kind of record: a module for each, whose function `view` makes the `View`."""
