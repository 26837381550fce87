"""The parts that all games share: the decider contract, refusals, dice and ids."""
