"""What strategies from outside may ask, compiled for any processor."""

include "answers.pxi"
