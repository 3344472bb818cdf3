"""The loop over boards, every table and setting, compiled for any processor."""

NAME = "plain"

include "kernel.pxi"
