"""Suns and Moons: a toy."""
