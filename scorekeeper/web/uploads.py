"""How much may be sent at once."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import TemporaryFileUploadHandler

LARGEST_UPLOAD = 25_000_000  # bytes of a whole request: the largest score file, and the form around it


class BoundedUpload(TemporaryFileUploadHandler):
    """An upload kept on disk, as Django keeps large ones, but only as much as fits.

    Django has no limit for files, and reads a form before it knows who sends it: anybody in the network could fill the
    disk.
    """

    def handle_raw_input(self, input_data: Any, META: Any, content_length: int, *args: Any, **kwargs: Any) -> None:  # noqa: N803 - Django's name
        if content_length > LARGEST_UPLOAD:
            raise RequestDataTooBig(f"{content_length} bytes at once")
