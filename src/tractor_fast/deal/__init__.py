"""One deal, decision by decision, for people and programs."""

from .deal import Deal

__all__ = ["Deal"]
