"""Observability for operators: metrics, logs, traces."""
