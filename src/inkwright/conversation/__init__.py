"""What is said and what happens in a conversation: pure types, and the protocols of those who keep them."""
