"""Writes everything: `make reference`."""

from collections.abc import Callable, Mapping

from reference import alerts, asyncapi, llms, method_grants, openapi, pages, reasons, schemas, settings
from reference.raised import ROOT

TARGET = ROOT / "docs/reference"
FILES: Mapping[str, Callable[[], str]] = {
    "reasons.json": reasons.text,
    "grants.json": method_grants.text,
    "asyncapi.yaml": asyncapi.text,
    "openapi.json": openapi.text,
    "schemas.json": schemas.text,
    "settings.md": settings.text,
    "llms.txt": llms.text,
    **pages.pages(),
}
"""What makes each."""


def main() -> None:
    TARGET.mkdir(exist_ok=True)
    for name, made in FILES.items():
        (TARGET / name).write_text(made())
    alerts.TARGET.write_text(alerts.text())


if __name__ == "__main__":
    main()
