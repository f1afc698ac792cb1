"""Projects: named collections of one owner's conversations and blocks of content."""
