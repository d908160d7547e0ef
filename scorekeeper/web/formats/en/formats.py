"""English for readers on both sides of an ocean: a month has a name, an evening 24 hours."""

DATE_FORMAT = "l, j F Y"
SHORT_DATE_FORMAT = "j M Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "l, j F Y, H:i"
SHORT_DATETIME_FORMAT = "j M Y, H:i"
