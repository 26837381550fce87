"""What an operator runs beside a server: the doctor, simulations."""
