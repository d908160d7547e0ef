"""Pocket: what it takes to run this very site inside a browser, on one phone without any server.

CPython in WebAssembly (Pyodide) runs Django in a web worker; a service worker hands it every request of the app.
Nothing else in the project knows of this package.

    build.py    makes the folder of static files (`make pocket`)
    settings.py the site's settings, for one person in one process
    site.py     a request in, an answer out
    upgrade.py  a database of an earlier build
    files.py    what lasts on the phone, and its copies
    shims/      modules in place of compiled ones
    shell/      the page around the app: builds.js fetches and keeps builds, site.js has Python in its worker (python.js),
                storage.js saves what it writes, memory.js lets it start sooner, sw.js passes requests on
"""
