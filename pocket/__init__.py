"""Pocket: the site inside a browser, on a phone without a server."""

GUEST = "pocket.guest"  # key in a request's environ: True if the request comes from another phone
AGAIN = "again"  # its value if this phone's shell does a form of another phone once more (shell/deputy.js)
