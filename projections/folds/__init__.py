"""Pure folds from events to what views hold. They know neither stores nor callers."""
