"""The size limit of uploads."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import TemporaryFileUploadHandler

LARGEST_UPLOAD = 25_000_000  # bytes of a request: more than the largest score file and the other fields of its form


class BoundedUpload(TemporaryFileUploadHandler):
    """An upload handler that stores files on disk, and refuses a request of more than LARGEST_UPLOAD bytes."""

    def handle_raw_input(self, input_data: Any, META: Any, content_length: int, *args: Any, **kwargs: Any) -> None:  # noqa: N803 - Django's name
        if content_length > LARGEST_UPLOAD:
            raise RequestDataTooBig(f"{content_length} bytes at once")
