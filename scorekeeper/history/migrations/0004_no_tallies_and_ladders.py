from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("history", "0003_statistics_from_results")]

    operations = [
        migrations.RemoveIndex("result", "history_res_group_i_d61c4f_idx"),
        migrations.RemoveField("result", "month"),
        migrations.DeleteModel("Ladder"),
        migrations.DeleteModel("Tally"),
    ]
