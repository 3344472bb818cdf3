"""The file that a run is kept in: one SQLite database, a row a finished chunk of boards."""

from .chunk import StoredChunk
from .ledger import Ledger
from .merge import merge
from .store import Store

__all__ = ["Ledger", "Store", "StoredChunk", "merge"]
