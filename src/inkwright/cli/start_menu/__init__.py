"""The steps of `inkwright start`."""
