import json
from typing import Any

from django.core.management.base import BaseCommand

from games.score_file.schema import score_file_schema


class Command(BaseCommand):
    help = "Print the JSON Schema of the score file."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(score_file_schema(), indent=1))
