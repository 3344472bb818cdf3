"""The loop over boards, two decks at most and default formats, compiled for BMI1, BMI2, LZCNT and POPCNT."""

NAME = "bmi2"

include "kernel.pxi"
