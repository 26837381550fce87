"""Pure rules: standard library and msgspec only. No I/O, no clock, no environment."""
