"""Everything that writes files which others read, too: whole or not at all, and never somebody else's."""
