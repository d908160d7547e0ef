from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand

from scorekeeper.locales import all_words


class Command(BaseCommand):
    help = "Add new words to the German .po, take out those that nothing uses, name what is missing."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        path = settings.BASE_DIR / "locale/de/LC_MESSAGES/django.po"
        po = polib.pofile(str(path), wrapwidth=110)
        wanted = all_words(settings.BASE_DIR)
        for entry in [entry for entry in po if entry.msgid not in wanted]:
            po.remove(entry)
        known = {entry.msgid: entry for entry in po}
        for word, where in wanted.items():
            if word not in known:
                flags = ["python-format"] if "%(" in word else []
                po.append(polib.POEntry(msgid=word, comment=where, flags=flags))
        po.sort(key=lambda entry: (entry.comment, entry.msgid))
        po.save(str(path))
        for entry in po.untranslated_entries():
            self.stdout.write(f"no German yet: {entry.msgid!r} ({entry.comment})")
