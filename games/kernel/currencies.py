"""Currencies: the number of decimals of their amounts, and the reading of typed amounts."""

from __future__ import annotations

import re

_AMOUNT = re.compile(
    r"(?P<before>[^\W\d_]{1,4}|[€$£¢])?\s*(?P<number>\d[\d.,’']*)\s*(?P<after>[^\W\d_]{1,6}\.?|[€$£¢])?"
)
_NUMBER = re.compile(r"([1-9]\d{0,2}(?:[.,’']\d{3})+|\d+)(?:[.,](\d{1,2}))?", re.ASCII)
# With three decimals, 1.000 is one whole unit: three digits after a last point or comma are decimals, not thousands.
# After an apostrophe they are thousands.
_NUMBER_OF_THREE_DECIMALS = re.compile(r"([1-9]\d{0,2}(?:[.,’']\d{3})*?|\d+)(?:[.,](\d{1,3}))?", re.ASCII)
# The names of hundredths, each with its currency; "" stands for any currency with two decimals.
_MINOR = dict.fromkeys(("ct", "ct.", "c", "¢", "cent", "cents"), "") | {
    "p": "GBP",
    "rp": "CHF",
    "rp.": "CHF",
    "rappen": "CHF",
}
# The codes of the currencies in use (ISO 4217)
CODES = """
AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY
COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR
IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR
MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD
SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYI UYU UZS VES VND VUV WST XAF XCD
XCG XOF XPF YER ZAR ZMW ZWG
"""
# The currencies whose amounts have no decimals, or three (ISO 4217).
_WITHOUT_DECIMALS = (
    *("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG"),
    *("RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"),
)
_OF_THREE_DECIMALS = ("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND")
_DECIMALS = dict.fromkeys(_WITHOUT_DECIMALS, 0) | dict.fromkeys(_OF_THREE_DECIMALS, 3)
_CURRENCIES = {
    "€": "EUR",
    "euro": "EUR",
    "euros": "EUR",
    "$": "USD",
    "£": "GBP",
    "fr": "CHF",
    "fr.": "CHF",
    "sfr": "CHF",
}


def decimals(currency: str) -> int:
    """Return the number of decimals of an amount in this currency: 2 for EUR, 0 for JPY, 3 for KWD."""
    return _DECIMALS.get(currency, 2)


def minor_units(text: str, currency: str, *, plain_is_whole: bool = False) -> int | str:
    """Return the typed amount in minor units (EUR: cents), as is a bare number unless `plain_is_whole`; else the text."""
    amount = _minor_units(text, currency, plain_is_whole=plain_is_whole)
    return text if amount is None else amount


def _minor_units(text: str, currency: str, *, plain_is_whole: bool) -> int | None:
    """Return the amount in minor units; None if the text is no amount in this currency."""
    found = _AMOUNT.fullmatch(text.strip()) if len(text) <= 20 else None
    if found is None or (found["before"] and found["after"]):
        return None
    places = decimals(currency)
    number = (_NUMBER_OF_THREE_DECIMALS if places == 3 else _NUMBER).fullmatch(found["number"])
    if number is None:
        return None
    whole, part = int(re.sub(r"\D", "", number[1])), number[2]
    unit = (found["before"] or found["after"] or "").casefold()
    if unit in _MINOR:
        is_ours = places == 2 and _MINOR[unit] in ("", currency)
        return whole if is_ours and part is None and not found["before"] else None
    if unit and _CURRENCIES.get(unit, unit.upper()) != currency:
        return None
    if not unit and not plain_is_whole:
        return whole if part is None else None  # "0,5" could be half a cent or 50
    digits = (part or "").rstrip("0")
    return int(f"{whole}{digits.ljust(places, '0')}") if len(digits) <= places else None
