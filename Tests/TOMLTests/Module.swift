// Tests of TOML.
