"""What other apps may hang on to: nights tells them what has changed and imports none of them.

All are sent inside the `writing()` of what changed, so that what receivers write is saved with it or not at all.
"""

from django.dispatch import Signal

# match: its caches have been written anew; `match.course` is at hand.
rescored = Signal()

# night: it was deleted for now, or brought back.
put_away = Signal()

# match: `manage.py rescore` looks at it; a receiver answers with a list of texts, one for each cache that is wrong.
audited = Signal()

# group, fix: the same for caches over all matches of a group; with `fix` they are mended at once.
group_audited = Signal()
