"""Beutelschneider, first edition (32 cards, one cutpurse). It builds on the package of the edition of 2018."""
