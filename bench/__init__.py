"""How fast the program is. `make bench` prints the figures."""
