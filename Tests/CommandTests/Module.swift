// Tests of Command.
