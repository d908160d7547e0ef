"""Modules that stand in for compiled ones which no browser has; found by their own names there."""
