"""Keeps views up to date: follows the log, folds, writes; and rebuilds views beside the live ones."""
