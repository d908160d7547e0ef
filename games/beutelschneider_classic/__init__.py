"""Beutelschneider, first edition."""
