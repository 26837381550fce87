"""Pure folds from events to what views hold. They know no store and nobody who asks."""
