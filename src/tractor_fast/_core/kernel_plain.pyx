"""The loop over boards, two decks at most and default formats, compiled for any processor."""

NAME = "plain"

include "kernel.pxi"
