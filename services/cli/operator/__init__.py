"""The commands of operators: serve, look after the store, views, archive and accounts, and check the logs."""
