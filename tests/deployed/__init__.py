"""`make deploy-test`: what `deploy/` has, run for real on a container engine. No part of `make test`."""
