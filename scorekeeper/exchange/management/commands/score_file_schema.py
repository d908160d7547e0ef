import json
import re
from typing import Any

from django.core.management.base import BaseCommand

from games.score_file.schema import score_file_schema


class Command(BaseCommand):
    help = "Prints the JSON Schema of the score file, as docs/score-file.schema.json keeps it."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        text = json.dumps(score_file_schema(), indent=1)
        # What holds nothing more is one line.
        inmost = re.compile(r"[\[{]\n[^][{}]*\n *[]}]")
        self.stdout.write(inmost.sub(lambda found: re.sub(r"\n *", " ", found[0]), text))
