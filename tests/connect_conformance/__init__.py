"""The official conformance suite of Connect, gRPC and gRPC-Web (https://github.com/connectrpc/conformance) against our
own servers: `make conformance`."""
