"""All texts for people, in every language: sentences of events, errors, words, the terminal and the page.

Texts are in gettext catalogues: `messages.pot` has the English ones, `ru.po` next to it the Russian. Those of a game
are in the folder `texts` of its package, all others in `po` here. A further language is a file LANGUAGE.po in each
folder: docs/decisions has the reasons for gettext.
"""

from services.texts.catalogues import LANGUAGES

__all__ = ["LANGUAGES"]
"""The first is the default."""
