"""Histories outside the store: signing, export, import, branches, checkpoints, audits of everything."""
