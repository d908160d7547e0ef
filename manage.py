#!/usr/bin/env python
"""Django's command line: `manage.py score`, `manage.py referee`, `manage.py migrate`, …"""

from scorekeeper.__main__ import main

if __name__ == "__main__":
    main()
