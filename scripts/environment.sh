# Sourced by the other scripts.  Goes to the top of the clone and offers
#   use_environment DIR [EXTRA...]   a virtual environment in DIR with this tree's package installed
#                                    and the named extras of pyproject.toml; its bin is put on PATH.
# Needs git, Python 3.11 or newer with venv, and a C compiler; says in one line which is missing.

cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "error: $*" >&2
  exit 2
}

find_python() {
  local name
  for name in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v "$name"
      return
    fi
  done
  fail "Python 3.11 or newer is needed; name one with PYTHON=/path/to/python3"
}

check_compiler() {
  local compiler
  compiler=${CC:-$(python -c 'import sysconfig; print(sysconfig.get_config_var("CC") or "cc")')}
  if ! command -v "${compiler%% *}" >/dev/null; then
    CC=$(command -v cc || command -v gcc || command -v clang) ||
      fail "a C compiler is needed (gcc or clang); name one with CC=..."
    export CC
  fi
  python -c 'import os, sysconfig
header = os.path.join(sysconfig.get_path("include"), "Python.h")
raise SystemExit(not os.path.exists(header))' ||
    fail "Python.h is needed (Debian: apt install python3-dev; Fedora: dnf install python3-devel)"
}

# A digest of all that the installed package is made of.
source_digest() {
  python - "${TRACTOR_FAST_SANITIZE:-}${TRACTOR_FAST_PROFILE:-}" <<'PYTHON'
import hashlib, pathlib, sys

digest = hashlib.sha256(sys.argv[1].encode())
paths = [pathlib.Path(name) for name in ("LICENSE", "README.md", "pyproject.toml", "setup.py")]
for path in sorted(pathlib.Path("src/tractor_fast").rglob("*")):
    if path.suffix in (".py", ".pyi", ".pyx", ".pxd", ".toml", ".typed"):
        paths.append(path)
for path in paths:
    digest.update(f"{path}\0{path.stat().st_size}\0".encode() + path.read_bytes())
print(digest.hexdigest())
PYTHON
}

# The requirements of the build, or those of an extra, one a line.
requirements() {
  python - "$1" <<'PYTHON'
import pathlib, sys, tomllib

settings = tomllib.loads(pathlib.Path("pyproject.toml").read_text(encoding="utf-8"))
lists = {"build": settings["build-system"]["requires"]}
lists |= settings["project"]["optional-dependencies"]
print("\n".join(line.replace(" ", "") for line in lists[sys.argv[1]]))
PYTHON
}

# once STAMP TEXT COMMAND...   runs the command unless it already succeeded with this text.
once() {
  local stamp=$1 text=$2
  shift 2
  if [ "$(cat "$stamp" 2>/dev/null)" != "$text" ]; then
    rm -f "$stamp"
    "$@"
    echo "$text" >"$stamp"
  fi
}

install_requirements() {
  local listed
  listed=$(requirements "$1")
  once "$VIRTUAL_ENV/stamp-$1" "$listed" pip install --quiet --disable-pip-version-check $listed
}

install_package() {
  check_compiler
  echo "building and installing tractor_fast in $VIRTUAL_ENV" >&2
  # Not isolated: a Cython that is installed anew for each build makes all generated C out of date.
  install_requirements build
  # Extensions are rebuilt when they changed; a module that is gone must not come back from here.
  if [ -d build ]; then
    find build -path '*/lib*' -type f ! -name '*.so' -delete
  fi
  pip install --quiet --disable-pip-version-check --no-build-isolation .
}

use_environment() {
  local directory=$1 extra python
  shift
  # A clone that was moved, or whose Python is gone, gets a new one.
  if [ "$(cat "$directory/stamp-place" 2>/dev/null)" != "$PWD" ] ||
    ! "$directory/bin/python" -c '' 2>/dev/null; then
    python=$(find_python)
    rm -rf "$directory"
    "$python" -m venv "$directory" || fail "Python's venv is needed (Debian: apt install python3-venv)"
    echo "$PWD" >"$directory/stamp-place"
  fi
  export VIRTUAL_ENV="$PWD/$directory" PATH="$PWD/$directory/bin:$PATH"
  unset PYTHONPATH PYTHONHOME
  once "$directory/stamp-package" "$(source_digest)" install_package
  for extra in "$@"; do
    install_requirements "$extra"
  done
}
