import sys
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from scorekeeper.web.translations import words_of


class Command(BaseCommand):
    help = "Add new words to the German .po, take out those that nothing uses, name what is missing."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; exit status 1 if a word is missing")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        missing = 0
        for locale in settings.LOCALE_PATHS:
            missing += self._renew(Path(locale), check)
        if check and missing:
            sys.exit(1)

    def _renew(self, locale: Path, check: bool) -> int:
        """Brings one .po up to date; the number of words without German."""
        path = locale / "de/LC_MESSAGES/django.po"
        po = polib.pofile(str(path), wrapwidth=110)
        wanted = words_of(settings.BASE_DIR)
        for entry in [entry for entry in po if entry.msgid not in wanted]:
            po.remove(entry)
        known = {entry.msgid: entry for entry in po}
        for word, where in wanted.items():
            if word not in known:
                flags = ["python-format"] if "%(" in word else []
                po.append(polib.POEntry(msgid=word, comment=where, flags=flags))
        po.sort(key=lambda entry: (entry.comment, entry.msgid))
        if not check:
            po.save(str(path))
        untranslated = po.untranslated_entries()
        for entry in untranslated:
            self.stdout.write(f"no German yet: {entry.msgid!r} ({entry.comment})")
        return len(untranslated)
