"""Many questions in one call, compiled for any processor."""

include "batch.pxi"
