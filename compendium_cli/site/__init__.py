"""The site: pure functions from a compendium to pages, and the MkDocs plug-in that publishes them."""
