#!/bin/sh
# Run the Lighthouse audits with the Chromium of the browser tests; install Lighthouse into a folder of its own.
set -eu
cd "$(dirname "$0")/.."
scripts/browser.sh
PATH="$PWD/.venv/bin:$PATH"
lighthouse=.audit/node_modules/.bin/lighthouse
[ -x $lighthouse ] || npm install --prefix .audit --no-save --no-package-lock --no-audit --no-fund lighthouse@13.5.0 >&2
python -m bench.audit $lighthouse
