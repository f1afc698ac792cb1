"""Messages, turns, events and asks as pure types, and the protocols of the stores that hold them."""
