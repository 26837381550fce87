"""The HTTP port: the same services over Connect and gRPC-Web, the web page, metrics and health."""
