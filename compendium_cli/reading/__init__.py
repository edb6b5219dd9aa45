"""Glossary folder -> (Corpus, problems); and formatting, its inverse."""
