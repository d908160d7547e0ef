"""What an update of the program has to do once with what is there already."""

from django.core.management import call_command

from scorekeeper.server.signals import upgraded


def bring_up_to_date() -> None:
    """Migrates the tables to this version, then lets every app write what it lacks beside older rows."""
    call_command("migrate", verbosity=0, interactive=False)
    upgraded.send(None)
