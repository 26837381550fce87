"""Pure folds from events to views, the view contract, and the followers that keep views up to date."""
