#!/bin/sh
# Build .venv from hashed requirements files: scripts/setup.sh requirements.txt requirements-dev.txt
# It uses a Python of at least 3.12, and installs one with uv if there is none.
set -eu
cd "$(dirname "$0")/.."

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; }

find_python() {
    for candidate in "${PYTHON:-}" python3.13 python3.14 python3.12 python3 "$HOME"/.pyenv/versions/3.1[3-9].*/bin/python3 \
        "$HOME"/.pyenv/versions/3.12.*/bin/python3 "$HOME"/.local/share/uv/python/cpython-3.1*/bin/python3; do
        if [ -n "$candidate" ] && new_enough "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
}

# Make a virtual environment; on Debian, install the package python3-venv if it is missing.
venv() {
    "$1" -m venv --clear "$2" 2>/dev/null && return
    echo "Installing Debian's python3-venv …" >&2
    if [ "$(id -u)" = 0 ]; then apt-get update -q >&2 && apt-get install -qy python3-venv >&2
    else sudo apt-get update -q >&2 && sudo apt-get install -qy python3-venv >&2; fi
    "$1" -m venv --clear "$2"
}

if ! { [ -x .venv/bin/python ] && new_enough .venv/bin/python; }; then
    python=$(find_python)
    if [ -z "$python" ]; then
        echo "No Python 3.12 or newer here: fetching one with uv …" >&2
        venv python3 .venv-uv
        .venv-uv/bin/pip install -q uv
        .venv-uv/bin/uv python install 3.13 >&2
        python=$(.venv-uv/bin/uv python find 3.13)
        rm -rf .venv-uv
    fi
    venv "$python" .venv
fi
# shellcheck disable=SC2046
.venv/bin/python -m pip install --disable-pip-version-check -q --require-hashes $(printf -- '-r %s ' "$@")
