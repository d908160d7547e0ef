"""Rufmariasch."""
