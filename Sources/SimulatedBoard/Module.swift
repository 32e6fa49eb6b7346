// The module SimulatedBoard.
