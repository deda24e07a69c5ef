"""What every verb is given besides its own options: data, as files or as columns, and the values of knobs."""
