"""Generated from proto/turnledger/v1 by `make proto`. Do not edit."""
