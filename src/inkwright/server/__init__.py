"""The service: an HTTP API and a stream of events, for the studio, other front ends and other machines."""
