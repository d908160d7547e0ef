"""Pocket: the same site inside a browser, on a phone without a server, for this phone and the guests at its table.

CPython in WebAssembly (Pyodide) runs Django in a web worker; a service worker hands it every request of the app.
No other package of the program imports this one.

    build.py    makes the folder of static files (`make pocket`)
    settings.py the site's settings, for one person in one process
    site.py     a request in, an answer out
    upgrade.py  a database of an earlier build
    files.py    what lasts on the phone, and its copies
    shims/      modules in place of compiled ones, which no browser has
    shell/      the page around the app: builds.js fetches and keeps builds, site.js runs Python in a worker (python.js),
                storage.js saves the files that Python writes, memory.js lets Python start sooner, sw.js passes
                requests on; host.js answers guests, which are other phones at the table; guest.js and table.js run on
                a guest's phone; descriptions.js, wire.js, qr.js and camera.js connect host and guest; lasting.js
                connects them again after one of the pages was closed
"""

GUEST = "pocket.guest"  # key in a request's environ: True if the request comes from another phone
