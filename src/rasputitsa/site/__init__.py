"""The whole table as a page: a folder of static files that any web host serves, from any path."""

from .build import Built, build

__all__ = ["Built", "build"]
