"""What can be made of a person's own text without inventing a word: terms, questions, slides, cards, with places."""
