"""The command line of an installed Scorekeeper, and `manage.py`: `scorekeeper serve`, `scorekeeper backup`, …"""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
