// The module TakeFiles.
