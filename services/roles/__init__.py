"""Roles: the work that one process at a time does for the whole store, such as playing the bots' seats and enforcing
deadlines."""
