"""Make docs/reference/ from the code and the contract, as a help to authors of clients: `make reference`."""
