"""The command line of Scorekeeper: `scorekeeper COMMAND` if the package is installed, otherwise `manage.py COMMAND`."""

import os
import sys

from scorekeeper import __version__


def main() -> None:
    if sys.argv[1:] == ["--version"]:
        print("Scorekeeper", __version__)  # Django would print its own version
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except PermissionError as error:  # e.g. another user has run a command before, which created the file
        sys.exit(f"{error.filename} may not be read or written: {error.strerror}.")


if __name__ == "__main__":
    main()
