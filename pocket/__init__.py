"""Pocket: the site inside a browser, on a phone without a server. Guests, the other phones at the table, use it, too.

Python in WebAssembly (Pyodide) runs Django in a web worker. A service worker passes every request of the app to the
shell, the page around the app. The shell passes the request to the web worker or, on a guest's phone, to the host. The
packages `scorekeeper` and `games` do not import this one.

    build.py      builds the folder of static files (`make pocket`)
    settings.py   the site's settings, for one process on the phone
    site.py       takes a request and returns a response
    upgrade.py    migrates a database of an earlier build
    files.py      the files that are stored on the phone, and the copies of the database
    outbox.py     stores the forms for a server that keeps a group
    syncing.py    has the pages whose script sends these forms to the server, and takes the server's copy
    handing_over.py   moves a group to another phone at the table
    shims/        Python modules that replace compiled ones, which do not run in a browser
    shell/        the page around the app

Scripts in shell/:

    builds.js     fetches and stores builds
    site.js       runs Python in a worker (python.js)
    storage.js    saves the files that Python writes
    memory.js     shortens later starts of Python
    sw.js         is the service worker
    host.js       answers guests
    changes.js    tells whether another phone lacks what stands on this one's pad
    guest.js, table.js   run on a guest's phone
    deputy.js     runs on a guest's phone that takes the table over
    descriptions.js, wire.js, qr.js, camera.js   connect host and guest
    lasting.js    connects host and guest again after one of the pages was closed
"""

GUEST = "pocket.guest"  # key in a request's environ: True if the request comes from another phone
AGAIN = "again"  # its value if this phone's shell does a form of another phone once more (shell/deputy.js)
