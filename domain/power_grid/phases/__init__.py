"""The five phases. Each knows its commands, how it begins, when it is over and what closes it; none knows a map."""
