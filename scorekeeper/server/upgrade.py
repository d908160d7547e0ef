"""What has to be done once with existing data after an update of the program."""

from django.core.management import call_command

from scorekeeper.server.signals import upgraded


def bring_up_to_date() -> None:
    """Migrates the tables to this version, then lets every app write what it lacks beside older rows."""
    call_command("migrate", verbosity=0, interactive=False)
    upgraded.send(None)
