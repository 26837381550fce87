"""The stream of everything public: items made from the logs of tables and tournaments, by position."""
