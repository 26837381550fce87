"""Finished games outside the store: one signed file each, proven before its events leave, read through ever after."""
