"""A server that plays the script of clients/cases for the tests of every kit: `python -m clients.fake_server`."""
