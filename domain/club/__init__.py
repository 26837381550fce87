"""Clubs: people who play together again and again. Who is in one, who decides about that, and what others see of it."""
