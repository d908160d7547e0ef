"""The limit on what may be uploaded at once."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import TemporaryFileUploadHandler

LARGEST_UPLOAD = 25_000_000  # bytes of a whole request: the largest score file, and the form around it


class BoundedUpload(TemporaryFileUploadHandler):
    """An upload handler that keeps files on disk, as Django does with large ones, but no more than fit.

    Django has no limit for files, and reads a form before it knows who sends it: without this, anybody in the network
    could fill the disk.
    """

    def handle_raw_input(self, input_data: Any, META: Any, content_length: int, *args: Any, **kwargs: Any) -> None:  # noqa: N803 - Django's name
        if content_length > LARGEST_UPLOAD:
            raise RequestDataTooBig(f"{content_length} bytes at once")
