#!/bin/sh
# Try two commands of the README on a new machine: build a minimal Debian (with python3, make, git and certificates)
# with debootstrap, clone the last commit into it, wait until `make serve` answers there, and run `make test`.
#
#   FRESH=folder  build the Debian there, or use the one built there before (default: a new one, removed at the end)
#   SUITE=name    the release of Debian (default: trixie, whose own Python is new enough)
#   TEST=…        the command to run instead of `make test`
#
# Run it as root, on Debian. Packages come from the same sources as this machine's: the settings of apt, pip and uv are
# copied, and the folders of pip's settings are mounted. Everything runs in namespaces of its own, so nothing stays
# mounted and nothing stays running.
set -eu
cd "$(dirname "$0")/.."
. /etc/os-release
suite=${SUITE:-trixie}
root=${FRESH:-}
began=${BEGAN:-$(date +%s)}
step() { printf '\n== %s (%s s)\n' "$1" "$(($(date +%s) - began))"; }

if [ "${1:-}" != inside ]; then
    command -v debootstrap >/dev/null || apt-get install -qy --no-install-recommends debootstrap
    if [ -z "$root" ]; then # mounts in it are visible only in the namespace, so that the trap removes nothing else
        root=$(mktemp -d /var/tmp/fresh.XXXXXX)
        chmod 755 "$root" # PostgreSQL runs as another user, who must be able to enter it
        trap 'rm -rf --one-file-system "$root"' EXIT
    fi
    if ! [ -e "$root/built" ]; then
        step "debootstrap $suite"
        mirror=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $VERSION_CODENAME" "Created-By: Packages" | head -n 1)
        # shellcheck disable=SC2086
        debootstrap --variant=minbase --include=python3,make,git,ca-certificates "$suite" "$root" $mirror
        touch "$root/built"
    fi
    FRESH=$root BEGAN=$began unshare --mount --pid --fork --kill-child --propagation private "$0" inside
    exit
fi

step "settings of apt, pip and uv"
copied() { for each in "$@"; do [ ! -e "$each" ] || tar -ch -C / "${each#/}" | tar -x -C "$root"; done; }
copied /etc/resolv.conf /etc/hosts /usr/local/share/ca-certificates /etc/apt/apt.conf.d /etc/pip.conf /etc/xdg/pip /etc/uv
copied "$HOME/.config/pip" "$HOME/.config/uv"
if [ "$suite" = "$VERSION_CODENAME" ]; then
    rm -rf "$root"/etc/apt/sources.list*
    copied /etc/apt/sources.list /etc/apt/sources.list.d /etc/apt/keyrings /etc/apt/trusted.gpg.d /usr/share/keyrings
fi
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
for folder in $( (cat /etc/pip.conf /etc/xdg/pip/pip.conf "$HOME/.config/pip/pip.conf"; env | grep '^PIP_') 2>/dev/null |
    grep -oE '(file://|[ =])/[^ ]+' | sed -E 's,^(file://|[ =]),,; s,/simple/?$,,' | sort -u); do
    if [ -d "$folder" ]; then mkdir -p "$root$folder" && mount --bind "$folder" "$root$folder"; fi
done
settings=$(env | grep -E '^(PIP|UV|SSL|REQUESTS)_[A-Z_]+=[^ ]*$' || true)
# shellcheck disable=SC2086
within() { env -i $settings HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 chroot "$root" /bin/sh -euc "$1"; }
within update-ca-certificates >/dev/null 2>&1

step "clone"
rm -rf "$root/srv/scorekeeper"
git clone -q . "$root/srv/scorekeeper"

step "make serve"
within "cd /srv/scorekeeper && exec make serve PORT=8479" &
server=$!
until within "python3 -c 'import urllib.request as u; u.urlopen(\"http://127.0.0.1:8479/\", timeout=5)'" 2>/dev/null; do
    kill -0 $server || { echo "make serve gave up"; exit 1; }
    sleep 1
done
step "it answers"
kill $server
wait $server || true

step "${TEST:-make test}"
within "cd /srv/scorekeeper && ${TEST:-make test}"
step "done"
