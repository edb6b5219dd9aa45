"""A publisher's document -> entries in our format: one module per stage, the stages in order in ``pipeline.py``."""
