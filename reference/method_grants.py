"""The grant that each method names, for consoles of staff: docs/reference/grants.json."""

import json

from reference import contract
from services.api.gate.grants import grant_of
from turnledger.v1 import grants_pb2


def text() -> str:
    methods = [method for service in contract.services() for method in service.methods]
    grants = {
        f"{method.containing_service.name}/{method.name}": grants_pb2.Grant.Name(grant)
        for method in methods
        if (grant := grant_of(method))
    }
    return json.dumps(grants, indent=1) + "\n"
