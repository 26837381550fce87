"""The client library: generated messages of the public contract and what makes them pleasant to use."""
