"""The gate of the contract: which calls are let in, how fast, with which fields, and how refusals are reported."""
