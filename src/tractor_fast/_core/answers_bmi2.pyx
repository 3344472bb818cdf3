"""What strategies from outside may ask, compiled for BMI1, BMI2, LZCNT and POPCNT."""

include "answers.pxi"
