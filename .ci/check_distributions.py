"""Check what an sdist and a wheel hold against the source tree: check_distributions.py FILE..."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import PurePosixPath

IN_WHEEL = {".py", ".pyi", ".pxd", ".toml", ".typed"}
NOT_IN_SDIST = (".gitignore",)
GENERATED = {".c", ".html", ".pyc"}


def tracked_files() -> list[str]:
    """All files of the repository, relative to its top."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files"], check=True, capture_output=True, text=True
    )
    return listed.stdout.splitlines()


def wheel_errors(names: list[str], tracked: list[str]) -> list[str]:
    """What a wheel with these members lacks, or holds and should not."""
    sources = [name.removeprefix("src/") for name in tracked if name.startswith("src/")]
    wanted = {name for name in sources if PurePosixPath(name).suffix in IN_WHEEL}
    errors = [f"the wheel lacks {name}" for name in sorted(wanted - set(names))]
    for name in sources:
        module = name.removesuffix(".pyx")
        if module != name and not any(n.startswith(f"{module}.cpython-") for n in names):
            errors.append(f"the wheel lacks the compiled {module}")
    return errors + [
        f"the wheel holds {name}"
        for name in names
        if PurePosixPath(name).suffix in GENERATED | {".pyx"}
    ]


def sdist_errors(names: list[str], tracked: list[str]) -> list[str]:
    """What an sdist with these members lacks, or holds and should not."""
    inside = {name.partition("/")[2] for name in names}
    wanted = {name for name in tracked if not name.startswith(NOT_IN_SDIST)}
    return [f"the sdist lacks {name}" for name in sorted(wanted - inside)] + [
        f"the sdist holds {name}"
        for name in sorted(inside)
        if PurePosixPath(name).suffix in GENERATED | {".so"}
    ]


def main() -> int:
    """Check each file named on the command line; 1 if anything is wrong."""
    tracked = tracked_files()
    errors = []
    for path in sys.argv[1:]:
        if path.endswith(".whl"):
            with zipfile.ZipFile(path) as wheel:
                errors += wheel_errors(wheel.namelist(), tracked)
        else:
            with tarfile.open(path) as sdist:
                errors += sdist_errors(sdist.getnames(), tracked)
    print("\n".join(errors) or f"as they should be: {len(sys.argv) - 1} distributions")
    return bool(errors)


if __name__ == "__main__":
    sys.exit(main())
