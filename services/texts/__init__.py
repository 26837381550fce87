"""All that people read, in every language: sentences of events, errors, words, the terminal and the page.

Texts stand in gettext catalogues: `messages.pot` has the English ones, `ru.po` beside it the Russian. Those of a game
lie in the folder `texts` of its package, all others in `po` here. A further language is a file LANGUAGE.po in each
folder: docs/decisions says why gettext.
"""

from services.texts.catalogues import LANGUAGES

__all__ = ["LANGUAGES"]
"""The first is the default."""
