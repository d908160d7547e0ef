"""Replacements for compiled modules that do not run in a browser. On the phone, this folder is in `sys.path`."""
