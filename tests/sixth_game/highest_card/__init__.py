"""Highest Card: a toy."""
