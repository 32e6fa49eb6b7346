// Tests of TakeFiles.
