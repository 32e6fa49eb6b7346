// The module TOML.
