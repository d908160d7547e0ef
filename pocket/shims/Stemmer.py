"""Instead of PyStemmer and of all of snowballstemmer: the stemmers of the site's two languages."""
# ruff: noqa: N999

from typing import Any

from snowballstemmer.english_stemmer import EnglishStemmer
from snowballstemmer.german_stemmer import GermanStemmer

_STEMMERS = {"english": EnglishStemmer, "german": GermanStemmer}


def algorithms() -> list[str]:
    return [*_STEMMERS]


def Stemmer(language: str) -> Any:  # noqa: N802 - as it is called there
    return _STEMMERS[language]()
