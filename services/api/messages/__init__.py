"""Messages of the contract: from protobuf to the values of the domain, and back."""
