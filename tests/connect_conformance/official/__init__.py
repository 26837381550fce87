"""The official clients of languages, against a real server."""
