"""The whole service in one process, under a seed: see docs/simulation.md."""
