"""Word lists and rules for English and Chinese text: parts of speech, names, numbers and dates."""
