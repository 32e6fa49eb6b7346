// Tests of Drawings.
