"""A question becomes terms, terms and words become candidates, candidates become a ruling: one module per idea."""
