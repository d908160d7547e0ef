"""An empty module in place of pyrage: no phone makes encrypted backups."""
