// The module Acoustics.
