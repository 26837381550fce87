"""Pure folds from events to views, the stores that hold views, and the queries that read them."""
