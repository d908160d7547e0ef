from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from scorekeeper.web.translations import compile_stale


class Command(BaseCommand):
    help = "Compile the translations in locale/*/LC_MESSAGES/*.po where that is missing or out of date."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        for folder in settings.LOCALE_PATHS:
            for path in compile_stale(Path(folder)):
                if options["verbosity"]:
                    self.stdout.write(f"made {path.relative_to(settings.BASE_DIR)}")
