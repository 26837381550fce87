"""Tools that an operator runs next to a server: the doctor, the archive, simulations."""
