"""Beutelschneider, edition of 2018."""
