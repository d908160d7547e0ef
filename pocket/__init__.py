"""Pocket: what it takes to run this very site inside a browser, on a phone without any server, for it and its guests.

CPython in WebAssembly (Pyodide) runs Django in a web worker; a service worker hands it every request of the app.
Nothing else in the project knows of this package.

    build.py    makes the folder of static files (`make pocket`)
    settings.py the site's settings, for one person in one process
    site.py     a request in, an answer out
    upgrade.py  a database of an earlier build
    files.py    what lasts on the phone, and its copies
    shims/      modules in place of compiled ones
    shell/      the page around the app: builds.js fetches and keeps builds, site.js has Python in its worker (python.js),
                storage.js saves what it writes, memory.js lets it start sooner, sw.js passes requests on;
                host.js answers guests, other phones at the table, guest.js and table.js are for those,
                descriptions.js, wire.js, qr.js and camera.js connect the two, lasting.js finds
                the other again after a page was closed
"""

GUEST = "pocket.guest"  # in a request's environ: whether another phone asks
