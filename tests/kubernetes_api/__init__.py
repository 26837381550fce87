"""`make kubernetes-test`: deploy/kubernetes on a real API server. No part of `make test`, which is Python alone."""
