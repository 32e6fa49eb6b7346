// Tests of Acoustics.
