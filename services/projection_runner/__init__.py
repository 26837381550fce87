"""The projection runner: follows the log, keeps the views up to date, and rebuilds views next to the live ones."""
