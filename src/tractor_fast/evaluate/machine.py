"""What the figures were measured on."""

import os
import platform

import msgspec
import numpy as np

from .. import __version__
from .._core.compilers import COMPILER, CYTHON
from .._core.engine import KERNEL


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """Processor, system, compilers and versions; ``kernel`` is the engine's, plain or bmi2."""

    processor: str
    cores: int
    system: str
    compiler: str
    cython: str
    python: str
    numpy: str
    tractor_fast: str
    kernel: str


def this_machine() -> Machine:
    """The machine that this runs on; compilers are those that built the core."""
    return Machine(
        processor=processor_name(),
        cores=os.cpu_count() or 1,
        system=f"{platform.system()} {platform.release()}",
        compiler=COMPILER,
        cython=CYTHON,
        python=platform.python_version(),
        numpy=np.__version__,
        tractor_fast=__version__,
        kernel=KERNEL,
    )


def processor_name() -> str:
    """The processor as the system names it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            names = [line.partition(":")[2].strip() for line in lines if "model name" in line]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()
