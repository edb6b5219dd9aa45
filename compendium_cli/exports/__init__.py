"""What others read: one module per format, each from a compendium to text."""
