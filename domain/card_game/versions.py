"""The versions of the rules, and what each changed. A game keeps the one it began with: docs/evolution.md.

Version 2 changes no rule: its games are written with the newer schemas of messages.py.
"""

VERSIONS = (1, 2)
