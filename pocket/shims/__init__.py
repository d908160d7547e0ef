"""Modules in place of compiled ones, which no browser has. On the phone this folder is in `sys.path`."""
