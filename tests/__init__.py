"""The tests of samescore."""
