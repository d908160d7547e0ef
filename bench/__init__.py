"""Measurements of the program's time, memory and bytes. `make bench` prints the figures."""
