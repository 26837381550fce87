"""Keeps views up to date: follows the log, folds, writes; and builds views anew beside the live ones."""
