"""Colony-61: Light Elements."""
