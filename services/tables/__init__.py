"""Operations around tables that take more than one command."""
