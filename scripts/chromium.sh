#!/bin/sh
# Makes sure that a Chromium is there for the browser tests; Debian's package, as root or by sudo.
set -eu
for name in chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null; then exit 0; fi
done
echo "Installing Debian's chromium …" >&2
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
as_root apt-get update -q >&2
as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends chromium fonts-dejavu-core >&2
