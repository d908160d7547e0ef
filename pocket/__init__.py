"""Pocket: what it takes to run this very site inside a browser, on one phone without any server.

CPython in WebAssembly (Pyodide) runs Django in a web worker; a service worker hands it every request of the app.
Nothing else in the project knows of this package.

    build.py    makes the folder of static files (`make pocket`)
    importer.py modules out of a few large files
    settings.py the site's settings, for one person in one process
    site.py     a request in, an answer out
    shell/      the page that owns the worker, the service worker, and the database's file on the phone
"""
