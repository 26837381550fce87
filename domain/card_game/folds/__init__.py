"""The state after each event, by the subject of the events. No rule is applied here."""
