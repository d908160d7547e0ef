"""The site as a WSGI application."""

import os
import re
from collections.abc import Iterable
from io import BytesIO
from typing import Any

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

_CONTENT_TYPE = re.compile(r"""\s*([\w.+-]+/[\w.+-]+)(?:.*;\s*boundary=("?)([\w'()+,./:=?-]+)\2)?""", re.ASCII)
LARGEST_BODY = 1024 * 1024 + 1  # bytes that are read of a body without a length; Django refuses a larger form

_django = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Call Django with the length of each body, and the Content-Type reduced to the media type and the boundary."""
    known = _CONTENT_TYPE.match(environ.get("CONTENT_TYPE", ""))
    kind, _quote, boundary = known.groups() if known else ("", "", "")
    if environ.get("HTTP_TRANSFER_ENCODING"):  # a body without its length, which Django takes for empty
        body = environ["wsgi.input"].read(LARGEST_BODY)
        environ |= {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))}
    environ["CONTENT_TYPE"] = f'{kind[:100]}; boundary="{boundary[:100]}"' if boundary else kind[:100]
    return _django(environ, start_response)
