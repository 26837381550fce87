"""How the state looks after each event, by what the events are about. No rule is looked up here."""
