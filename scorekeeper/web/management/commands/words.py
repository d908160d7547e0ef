from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand

from scorekeeper.web.translations import words_of


class Command(BaseCommand):
    help = "Add new words to the German .po, remove those that nothing uses, and list what is not translated."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = words_of(settings.BASE_DIR)
        for locale in settings.LOCALE_PATHS:
            path = Path(locale) / "de/LC_MESSAGES/django.po"
            po = polib.pofile(str(path), wrapwidth=110)
            known = {entry.msgid: entry for entry in sorted(po, key=polib.POEntry.translated)}
            po[:] = [known.get(word) or polib.POEntry(msgid=word) for word in sorted(wanted)]
            for entry in po:
                plural, _where = wanted[entry.msgid]
                if plural and plural != entry.msgid_plural:
                    entry.msgid_plural, entry.msgstr, entry.msgstr_plural = plural, "", {0: "", 1: ""}
                entry.flags = ["python-format"] if "%(" in entry.msgid else []
            po.save(str(path))
            for entry in po.untranslated_entries():
                self.stdout.write(f"no German yet: {entry.msgid!r} ({wanted[entry.msgid][1]})")
