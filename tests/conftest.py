"""What all tests share."""

from tests.routes import both_routes

__all__ = ["both_routes"]
