"""What a text says in short: ranked sentences, an outline, quotes and a timeline."""
