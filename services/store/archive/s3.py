"""An archive in a bucket of an S3-compatible server, by the library `obstore`."""

from datetime import timedelta

from obstore.exceptions import BaseError
from obstore.store import S3Store

from services.store.archive.objects import ArchiveUnavailable, NotInArchive

TIMEOUT, RETRIES = timedelta(seconds=5), 3
"""Timeout of one request, and the number of retries."""


class S3Objects:
    """`place`: `s3://BUCKET/PREFIX`. Server and account are those of the variables that all S3 programs know:
    AWS_ENDPOINT, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY; or those of the machine's role. An endpoint that
    begins with `http://` is taken at its word."""

    def __init__(self, place: str) -> None:
        self._store = S3Store.from_url(
            place,
            client_options={"timeout": TIMEOUT, "connect_timeout": TIMEOUT, "allow_http": True},
            retry_config={"max_retries": RETRIES, "retry_timeout": TIMEOUT * 2},
        )

    def put(self, name: str, content: bytes) -> None:
        """The server answers once it holds the file, as durably as it does."""
        try:
            self._store.put(name, content)
        except (BaseError, OSError) as error:
            raise ArchiveUnavailable(f"the archive takes no file: {_first_line(error)}") from error

    def get(self, name: str) -> bytes:
        try:
            return bytes(self._store.get(name).bytes())
        except FileNotFoundError as error:
            raise NotInArchive(f"the archive has no file {name}") from error
        except (BaseError, OSError) as error:
            raise ArchiveUnavailable(f"the archive does not answer: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    """Its first line: what follows is for those who debug the library."""
    return str(error).partition("\n")[0][:300]
