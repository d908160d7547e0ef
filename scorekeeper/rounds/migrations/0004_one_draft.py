"""Drafts are in the app nights."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("rounds", "0003_rounds_before_drafts"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="bidsdraft",
            name="one_draft_of_bids_a_round",
        ),
        migrations.RemoveField(
            model_name="partsdraft",
            name="match",
        ),
        migrations.RemoveConstraint(
            model_name="trickdraft",
            name="one_coming_round_trick_by_trick",
        ),
        migrations.RemoveField(
            model_name="bidsdraft",
            name="match",
        ),
        migrations.DeleteModel(
            name="PartsDraft",
        ),
        migrations.RemoveField(
            model_name="trickdraft",
            name="entry",
        ),
        migrations.RemoveField(
            model_name="trickdraft",
            name="match",
        ),
        migrations.DeleteModel(
            name="BidsDraft",
        ),
        migrations.DeleteModel(
            name="TrickDraft",
        ),
    ]
