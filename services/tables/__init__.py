"""What players do around tables that takes more than one command."""
