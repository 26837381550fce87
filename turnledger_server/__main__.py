"""`python -m turnledger_server` is the command `turnledger`."""

from services.cli.main import app

if __name__ == "__main__":
    app()
