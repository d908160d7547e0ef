"""Formatting of numbers, money, days and lists of names in the language of the request."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.kernel.currencies import decimals
from games.kernel.words import isolated, number_in_words

SYMBOLS = {"EUR": "€", "USD": "$", "GBP": "£"}


def language() -> str:
    """Return the language of this request: "de" or "en"."""
    return "de" if (get_language() or "en").startswith("de") else "en"


def all_of(names: Sequence[str]) -> str:
    """Join names to a list for a sentence: "Anna, Ben and Carla". Each name keeps its own writing direction."""
    return joined([isolated(name) for name in names])


def joined(texts: Sequence[str]) -> str:
    """Join one or more texts, unchanged, as a list for a sentence: "one", "one and two", "one, two and three"."""
    *before, last = texts
    return _("%(names)s and %(last)s") % {"names": ", ".join(before), "last": last} if before else last


def in_words(number: int) -> str:
    """Return a number in words for a sentence: "three", "drei"; in digits if it is above twelve."""
    return number_in_words(number, language())


def duration(span: datetime.timedelta) -> str:
    """Return a duration in hours and minutes: "48 min", "1 h 5 min"; at least "1 min"."""
    hours, minutes = divmod(max(1, round(span.total_seconds() / 60)), 60)
    return " ".join(f"{number}\u00a0{unit}" for number, unit in ((hours, "h"), (minutes, "min")) if number)


def short_date(moment: datetime.datetime | None) -> str:
    """Return the local day of a moment: "3 May 2026", "3. Mai 2026". None is now, as in Django's `localtime`."""
    return date_format(localtime(moment), "SHORT_DATE_FORMAT")


def signed(number: int) -> str:
    """Return a number with its sign: +3, 0, or −3 with a true minus sign (U+2212)."""
    return f"{number:+}".replace("-", "−") if number else "0"


def minus(number: int) -> str:
    """Return a number as text; a negative one has a true minus sign (U+2212)."""
    return str(number).replace("-", "−")


def is_another_upside_down(number: int) -> bool:
    """Return whether a number may be misread from the opposite side of the table, as 6 is read as 9."""
    figures = str(abs(number))
    upside_down = figures[::-1].translate(str.maketrans("69", "96"))
    return {*figures} <= {*"0689"} and not {*figures} <= {*"08"} and figures != upside_down


def decimal(units: int, currency: str, *, german: bool, thousands: str = "") -> str:
    """Return an amount, given in minor units, without its sign and currency: "1.50", or "1,50" if `german`."""
    places = decimals(currency)
    whole, part = divmod(abs(units), 10**places)
    number = f"{whole:{thousands}}" + (f".{part:0{places}}" if places else "")
    return number.translate({ord(","): ".", ord("."): ","}) if german else number


def signed_decimal(units: int, currency: str) -> str:
    """Return an amount in minor units with its sign, without the currency: "+1,50" in German, "+1.50" in English."""
    sign = "−" if units < 0 else "+" if units else ""
    return f"{sign}{decimal(units, currency, german=language() == 'de')}"


def amount(units: int, currency: str) -> str:
    """Return an amount in minor units with its currency: "1.234,50 €" in German, "€1,234.50" in English."""
    symbol = SYMBOLS.get(currency)
    german = language() == "de"
    sign, number = "−" if units < 0 else "", decimal(units, currency, german=german, thousands=",")
    if symbol and not german:
        return f"{sign}{symbol}{number}"
    return f"{sign}{number}\u00a0{symbol or currency}"


def signed_amount(units: int, currency: str) -> str:
    """Return an amount in minor units with its currency and its sign: "+1,50 €", "−1,50 €"; no sign for zero."""
    return f"{'+' if units > 0 else ''}{amount(units, currency)}"


def average(total: int, count: int) -> str:
    """Return total / count, rounded to one decimal: "12,5" in German, "12.5" in English."""
    value = (20 * abs(total) + count) // (2 * count)
    sign = "−" if total < 0 and value else ""
    return f"{sign}{value // 10}{',' if language() == 'de' else '.'}{value % 10}"
