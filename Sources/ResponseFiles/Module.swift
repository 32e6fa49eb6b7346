// The module ResponseFiles.
