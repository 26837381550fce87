"""State that only some variants have, with its own events. Each module folds its own part."""
