"""Modules that a server may never need, loaded when they are first used.

A process pays for each import at its start. Some libraries serve one channel or one way to sign in, which most
installations do not have.
"""

import sys
from importlib.util import LazyLoader, find_spec, module_from_spec
from types import ModuleType


def lazily(name: str) -> ModuleType:
    """Return a module that is loaded when an attribute of it is first read. Raises ModuleNotFoundError at once.

    Type checkers take the import of `if TYPE_CHECKING`; annotations that name the module are quoted.
    """
    if name in sys.modules:
        return sys.modules[name]
    spec = find_spec(name)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    spec.loader = LazyLoader(spec.loader)
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
