#!/bin/sh
# Makes sure that a Chromium is there for the browser tests; Debian's package, as root or by sudo.
set -eu
for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null; then exit 0; fi
done
echo "Installing Debian's Chromium without a window …" >&2
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
install() { as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "$@" >&2; }
as_root apt-get update -q >&2
install chromium-headless-shell fonts-dejavu-core || install chromium fonts-dejavu-core
