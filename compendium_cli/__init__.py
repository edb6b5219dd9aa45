"""Compendium: find the ruling in a multilingual board-game rules glossary."""

__version__ = "0.1.0"
