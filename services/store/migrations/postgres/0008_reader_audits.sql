-- Who may read the events may audit them: against what the server signed of them.
GRANT SELECT ON checkpoints, file_signatures TO turnledger_reader;
