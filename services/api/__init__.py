"""The public contract over gRPC: messages to domain values and back, errors to statuses, one servicer a service."""
