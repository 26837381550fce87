"""Makes docs/reference/ from the code and the contract, for those who write clients: `make reference`."""
