"""What answering needs of the resolving of names."""

from compendium_cli.resolving import ENGLISH_TERM, EXACT, INFLECTED, TRANSLATION, TYPO, Match, inflected_names
from compendium_cli.resolving import resolve as find

__all__ = ["ENGLISH_TERM", "EXACT", "INFLECTED", "TRANSLATION", "TYPO", "Match", "find", "inflected_names"]
