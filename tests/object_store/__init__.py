"""`make archive-test`: the archive in a bucket of a real S3-compatible server. No part of `make test`, which is
Python alone."""
