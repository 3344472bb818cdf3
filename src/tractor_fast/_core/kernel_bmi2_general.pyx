"""The loop over boards, every table and setting, compiled for BMI1, BMI2, LZCNT and POPCNT."""

NAME = "bmi2"

include "kernel.pxi"
