"""Many questions in one call, compiled for BMI1, BMI2, LZCNT and POPCNT."""

include "batch.pxi"
