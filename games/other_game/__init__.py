"""The plain pad: a score pad for any game whose rules the program does not know."""
