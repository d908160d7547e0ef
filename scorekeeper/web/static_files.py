"""Static files without comments. Each name has the hash of the content, so that browsers cache the file for ever."""

import re
from hashlib import sha256
from importlib.metadata import version
from operator import itemgetter
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


class HashedFiles(CompressedManifestStaticFilesStorage):
    # The relative imports of JavaScript modules are replaced by the hashed names.
    support_js_module_import_aggregation = True

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Any:
        from rjsmin import jsmin  # imported here, as the pocket app does not have it

        for path in map(Path, map(self.path, paths)):
            if dry_run or ".min" in path.suffixes:
                continue
            if path.suffix == ".js":
                path.write_text(jsmin(path.read_text()))
            elif path.suffix == ".css":
                path.write_text(COMMENT.sub("", path.read_text()))
        return super().post_process({name: (self, name) for name in paths}, dry_run, **options)


def collect() -> None:
    """Collect and compress the static files."""
    sources = sha256((version("django") + version("whitenoise")).encode())
    for path, storage in sorted((each for finder in get_finders() for each in finder.list(None)), key=itemgetter(0)):
        with storage.open(path) as file:
            sources.update(sha256(path.encode()).digest() + sha256(file.read()).digest())
    made_from = Path(settings.STATIC_ROOT) / "made-from"
    if made_from.exists() and made_from.read_text() == sources.hexdigest():
        return
    made_from.unlink(missing_ok=True)  # so that the next call repeats an interrupted collection
    call_command("collectstatic", verbosity=0, interactive=False)
    made_from.write_text(sources.hexdigest())
