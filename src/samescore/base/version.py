"""The version of samescore."""

__version__ = "0.1.0.dev0"
