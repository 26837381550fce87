"""Clubs: groups of people who play together again and again, with members, officers and public data."""
