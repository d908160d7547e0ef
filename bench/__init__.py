"""How fast the rules are. `make bench` prints the figures."""
