"""The extension modules and their flags; everything else is in pyproject.toml.

``TRACTOR_FAST_SANITIZE=1`` builds with the address and undefined-behaviour sanitizers
(scripts/sanitizers runs the tests on such a build), ``TRACTOR_FAST_PROFILE=1`` with line numbers
(scripts/instructions --profile reads them); the code is the same.
"""

import os
import platform
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

CORE = Path("src/tractor_fast/_core")
IS_X86 = platform.machine().lower() in ("x86_64", "amd64")
SANITIZE = os.environ.get("TRACTOR_FAST_SANITIZE") == "1"
PROFILE = os.environ.get("TRACTOR_FAST_PROFILE") == "1"
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

# The generated C stays out of src/, and the kinds of build out of each other's way.
BUILD = "build/sanitize" if SANITIZE else "build/profile" if PROFILE else "build"

compile_args = ["-O3", "-g1" if PROFILE else "-g0", "-fno-strict-aliasing", "-Wno-unused-function"]
link_args = []
if SANITIZE:
    # Without -fno-wrapv signed numbers that overflow would not be reported.
    sanitize = ["-fno-wrapv", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    compile_args = ["-O1", "-g", "-fno-omit-frame-pointer", *sanitize, *compile_args[2:]]
    link_args = sanitize

# Portable x86-64 everywhere, but for the kernels that are chosen by CPU feature at import.
BMI2 = ["-mbmi", "-mbmi2", "-mlzcnt", "-mpopcnt"]
# No number overflows, as builds with sanitizers see, though Python asks for -fwrapv.  What
# strategies weigh is finite, the sign of a zero does not matter, and nobody looks at the flags of
# floating point: the greater of two is one instruction then, and all results are the same.
NUMBERS = [
    "-fno-wrapv",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-fno-signed-zeros",
    "-ffinite-math-only",
]
# Loops over two planes are shorter as they are than in vector registers.
SCALAR = ["-fno-tree-vectorize", "-fno-tree-slp-vectorize"]
# The loop is one large function: with gcc's usual limits it is not inlined as far as it pays (a
# quarter more instructions a deal).
INLINED = [
    "--param=inline-unit-growth=1000",
    "--param=large-function-growth=5000",
    "--param=large-function-insns=100000",
    "--param=large-stack-frame-growth=100000",
]
# What is not inlined is compiled with the literal number of planes; the general path is too large.
CLONED = ["--param=ipa-cp-unit-growth=100", "--param=ipa-cp-eval-threshold=10"]
GENERAL_LOOP = NUMBERS + SCALAR + INLINED
LOOP = GENERAL_LOOP + CLONED
IS_GCC = "clang" not in os.environ.get("CC", "") and platform.system() == "Linux" and not SANITIZE
PLAIN_PATH, GENERAL_PATH = ["-DTF_PLANES=2"], ["-DTF_PLANES=4"]
FLAGS = {
    "kernel_plain": PLAIN_PATH + LOOP * IS_GCC,
    "kernel_plain_general": GENERAL_PATH + GENERAL_LOOP * IS_GCC,
    "kernel_bmi2": PLAIN_PATH + BMI2 + LOOP * IS_GCC,
    "kernel_bmi2_general": GENERAL_PATH + BMI2 + GENERAL_LOOP * IS_GCC,
    "batch_plain": SCALAR * IS_GCC,
    "batch_bmi2": BMI2 + SCALAR * IS_GCC,
    "answers_bmi2": BMI2,
}
X86_ONLY = {"kernel_bmi2", "kernel_bmi2_general", "batch_bmi2", "answers_bmi2"}

# The guard is for cythonize: its worker processes import this file again on some systems.
if __name__ == "__main__":
    extensions = [
        Extension(
            f"tractor_fast._core.{path.stem}",
            [str(path)],
            depends=["setup.py", *map(str, CORE.glob("*.pxi"))],
            extra_compile_args=compile_args + FLAGS.get(path.stem, []),
            extra_link_args=link_args,
        )
        for path in sorted(CORE.glob("*.pyx"))
        if IS_X86 or path.stem not in X86_ONLY
    ]
    setup(
        options={"build": {"build_base": BUILD}, "build_ext": {"parallel": CORES}},
        ext_modules=cythonize(
            extensions,
            build_dir=f"{BUILD}/cython",
            nthreads=CORES,
            include_path=["src"],
            compiler_directives={
                "language_level": "3",
                "boundscheck": False,
                "wraparound": False,
                "cdivision": True,
                "initializedcheck": False,
                "embedsignature": True,
            },
        ),
    )
