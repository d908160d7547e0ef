"""Suns and Moons, a toy game for tests."""
