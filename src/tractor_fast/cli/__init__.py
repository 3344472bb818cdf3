"""The command ``tractor-fast``."""

from .group import main

__all__ = ["main"]
