#!/bin/sh
# Install the Debian packages that `make browsers` needs, if one is missing, as root or with sudo: WebKit with its
# driver, an X server without a screen, and Firefox.
set -eu
if command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null && command -v firefox-esr >/dev/null; then exit 0; fi
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
echo "Installing WebKit and Firefox …" >&2
as_root apt-get update -q >&2
as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends webkit2gtk-driver xvfb firefox-esr >&2
