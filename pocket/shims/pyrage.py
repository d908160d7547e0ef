"""Instead of pyrage: nothing, since no phone makes encrypted backups."""
