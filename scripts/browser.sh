#!/bin/sh
# Install the Debian packages that the browser tests need and that are missing, as root or with sudo: a Chromium, the
# library that Playwright's Node links to, and the fonts in which every page has to fit.
set -eu
wanted=""
has() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null; then found=$name; break; fi
done
if command -v dpkg-query >/dev/null; then
    for package in libatomic1 fontconfig fonts-dejavu-core fonts-liberation fonts-noto-core; do
        has "$package" || wanted="$wanted $package"
    done
fi
if [ -n "${found:-}" ] && [ -z "$wanted" ]; then exit 0; fi
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
install() { as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "$@" >&2; }
echo "Installing what the browser tests need:${found:- a Chromium without a window}$wanted …" >&2
as_root apt-get update -q >&2
# shellcheck disable=SC2086
if [ -n "${found:-}" ]; then install $wanted
else install chromium-headless-shell $wanted || install chromium $wanted; fi
