// Tests of ResponseFiles.
