// Tests of SimulatedBoard.
