"""What an update of the program has to do once with what is there already."""

from django.core.management import call_command

from scorekeeper.nights.projections import projections


def bring_up_to_date() -> None:
    """The tables as this version wants them, and what it keeps beside games that are older than its keeping."""
    call_command("migrate", verbosity=0, interactive=False)
    for projection in projections:
        projection.catch_up()
